import { describe, expect, it } from 'vitest';
import { abortable, type DeadlineExceeded, delay } from '../../src/concurrency/deadline.ts';
import { NoSlotInTime } from '../../src/concurrency/slot.ts';
import { shareOfJob } from '../../src/concurrency/work-share.ts';
import { type MailproofError, ServiceUnavailable } from '../../src/errors.ts';
import { noSlotInTime } from '../../src/verdict/local-outage.ts';
import { verdictOn, type Work } from '../credits/charged-verifications.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { chargedLookups, type Examine, knowing } from './charged-lookups.ts';

const dayMs = 86_400_000;
const ann = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
const bob = { first_name: 'Bob', last_name: 'Smith', domain: 'example.com' };

const never: Work = (_, { signal }) => abortable(new Promise(() => {}), signal);

async function world(
  work: Work,
  options: { examine?: Examine; price?: number; milliCredits?: number; clock?: ManualClock } = {},
) {
  const asked: string[] = [];
  const noting: Work = (email, wait) => {
    asked.push(email);
    return work(email, wait);
  };
  const parts = chargedLookups(noting, options);
  const { ledger, lookups } = parts;
  const milliCredits = options.milliCredits ?? 100_000;
  await ledger.grant({ id: 'first', account: 'acme', milliCredits, reason: 'purchase' });
  return {
    ...parts,
    asked,
    balance: () => ledger.balance('acme'),
    lookup: (row = ann, { timeoutMs = 90_000, account = 'acme', signal }: Partial<Asked> = {}) =>
      lookups.lookup({ row, timeoutMs, account: account ?? undefined, signal: () => signal }),
    attempt: (row = ann, timeoutMs = 90_000, milliCredits?: number) =>
      lookups.attempt(row, {
        timeoutMs,
        share: shareOfJob({ id: 'job', account: 'acme' }),
        signal: new AbortController().signal,
        ...(milliCredits === undefined ? {} : { milliCredits }),
      }),
  };
}

interface Asked {
  timeoutMs: number;
  account: string | null;
  signal: AbortSignal;
}

describe('a single lookup', () => {
  it('costs a credit when fresh and nothing when cached, for every caller, found or not', async () => {
    const { lookup, balance } = await world(knowing('ann.lee@example.com'));
    for (const row of [ann, bob]) {
      expect(await lookup(row)).toMatchObject({ fresh: true, result: { credits_consumed: 1 } });
      expect(await lookup(row)).toMatchObject({ fresh: false, result: { credits_consumed: 0 } });
      const other = await lookup(row, { account: 'somebody else' });
      expect(other).toMatchObject({ fresh: false, result: { credits_consumed: 0 } });
    }
    expect(await balance()).toEqual({ available: 98_000, held: 0 });
  });

  it('costs nothing without an account', async () => {
    const { lookup, balance } = await world(knowing('ann.lee@example.com'));
    expect((await lookup(ann, { account: null })).result).toMatchObject({
      email: 'ann.lee@example.com',
      credits_consumed: 0,
    });
    expect(await balance()).toEqual({ available: 100_000, held: 0 });
  });

  it('costs the configured price', async () => {
    const { lookup, balance } = await world(knowing(), { price: 3_000 });
    expect((await lookup()).result.credits_consumed).toBe(3);
    expect(await balance()).toEqual({ available: 97_000, held: 0 });
  });

  it('is shared regardless of case and white space, and shows the names as requested', async () => {
    const { lookup, asked } = await world(knowing('ann.lee@example.com'));
    const first = await lookup();
    const second = await lookup({ first_name: ' aNN ', last_name: 'L ee', domain: 'Example.COM ' });
    expect(second.fresh).toBe(false);
    expect(second.result).toEqual({
      ...first.result,
      first_name: 'aNN',
      last_name: 'L ee',
      credits_consumed: 0,
    });
    expect(asked).toHaveLength(1);
  });

  it('is fresh, and charged, again after 24 hours', async () => {
    const { lookup, clock, balance } = await world(knowing('ann.lee@example.com'));
    await lookup();
    clock.leap(dayMs - 1);
    expect((await lookup()).fresh).toBe(false);
    clock.leap(1);
    expect((await lookup()).fresh).toBe(true);
    expect((await balance()).available).toBe(98_000);
  });

  it('is refused before any work if the balance is too low', async () => {
    const { lookup, asked, balance } = await world(knowing(), { milliCredits: 999 });
    await expect(lookup()).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 999,
      requiredMilliCredits: 1_000,
    });
    expect(asked).toEqual([]);
    expect(await balance()).toEqual({ available: 999, held: 0 });
  });

  it.each<[string, Work, Examine | undefined]>([
    ['the domain', knowing(), () => Promise.reject(new ServiceUnavailable('no way out'))],
    ['an address', () => Promise.reject(new ServiceUnavailable('no way out')), undefined],
  ])('releases the credit if the service cannot ask about %s', async (_, work, examine) => {
    const { lookup, balance } = await world(work, examine === undefined ? {} : { examine });
    await expect(lookup()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await balance()).toEqual({ available: 100_000, held: 0 });
  });

  it('releases the credit and stops when its caller aborts', async () => {
    const { lookup, balance, clock } = await world(never);
    const controller = new AbortController();
    const leaving = lookup(ann, { signal: controller.signal });
    const outcome = expect(leaving).rejects.toThrow('The client has gone.');
    await clock.advance(1_000);
    controller.abort(new DOMException('The client has gone.', 'AbortError'));
    await outcome;
    expect(await balance()).toEqual({ available: 100_000, held: 0 });
    expect(clock.pending).toBe(0);
  });
});

