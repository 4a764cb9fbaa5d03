import { describe, expect, it } from 'vitest';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { chargedVerifications, verdictOn } from './charged-verifications.ts';

describe('thousands of charges that could not be undone', () => {
  /** Fails every charge of this many verifications, after the hold. */
  async function afterFailures(count: number) {
    const { clock, ledger, verifications } = chargedVerifications(async (email) =>
      verdictOn(email, 'safe', 'deliverable'),
    );
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 10_000_000, reason: 'purchase' });
    const request = {
      timeoutMs: 70_000,
      account: 'acme',
      acrossProcesses: true,
      share: singleShare,
      signal: () => undefined,
    };
    const verify = (email: string) => verifications.verify({ ...request, email });
    let away = true;
    let calls = 0;
    const countCallsOf = (name: 'hold' | 'capture' | 'release' | 'grant' | 'sweep') => {
      const call = ledger[name] as (argument: never) => Promise<unknown>;
      const failing = async (argument: never) => {
        calls += 1;
        if (away && name !== 'hold' && name !== 'sweep') throw new StorageUnavailable('away');
        return call(argument);
      };
      Object.assign(ledger, { [name]: failing });
    };
    for (const name of ['hold', 'capture', 'release', 'grant', 'sweep'] as const) countCallsOf(name);
    for (let number = 0; number < count; number += 1) await verify(`${number}@example.org`).catch(() => {});
    calls = 0;
    return {
      clock,
      verify,
      balance: () => ledger.balance('acme'),
      comeBack: () => {
        away = false;
      },
      calls: () => calls,
    };
  }

  it('are not retried by each request, but by one loop that waits longer after each failure', async () => {
    const { verify, calls, clock, comeBack, balance } = await afterFailures(3_000);
    for (let number = 0; number < 100; number += 1)
      await verify(`late-${number}@example.org`).catch(() => {});
    expect(calls()).toBeLessThan(310);
    await clock.advance(600_000);
    expect(calls()).toBeLessThan(330);
    comeBack();
    await clock.advance(60_000);
    expect(await balance()).toEqual({ available: 10_000_000, held: 0 });
    expect(calls()).toBeLessThan(3_440);
    expect(clock.pending).toBe(0);
  });

  it('are bounded: beyond that, new charges are refused before any work', async () => {
    const { verify, calls, comeBack, clock, balance } = await afterFailures(20_000);
    await expect(verify('one-more@example.org')).rejects.toThrow(/Too many charges wait/);
    expect(calls()).toBe(0);
    comeBack();
    await clock.advance(60_000);
    expect(await verify('one-more@example.org')).toMatchObject({ fresh: true });
    expect(await balance()).toEqual({ available: 9_999_800, held: 0 });
  });
});
