import { describe, expect, it } from 'vitest';
import { abortable } from '../../src/concurrency/deadline.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { ForgottenAddresses } from '../../src/credits/forgotten-addresses.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import type { Status } from '../../src/resources.ts';
import { chargedVerifications, verdictOn, type Work } from './charged-verifications.ts';

const dayMs = 86_400_000;

function counting(status: Status = 'safe'): { work: Work; asked: string[] } {
  const asked: string[] = [];
  const work: Work = async (email) => {
    asked.push(email);
    await Promise.resolve();
    return status === 'unknown'
      ? verdictOn(email, 'unknown', 'timeout')
      : verdictOn(email, status, status === 'safe' ? 'deliverable' : 'mailbox_not_found');
  };
  return { work, asked };
}

async function world(work: Work, milliCredits = 10_000) {
  const { clock, ledger, charges, verifications } = chargedVerifications(work);
  await ledger.grant({ id: 'first', account: 'acme', milliCredits, reason: 'purchase' });
  return {
    clock,
    ledger,
    charges,
    balance: async () => (await ledger.balance('acme')).available,
    held: async () => (await ledger.balance('acme')).held,
    verify: (email: string, timeoutMs = 70_000, account: string | null = 'acme', signal?: AbortSignal) =>
      verifications.verify({
        email,
        timeoutMs,
        account: account ?? undefined,
        acrossProcesses: true,
        share: singleShare,
        signal: () => signal,
      }),
  };
}

describe('a single verification', () => {
  it('costs 0.2 credits when fresh, and nothing when cached, whoever asks', async () => {
    const { work, asked } = counting();
    const { verify, balance } = await world(work);
    expect((await verify('ann@example.org')).fresh).toBe(true);
    expect(await balance()).toBe(9_800);
    expect((await verify('ann@example.org')).fresh).toBe(false);
    expect((await verify('ann@example.org', 70_000, 'somebody else')).fresh).toBe(false);
    expect(await balance()).toBe(9_800);
    expect(asked).toHaveLength(1);
  });

  it('says that what copying left around an address was ignored, only to who sent it', async () => {
    const { verify } = await world(counting().work);
    const note = 'Invisible characters or quotation marks around the address were ignored.';
    const copied = await verify('\u200Bann@example.org\u00A0');
    expect(copied.verdict).toMatchObject({
      email: 'ann@example.org',
      explanation: expect.stringContaining(note),
    });
    const typed = await verify(' ann@example.org\n');
    expect(typed).toMatchObject({ fresh: false, verdict: { email: 'ann@example.org' } });
    expect(typed.verdict.explanation).not.toContain(note);
    const quoted = await verify('\u201Cann@example.org\u201D');
    expect(quoted).toMatchObject({ fresh: false, verdict: { explanation: copied.verdict.explanation } });
  });

  it('shows a cached result under the address as now asked for, and is otherwise the same', async () => {
    const { verify } = await world(counting().work);
    const first = await verify('Ann@Example.org');
    const second = await verify('  ann@EXAMPLE.ORG ');
    expect(first.verdict.email).toBe('Ann@Example.org');
    expect(second.verdict).toEqual({ ...first.verdict, email: 'ann@EXAMPLE.ORG' });
  });

  it('has the same verdict, frozen, for all who ask for the address in the same spelling', async () => {
    const { verify } = await world(counting().work);
    const { verdict } = await verify('ann@example.org');
    const [second, third] = [await verify('ann@example.org'), await verify('ann@example.org')];
    expect(second.verdict).toEqual(verdict);
    expect(third.verdict).toBe(second.verdict);
    for (const answer of [verdict, second.verdict]) expect(Object.isFrozen(answer)).toBe(true);
  });

  it('is fresh, and charged, again after 24 hours', async () => {
    const { verify, balance, clock } = await world(counting().work);
    await verify('ann@example.org');
    clock.leap(dayMs - 1);
    expect((await verify('ann@example.org')).fresh).toBe(false);
    clock.leap(1);
    expect((await verify('ann@example.org')).fresh).toBe(true);
    expect(await balance()).toBe(9_600);
  });

  it('costs nothing without an account', async () => {
    const { work, asked } = counting();
    const { verify, balance } = await world(work);
    await verify('ann@example.org', 70_000, null);
    expect(asked).toEqual(['ann@example.org']);
    expect(await balance()).toBe(10_000);
  });

  it('is charged for invalid syntax like for any other fresh verdict', async () => {
    const { verify, balance } = await world(counting('invalid').work);
    await verify('no address');
    await verify('No Address');
    expect(await balance()).toBe(9_800);
  });

  it('is refused before any work if the balance is too low, with the balance and the price in the message', async () => {
    const { work, asked } = counting();
    const { verify, balance } = await world(work, 199);
    await expect(verify('ann@example.org')).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 199,
      requiredMilliCredits: 200,
      message: expect.stringMatching(/0\.199 .*0\.2 /),
    });
    expect(asked).toEqual([]);
    expect(await balance()).toBe(199);
  });

  it('releases the credits if the service is unavailable', async () => {
    const { verify, balance, held } = await world(async () => {
      throw new ServiceUnavailable('no way out');
    });
    await expect(verify('ann@example.org')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await balance()).toBe(10_000);
    expect(await held()).toBe(0);
  });
});

describe('an unknown', () => {
  it('is reused for callers with the same or a shorter timeout', async () => {
    const { work, asked } = counting('unknown');
    const { verify, balance } = await world(work);
    await verify('ann@example.org', 10_000);
    expect((await verify('ann@example.org', 10_000)).fresh).toBe(false);
    expect((await verify('ann@example.org', 3_000)).fresh).toBe(false);
    expect((await verify('ann@example.org', 10_001)).fresh).toBe(true);
    expect(asked).toHaveLength(2);
    expect(await balance()).toBe(9_600);
  });
});