describe('a lookup that runs out of time', () => {
  const cases: Record<string, { work: Work; examine?: Examine }> = {
    'while an address is asked about': { work: never },
    'while the domain is asked about': {
      work: knowing(),
      examine: (_, { signal }) => abortable(new Promise(() => {}), signal),
    },
  };
  it.each(Object.entries(cases))('%s says so on time, and is charged', async (_, { work, examine }) => {
    const { lookup, clock, balance } = await world(work, examine === undefined ? {} : { examine });
    const startedAt = clock.now();
    let answeredAt = 0;
    const answer = lookup(ann, { timeoutMs: 30_000 }).finally(() => {
      answeredAt = clock.now();
    });
    await clock.advance(100_000);
    expect((await answer).result).toMatchObject({
      status: 'unknown',
      substatus: 'timeout',
      email: null,
      confidence: null,
      credits_consumed: 1,
      explanation: expect.stringContaining('larger timeout'),
    });
    expect(answeredAt - startedAt).toBe(30_000);
    expect(await balance()).toEqual({ available: 99_000, held: 0 });
    expect(clock.pending).toBe(0);
  });

  /** Refuses the first address after so many seconds, and has no connection free for the others. */
  const slotFor =
    (seconds: number, wait: (ms: number) => Promise<void>): Work =>
    async (email, { signal }) => {
      if (email === 'ann.lee@example.com') {
        await wait(seconds * 1_000);
        return verdictOn(email, 'invalid', 'mailbox_not_found');
      }
      const late = await abortable(new Promise<never>(() => {}), signal).catch((error: unknown) => error);
      throw noSlotInTime(new NoSlotInTime(late as DeadlineExceeded));
    };

  it.each([
    [20, 'is charged for its time'],
    [10, 'is not charged: most of its time it had none'],
  ])('after %s seconds with connections, while none is free for the last address, %s', async (seconds) => {
    const clock = new ManualClock();
    const wait = (ms: number) => delay(clock, ms);
    const { lookup, balance } = await world(slotFor(seconds, wait), { clock });
    const answer = lookup(ann, { timeoutMs: 30_000 }).then(
      ({ result }) => result.substatus,
      (error: MailproofError) => error.code,
    );
    await clock.advance(100_000);
    expect(await answer).toBe(seconds === 20 ? 'timeout' : 'service_unavailable');
    expect((await balance()).available).toBe(seconds === 20 ? 99_000 : 100_000);
  });

  it('is reused by callers no more patient, and asked again for others', async () => {
    const { lookup, clock } = await world(never);
    const ask = async (timeoutMs: number) => {
      const answer = lookup(ann, { timeoutMs });
      await clock.advance(120_000);
      return answer;
    };
    expect(await ask(60_000)).toMatchObject({ fresh: true, result: { credits_consumed: 1 } });
    expect(await ask(60_000)).toMatchObject({ fresh: false, result: { credits_consumed: 0 } });
    expect(await ask(30_000)).toMatchObject({ fresh: false, result: { substatus: 'timeout' } });
    expect(await ask(60_001)).toMatchObject({ fresh: true });
  });
});

