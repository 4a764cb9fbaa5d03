import { describe, expect, it } from 'vitest';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { leadFlight } from '../../src/credits/flight-lead.ts';
import { rowKey } from '../../src/lookup/row.ts';
import { withResolvers } from '../support/until.ts';
import { chargedLookups, knowing } from './charged-lookups.ts';

const row = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
const candidate = 'ann.lee@example.com';

/** Lookups where `ann.lee` is refused at once and the next candidate waits until `goOn` is called. */
async function world() {
  const { promise: waiting, resolve: goOn } = withResolvers();
  const { promise: second, resolve: onSecond } = withResolvers();
  const answer = knowing('alee@example.com');
  const lookups = chargedLookups(async (email, wait) => {
    if (email === 'alee@example.com') {
      onSecond();
      await Promise.race([
        waiting,
        new Promise((_, reject) => {
          wait.signal?.addEventListener('abort', () => reject(wait.signal?.reason));
        }),
      ]);
    }
    return answer(email, wait);
  });
  const { ledger, verifications, clock, stores } = lookups;
  await ledger.grant({ id: 'g', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
  const controller = new AbortController();
  const found = lookups.lookups.lookup({
    row,
    timeoutMs: 90_000,
    signal: () => controller.signal,
    account: 'acme',
  });
  found.catch(() => {});
  await second;
  const verify = () =>
    verifications.verify({
      email: candidate,
      timeoutMs: 70_000,
      signal: () => undefined,
      acrossProcesses: true,
      share: singleShare,
      account: 'acme',
    });
  const spent = async () => 10_000 - (await ledger.balance('acme')).available;
  return { found, controller, verify, spent, goOn, clock, stores };
}

describe('the verdict on a candidate', () => {
  it('is not free for a caller who left the lookup before it was charged', async () => {
    const { found, controller, verify, spent } = await world();
    controller.abort(new Error('left'));
    await expect(found).rejects.toThrow('left');
    expect(await spent()).toBe(0);
    expect(await verify()).toMatchObject({ fresh: true, verdict: { status: 'invalid' } });
    expect(await spent()).toBe(200);
  });

  it('is not free while the lookup goes on', async () => {
    const { found, verify, spent, goOn } = await world();
    expect((await verify()).fresh).toBe(true);
    goOn();
    await found;
    expect(await spent()).toBe(1_200);
  });

  it('is paid for with the lookup after the process stood still, and another one took the lookup over', async () => {
    const { found, verify, spent, goOn, clock, stores } = await world();
    clock.leap(100_000);
    const { leases } = stores;
    await leadFlight(`lookup:${rowKey(row)}`, { leases, clock, deadlineAt: clock.now() });
    goOn();
    await clock.advance(1_000);
    expect((await found).result).toMatchObject({ email: null, credits_consumed: 1 });
    expect(await spent()).toBe(1_000);
    expect(await verify()).toMatchObject({ fresh: false, verdict: { status: 'invalid' } });
  });

  it('is shared with all callers once the lookup was charged', async () => {
    const { found, verify, spent, goOn } = await world();
    goOn();
    expect((await found).result.email).toBe('alee@example.com');
    expect(await verify()).toMatchObject({ fresh: false, verdict: { status: 'invalid' } });
    expect(await spent()).toBe(1_000);
  });
});