describe('callers who request the same address at once', () => {
  it('are charged once: the first pays, the others get its result', async () => {
    const { work, asked } = counting();
    const { verify, balance } = await world(work);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify('ann@example.org')));
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(asked).toHaveLength(1);
    expect(await balance()).toBe(9_800);
  });

  it('are not affected if the first one has no credits', async () => {
    const { work } = counting();
    const { verify, balance } = await world(work);
    const poor = verify('ann@example.org', 70_000, 'nobody');
    const rich = verify('ann@example.org');
    await expect(poor).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect((await rich).fresh).toBe(true);
    expect(await balance()).toBe(9_800);
  });

  it('are not affected if the first one aborts', async () => {
    const work: Work = async (email, { signal }) => {
      if (email === 'ann@example.org') return verdictOn(email, 'safe', 'deliverable');
      return abortable(new Promise(() => {}), signal);
    };
    const { verify, balance, held } = await world(work);
    const controller = new AbortController();
    const leaving = verify('ANN@example.org', 70_000, 'acme', controller.signal);
    const staying = verify('ann@example.org');
    controller.abort(new DOMException('The client has gone.', 'AbortError'));
    await expect(leaving).rejects.toThrow('The client has gone.');
    expect(await staying).toMatchObject({
      fresh: true,
      verdict: { email: 'ann@example.org', status: 'safe' },
    });
    expect(await balance()).toBe(9_800);
    expect(await held()).toBe(0);
  });

  it('are not affected if the first one loses its credits because its process stood still', async () => {
    const { work, asked } = counting();
    const { clock, ledger, verify, balance, held } = await world(async (email, wait) => {
      if (asked.length === 0) await standStill();
      return work(email, wait);
    });
    /** Another process gives the credits back in the meantime. */
    const standStill = async () => {
      clock.leap(7_300_000);
      await ledger.sweep({ limit: 100 });
    };
    await ledger.grant({ id: 'second', account: 'other', milliCredits: 200, reason: 'purchase' });
    // Not so much more patient than the first one that it would try again after whatever error.
    const [first, second] = await Promise.allSettled([
      verify('ann@example.org', 7_200_000),
      verify('ann@example.org', 10_000_000, 'other'),
    ]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
    expect(second).toMatchObject({
      status: 'fulfilled',
      value: { fresh: true, verdict: { status: 'safe' } },
    });
    expect([await balance(), await held()]).toEqual([10_000, 0]);
    expect(await ledger.balance('other')).toMatchObject({ available: 0, held: 0 });
  });

  it('get a timeout at their own deadline if the first one has a later one', async () => {
    const { verify, clock, balance } = await world(() => new Promise(() => {}));
    void verify('ann@example.org', 70_000);
    const hurried = verify('ann@example.org', 3_000);
    await clock.advance(3_000);
    expect(await hurried).toMatchObject({
      fresh: false,
      verdict: { status: 'unknown', substatus: 'timeout' },
    });
    expect(await balance()).toBe(9_800);
  });

  it('start their own work if the first one with a shorter timeout got an unknown', async () => {
    const patience: number[] = [];
    const work: Work = async (email, { timeoutMs }) => {
      patience.push(timeoutMs);
      await Promise.resolve();
      return timeoutMs > 10_000
        ? verdictOn(email, 'safe', 'deliverable')
        : verdictOn(email, 'unknown', 'timeout');
    };
    const { verify, balance } = await world(work);
    const [hurried, patient] = await Promise.all([
      verify('ann@example.org', 3_000),
      verify('ann@example.org', 70_000),
    ]);
    expect(hurried).toMatchObject({ fresh: true, verdict: { status: 'unknown' } });
    expect(patient).toMatchObject({ fresh: true, verdict: { status: 'safe' } });
    expect(patience).toEqual([3_000, 70_000]);
    expect(await balance()).toBe(9_600);
  });
});

describe('a ledger that fails', () => {
  it('charges nobody who got an error: hold, capture or release, made or not', async () => {
    for (const failing of ['hold', 'capture'] as const) {
      for (const fault of ['before', 'after'] as const) {
        const { work } = counting();
        const { verify, ledger, charges, balance, held } = await world(work);
        // A verification sweeps by the way, holds, and captures; it asks twice for the capture.
        ledger.faults.push(
          undefined,
          ...(failing === 'hold' ? [fault] : [undefined, fault, 'before' as const]),
        );
        await expect(verify('ann@example.org')).rejects.toMatchObject({ code: 'storage_unavailable' });
        await charges.sweep();
        expect(await balance()).toBe(10_000);
        expect(await held()).toBe(0);
      }
    }
  });
});

describe('a verdict on an address that is forgotten while it is worked out', () => {
  it('is given to those who asked before, and to nobody after', async () => {
    const asked: string[] = [];
    const { ledger, stores, clock, verifications } = chargedVerifications(async (email) => {
      asked.push(email);
      if (asked.length === 1) {
        await new ForgottenAddresses(stores.cache, clock).mark(email);
        await verifications.forget(email);
      }
      return verdictOn(email, 'safe', 'deliverable');
    });
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
    const verify = () =>
      verifications.verify({
        email: 'ann@example.org',
        timeoutMs: 70_000,
        account: 'acme',
        acrossProcesses: true,
        share: singleShare,
        signal: () => undefined,
      });
    expect(await verify()).toMatchObject({ fresh: true, verdict: { status: 'safe' } });
    expect(await verify()).toMatchObject({ fresh: true, verdict: { status: 'safe' } });
    expect(asked).toHaveLength(2);
  });
});