describe('callers who look up the same person at once', () => {
  it('are charged once: the first pays, the others get its result', async () => {
    const { lookup, balance, asked } = await world(knowing('ann.lee@example.com'));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => lookup(index % 2 === 0 ? ann : { ...ann, first_name: 'ANN' })),
    );
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(answers.reduce((sum, { result }) => sum + result.credits_consumed, 0)).toBe(1);
    expect(asked).toHaveLength(1);
    expect((await balance()).available).toBe(99_000);
  });

  it('are not affected if the first one has no credits', async () => {
    const { lookup } = await world(knowing('ann.lee@example.com'));
    const poor = lookup(ann, { account: 'nobody' });
    const rich = lookup();
    await expect(poor).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await rich).toMatchObject({ fresh: true, result: { credits_consumed: 1 } });
  });

  it('start their own search, and pay, if the first one times out earlier', async () => {
    const { lookup, clock, balance } = await world(never);
    const hurried = lookup(ann, { timeoutMs: 30_000 });
    const patient = lookup(ann, { timeoutMs: 90_000 });
    await clock.advance(30_000);
    expect((await hurried).result.substatus).toBe('timeout');
    await clock.advance(60_000);
    expect(await patient).toMatchObject({ fresh: true, result: { substatus: 'timeout' } });
    expect(await balance()).toEqual({ available: 98_000, held: 0 });
  });

  it('get a timeout at their own deadline, uncharged, if the first one has a later one', async () => {
    const { lookup, clock } = await world(never);
    const patient = lookup(ann, { timeoutMs: 90_000 });
    const hurried = lookup(ann, { timeoutMs: 30_000 });
    await clock.advance(30_000);
    expect(await hurried).toMatchObject({
      fresh: false,
      result: { substatus: 'timeout', credits_consumed: 0 },
    });
    await clock.advance(60_000);
    expect(await patient).toMatchObject({ fresh: true, result: { substatus: 'timeout' } });
  });
});

describe('an attempt at a row of a bulk lookup', () => {
  it('shows the price that the row was charged, cached or not, and charges nothing itself', async () => {
    const { lookup, attempt, balance } = await world(knowing('ann.lee@example.com'));
    const fresh = await attempt();
    expect(fresh).toMatchObject({ conclusive: true, fresh: true, result: { credits_consumed: 1 } });
    expect(await attempt()).toEqual({ ...fresh, fresh: false });
    expect((await attempt(ann, 90_000, 0)).result.credits_consumed).toBe(0);
    expect(await balance()).toEqual({ available: 100_000, held: 0 });
    expect(await lookup()).toMatchObject({ fresh: false, result: { credits_consumed: 0 } });
  });

  it('never shows a timeout, and is then inconclusive', async () => {
    const { lookup, attempt, clock } = await world(never);
    const attempted = attempt(ann, 30_000);
    await clock.advance(30_000);
    expect(await attempted).toMatchObject({
      conclusive: false,
      result: { status: 'unknown', substatus: 'no_address_found', email: null },
    });
    expect((await lookup(ann, { timeoutMs: 30_000 })).result.substatus).toBe('timeout');
  });

  it('reuses no inconclusive result', async () => {
    let reachable = false;
    const work: Work = (email, wait) =>
      reachable
        ? knowing('ann.lee@example.com')(email, wait)
        : Promise.resolve(verdictOn(email, 'unknown', 'mail_server_unavailable'));
    const { attempt } = await world(work);
    expect(await attempt(ann, 90_000)).toMatchObject({ conclusive: false });
    reachable = true;
    expect(await attempt(ann, 30_000)).toMatchObject({ conclusive: true, result: { status: 'safe' } });
  });
});

describe('searches that wait for another one at their domain', () => {
  it('wait for a limited time if it gets no answer', async () => {
    const work: Work = (email, wait) =>
      (email.startsWith('a') ? never : knowing('bob.smith@example.com'))(email, wait);
    const { lookup, clock } = await world(work);
    const waiting = lookup(ann, { timeoutMs: 120_000 });
    const next = lookup(bob, { timeoutMs: 30_000 });
    await clock.advance(10_000);
    expect((await next).result.email).toBe('bob.smith@example.com');
    await clock.advance(110_000);
    expect((await waiting).result.substatus).toBe('timeout');
    expect(clock.pending).toBe(0);
  });

  it('stop waiting when their callers abort', async () => {
    const work: Work = (email, wait) =>
      (email.startsWith('a') ? never : knowing('bob.smith@example.com'))(email, wait);
    const { lookup, clock, asked } = await world(work);
    const first = new AbortController();
    const second = new AbortController();
    const leaving = [lookup(ann, { signal: first.signal }), lookup(bob, { signal: second.signal })];
    const outcomes = Promise.allSettled(leaving);
    await clock.advance(1);
    second.abort(new Error('gone'));
    first.abort(new Error('gone'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toEqual(['ann.lee@example.com']);
    expect((await lookup(bob)).result.status).toBe('safe');
  });
});
