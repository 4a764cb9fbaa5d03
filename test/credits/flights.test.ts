import { describe, expect, it, vi } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { DeadlineExceeded } from '../../src/concurrency/deadline.ts';
import { NoSlotInTime } from '../../src/concurrency/slot.ts';
import { shareOfJob, shareOfRequests } from '../../src/concurrency/work-share.ts';
import { ServiceUnavailable, StorageUnavailable } from '../../src/errors.ts';
import type { Leases } from '../../src/ports/leases.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { EmailVerification } from '../../src/resources.ts';
import { noSlotInTime } from '../../src/verdict/local-outage.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { chargedVerifications, verdictOn, type Work } from './charged-verifications.ts';

const email = 'ann@example.org';
const safe = verdictOn(email, 'safe', 'deliverable');
const unknown = verdictOn(email, 'unknown', 'timeout');
/** A killed leader is replaced after this time. */
const leaseMs = 5_000;

/** Work that ends when a test says so. */
function work() {
  const calls: { timeoutMs: number; answer(verdict: EmailVerification): void; fail(error: Error): void }[] =
    [];
  const run: Work = (_email, { timeoutMs, signal }) =>
    new Promise((answer, fail) => {
      calls.push({ timeoutMs, answer, fail });
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  return { calls, run };
}

/** A store, its clock, two accounts with credits, and processes that share it, of which two are there. */
async function sharedStore(changes: (stores: Stores) => Partial<Stores> = () => ({})) {
  const clock = new ManualClock();
  const memory = memoryStores({ clock });
  const stores = { ...memory, ...changes(memory) };
  for (const account of ['acme', 'bolt'])
    await stores.ledger.grant({ id: account, account, milliCredits: 10_000, reason: 'purchase' });
  /** A process with a clock of its own does nothing while that clock stands. */
  const process = (name: string, ownClock = clock) => {
    const { calls, run } = work();
    const { verifications } = chargedVerifications(run, { clock: ownClock, stores, name });
    return {
      calls,
      verify: (options: { timeoutMs?: number; account?: string; signal?: AbortSignal } = {}) =>
        verifications.verify({
          email,
          timeoutMs: options.timeoutMs ?? 70_000,
          account: options.account ?? 'acme',
          acrossProcesses: true,
          share: shareOfRequests(options.account ?? 'acme'),
          signal: () => options.signal,
        }),
      attempt: (account = 'acme') =>
        verifications.verify({
          email,
          timeoutMs: 180_000,
          reusePatienceMs: Number.POSITIVE_INFINITY,
          account: undefined,
          acrossProcesses: false,
          share: shareOfJob({ id: `job of ${account}`, account }),
          signal: () => undefined,
        }),
    };
  };
  const balance = (account: string) => stores.ledger.balance(account);
  return { clock, stores, process, balance, first: process('first'), second: process('second') };
}

const charged = (count: number) => ({ available: 10_000 - 200 * count, held: 0 });

describe('two processes that are asked for the same address at once', () => {
  it('ask the exchange once and charge once: the second answers with what the first found', async () => {
    const { first, second, clock, balance } = await sharedStore();
    const leading = first.verify();
    await clock.advance(1);
    const following = [second.verify({ account: 'bolt' }), second.verify({ account: 'bolt' })];
    await clock.advance(1_000);
    first.calls[0]?.answer(safe);
    expect((await leading).fresh).toBe(true);
    await clock.advance(100);
    for (const followed of await Promise.all(following))
      expect(followed).toMatchObject({ fresh: false, verdict: safe });
    expect(second.calls).toEqual([]);
    expect(await balance('acme')).toEqual(charged(1));
    expect(await balance('bolt')).toEqual(charged(0));
  });

  it('answer with timeout, uncharged, where the second one waits less long', async () => {
    const { first, second, clock, balance } = await sharedStore();
    void first.verify({ timeoutMs: 70_000 });
    await clock.advance(1);
    const hurried = second.verify({ timeoutMs: 3_000 });
    const patient = second.verify({ timeoutMs: 70_000 });
    await clock.advance(3_000);
    expect(await hurried).toMatchObject({ fresh: false, verdict: { substatus: 'timeout' } });
    // Nobody else's time is over: the first still works, and may find the answer.
    first.calls[0]?.answer(safe);
    await clock.advance(100);
    expect(await patient).toMatchObject({ fresh: false, verdict: safe });
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('answer with timeout, uncharged, where the first ends when the second has hardly any time left', async () => {
    const { first, second, clock, balance } = await sharedStore();
    const leaving = new AbortController();
    first.verify({ signal: leaving.signal }).catch(() => {});
    await clock.advance(1);
    const following = [second.verify({ timeoutMs: 10_000 }), second.verify({ timeoutMs: 10_000 })];
    await clock.advance(9_100);
    leaving.abort(new Error('The client has gone.'));
    await clock.advance(900);
    for (const followed of await Promise.all(following))
      expect(followed).toMatchObject({ fresh: false, verdict: { substatus: 'timeout' } });
    expect(second.calls).toEqual([]);
    expect(await balance('acme')).toEqual(charged(0));
  });

  it('begin their work however little time they have, if they need not wait for others', async () => {
    const clock = new ManualClock();
    // Each call of the store takes a moment.
    const shared = await sharedStore(({ leases }) => ({
      leases: withAcquire(leases, (key, options) => {
        clock.leap(1);
        return leases.acquire(key, options);
      }),
    }));
    const process = shared.process('hurried', clock);
    const hurried = process.verify({ timeoutMs: 100 });
    await shared.clock.advance(0);
    process.calls[0]?.answer(safe);
    await clock.advance(1);
    expect(await hurried).toMatchObject({ fresh: true, verdict: safe });
  });

  it('work one after the other where the first was too hurried for the second', async () => {
    const { first, second, clock, balance } = await sharedStore();
    const hurried = first.verify({ timeoutMs: 3_000 });
    await clock.advance(1);
    const patient = second.verify({ timeoutMs: 70_000 });
    await clock.advance(2_000);
    first.calls[0]?.answer(unknown);
    expect(await hurried).toMatchObject({ fresh: true, verdict: unknown });
    await clock.advance(100);
    second.calls[0]?.answer(safe);
    expect(await patient).toMatchObject({ fresh: true, verdict: safe });
    expect(await balance('acme')).toEqual(charged(2));
  });

  it.each([
    ['has no credits', { account: 'nobody' }, async () => {}],
    [
      'finds the service unavailable',
      {},
      async ({ calls }: ReturnType<typeof work>) => calls[0]?.fail(new ServiceUnavailable('no way out')),
    ],
  ])('work one after the other where the first %s', async (_name, options, fail) => {
    const { first, clock, process, balance } = await sharedStore();
    const others = [process('second'), process('third')];
    const failing = first.verify(options);
    failing.catch(() => {});
    const following = others.map((process) => process.verify());
    await clock.advance(1);
    await fail({ calls: first.calls, run: () => Promise.resolve(safe) });
    await expect(failing).rejects.toMatchObject({ code: expect.any(String) });
    await clock.advance(100);
    const calls = others.flatMap((process) => process.calls);
    expect(calls).toHaveLength(1);
    calls[0]?.answer(safe);
    await clock.advance(100);
    expect((await Promise.all(following)).map(({ fresh }) => fresh).sort()).toEqual([false, true]);
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('of one process work one after the other where the first was too hurried to get a connection', async () => {
    const { clock, balance, first } = await sharedStore();
    const { verify, calls } = first;
    const hurried = verify({ timeoutMs: 3_000 });
    const [alike, patient] = [verify({ timeoutMs: 5_999 }), verify({ timeoutMs: 6_000 })];
    const outcomes = Promise.allSettled([hurried, alike]);
    await clock.advance(2_999);
    calls[0]?.fail(new ServiceUnavailable('all connections are in use'));
    await clock.advance(100);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls[1]?.timeoutMs).toBe(3_001);
    calls[1]?.answer(safe);
    expect(await patient).toMatchObject({ fresh: true, verdict: safe });
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('work one after the other where the client of the first leaves', async () => {
    const { first, second, clock, balance } = await sharedStore();
    const controller = new AbortController();
    const leaving = first.verify({ signal: controller.signal });
    await clock.advance(1);
    const staying = second.verify();
    await clock.advance(100);
    controller.abort(new Error('The client has gone.'));
    await expect(leaving).rejects.toThrow('has gone');
    await clock.advance(100);
    second.calls[0]?.answer(safe);
    expect((await staying).fresh).toBe(true);
    expect(await balance('acme')).toEqual(charged(1));
  });
});

describe('callers of one process who wait for the first of them', () => {
  it('leave with the reason of their own signal, and disturb nobody', async () => {
    const { clock, first } = await sharedStore();
    const { verify, calls } = first;
    const leading = verify();
    const controller = new AbortController();
    const leaving = verify({ signal: controller.signal });
    const staying = verify();
    await clock.advance(1);
    controller.abort(new Error('The client has gone.'));
    await expect(leaving).rejects.toThrow('has gone');
    calls[0]?.answer(safe);
    expect((await leading).fresh).toBe(true);
    expect(await staying).toMatchObject({ fresh: false, verdict: safe });
  });

  it('leave no timer behind', async () => {
    const { clock, first } = await sharedStore();
    const { verify, calls } = first;
    const asked = [verify(), verify()];
    await clock.advance(1);
    calls[0]?.answer(safe);
    await Promise.all(asked);
    expect(clock.pending).toBe(0);
  });
});

describe('a process that is killed while it leads', () => {
  it('is replaced by one of the followers when its lease has lapsed', async () => {
    const { clock, process } = await sharedStore();
    const killed = process('killed', new ManualClock());
    const others = [process('second'), process('third')];
    void killed.verify();
    await clock.advance(1);
    const following = others.map((process) => process.verify());
    await clock.advance(leaseMs - 100);
    expect(others.flatMap(({ calls }) => calls)).toEqual([]);
    await clock.advance(200);
    const [taken, ...surplus] = others.flatMap(({ calls }) => calls);
    expect(surplus).toEqual([]);
    taken?.answer(safe);
    await clock.advance(100);
    expect((await Promise.all(following)).map(({ fresh }) => fresh).sort()).toEqual([false, true]);
  });

  it('leads on while it lives', async () => {
    const { first, second, clock } = await sharedStore();
    const leading = first.verify();
    await clock.advance(1);
    const following = second.verify();
    await clock.advance(9_999);
    first.calls[0]?.answer(safe);
    expect((await leading).fresh).toBe(true);
    await clock.advance(100);
    expect((await following).fresh).toBe(false);
    expect(second.calls).toEqual([]);
  });
});

describe('a process that leads for long', () => {
  it('is waited for ten seconds, then others work beside it: who is done first pays, and serves both', async () => {
    const { first, second, clock, balance } = await sharedStore();
    const leading = first.verify();
    await clock.advance(1);
    const following = [second.verify({ account: 'bolt' }), second.verify({ account: 'bolt' })];
    await clock.advance(9_999);
    expect(second.calls).toEqual([]);
    await clock.advance(1);
    expect(second.calls.map(({ timeoutMs }) => timeoutMs)).toEqual([60_000]);
    second.calls[0]?.answer(safe);
    expect((await Promise.all(following)).map(({ fresh }) => fresh)).toEqual([true, false]);
    first.calls[0]?.answer(safe);
    expect((await leading).fresh).toBe(false);
    expect([await balance('acme'), await balance('bolt')]).toEqual([charged(0), charged(1)]);
    await clock.advance(60_000);
    expect(clock.pending).toBe(0);
  });
});

describe('an account that asks two processes for a slow address', () => {
  async function bothAtWork() {
    const { first, second, clock, balance, stores } = await sharedStore();
    const leading = first.verify();
    await clock.advance(1);
    const following = second.verify();
    await clock.advance(10_000);
    return { balance, clock, stores, first, second, leading, following };
  }

  it('pays once for two answers that say nothing, and gets each', async () => {
    const { balance, first, second, leading, following } = await bothAtWork();
    second.calls[0]?.answer(unknown);
    expect((await following).fresh).toBe(true);
    const greylisted = verdictOn(email, 'unknown', 'greylisted');
    first.calls[0]?.answer(greylisted);
    expect(await leading).toEqual({ verdict: greylisted, fresh: false });
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('pays for an answer that says more than the one before', async () => {
    const { balance, first, second, leading, following } = await bothAtWork();
    second.calls[0]?.answer(unknown);
    await following;
    first.calls[0]?.answer(safe);
    expect(await leading).toEqual({ verdict: safe, fresh: true });
    expect(await balance('acme')).toEqual(charged(2));
  });

  it('pays for the second answer where the first was never paid for', async () => {
    const { stores, balance, first, second, leading, following } = await bothAtWork();
    const capture = vi.spyOn(stores.ledger, 'capture').mockImplementation(async (id) => {
      await stores.ledger.release(id);
      return 'unknown';
    });
    second.calls[0]?.answer(unknown);
    await following.catch(() => {});
    capture.mockRestore();
    first.calls[0]?.answer(unknown);
    expect((await leading).fresh).toBe(true);
    expect((await balance('acme')).available).toBe(10_000 - 200);
  });
});

describe('a process that is paused while it leads', () => {
  async function replaced() {
    const { second, clock, process, balance, stores } = await sharedStore();
    const pausedClock = new ManualClock();
    const paused = process('paused', pausedClock);
    const late = paused.verify();
    await clock.advance(1);
    const following = second.verify();
    await clock.advance(leaseMs + 100);
    expect(second.calls).toHaveLength(1);
    // It continues, and the answer that it waited for is there.
    pausedClock.leap(leaseMs + 101);
    return { balance, clock, stores, paused, second, late, following, pausedClock };
  }

  it('answers with what its successor has found, uncharged', async () => {
    const { balance, paused, second, late, following } = await replaced();
    second.calls[0]?.answer(safe);
    expect((await following).fresh).toBe(true);
    paused.calls[0]?.answer(verdictOn(email, 'invalid', 'mailbox_not_found'));
    expect(await late).toMatchObject({ fresh: false, verdict: safe });
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('answers for its successor where that is still at work, and is the one that is charged', async () => {
    const { clock, balance, paused, second, late, following } = await replaced();
    const missing = verdictOn(email, 'invalid', 'mailbox_not_found');
    paused.calls[0]?.answer(missing);
    expect(await late).toMatchObject({ fresh: true, verdict: missing });
    await clock.advance(1_000);
    second.calls[0]?.answer(safe);
    expect(await following).toMatchObject({ fresh: false, verdict: missing });
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('delivers and charges its own answer where nobody has replaced it', async () => {
    const { clock, process, balance } = await sharedStore();
    const pausedClock = new ManualClock();
    const paused = process('paused', pausedClock);
    const late = paused.verify();
    await clock.advance(60_000);
    pausedClock.leap(60_000);
    paused.calls[0]?.answer(safe);
    expect(await late).toMatchObject({ fresh: true, verdict: safe });
    expect(await balance('acme')).toEqual(charged(1));
  });
});

describe('a process that is cut off from the store while it leads', () => {
  it('answers with what its successor has found, although the store has forgotten the flight', async () => {
    let cutOff = false;
    const { first, second, clock, balance } = await sharedStore(({ leases }) => ({
      leases: withAcquire(leases, async (key, options) => {
        const lease = await leases.acquire(key, options);
        if (lease.kind !== 'lease') return lease;
        const renew = async () => {
          if (cutOff) throw new StorageUnavailable('not now');
          return 'renewed' as const;
        };
        return { ...lease, renew };
      }),
    }));
    const late = first.verify();
    await clock.advance(1);
    const following = second.verify();
    cutOff = true;
    await clock.advance(leaseMs + 100);
    second.calls[0]?.answer(safe);
    expect((await following).fresh).toBe(true);
    cutOff = false;
    first.calls[0]?.answer(verdictOn(email, 'invalid', 'mailbox_not_found'));
    expect(await late).toMatchObject({ fresh: false, verdict: safe });
    expect(await balance('acme')).toEqual(charged(1));
  });
});

describe('the flights of a store', () => {
  function counting(leases: Leases): { leases: Leases; joins: () => number } {
    let joins = 0;
    return {
      joins: () => joins,
      leases: withAcquire(leases, (key, options) => {
        joins += 1;
        return leases.acquire(key, options);
      }),
    };
  }

  it('are joined once for all callers of a process, and not for what is cached', async () => {
    let joins = () => 0;
    const { first, clock, process } = await sharedStore((stores) => {
      const counted = counting(stores.leases);
      joins = counted.joins;
      return { leases: counted.leases };
    });
    const asked = [first.verify(), first.verify(), first.verify()];
    await clock.advance(1);
    first.calls[0]?.answer(safe);
    await Promise.all(asked);
    expect(joins()).toBe(1);
    await first.verify();
    await process('second').verify();
    expect(joins()).toBe(1);
  });

  it('are not joined by items of jobs, beside which a single request works, and is charged if it is done first', async () => {
    let joins = () => 0;
    const { clock, process, balance } = await sharedStore((stores) => {
      const counted = counting(stores.leases);
      joins = counted.joins;
      return { leases: counted.leases };
    });
    const [worker, frontEnd] = [process('worker'), process('front end')];
    const attempt = worker.attempt();
    await clock.advance(1);
    expect(joins()).toBe(0);
    const single = frontEnd.verify();
    await clock.advance(1);
    frontEnd.calls[0]?.answer(safe);
    expect((await single).fresh).toBe(true);
    worker.calls[0]?.answer(safe);
    expect((await attempt).fresh).toBe(true);
    expect(await balance('acme')).toEqual(charged(1));
  });

  it.each([
    ['', 1],
    [', even if the store has forgotten how the other flight ended', 11_000],
  ])('show answers that came between the look into the cache and the join%s', async (_, laterMs) => {
    const found: (() => void)[] = [];
    const { first, second, clock, balance } = await sharedStore(({ leases }) => ({
      leases: withAcquire(leases, async (key, options) => {
        await new Promise<void>((resolve) => found.push(resolve));
        return leases.acquire(key, options);
      }),
    }));
    const asked = [first.verify(), second.verify()];
    await clock.advance(1);
    found[0]?.();
    await clock.advance(1);
    first.calls[0]?.answer(safe);
    await clock.advance(laterMs);
    found[1]?.();
    expect((await Promise.all(asked)).map(({ fresh }) => fresh)).toEqual([true, false]);
    expect(await balance('acme')).toEqual(charged(1));
  });

  it('cost one look into the cache where they are joined at once', async () => {
    const looks: string[] = [];
    const { clock, first } = await sharedStore(({ cache }) => {
      const get = cache.get.bind(cache);
      cache.get = (key) => {
        looks.push(key);
        return get(key);
      };
      return {};
    });
    const { verify, calls } = first;
    const asked = verify();
    await clock.advance(1);
    expect(calls).toHaveLength(1);
    expect(looks).toHaveLength(1);
    calls[0]?.answer(safe);
    expect((await asked).fresh).toBe(true);
  });

  it('fail the request, uncharged, if the store cannot be reached', async () => {
    const { balance, first } = await sharedStore(({ leases }) => ({
      leases: withAcquire(leases, async () => {
        throw new StorageUnavailable('not now');
      }),
    }));
    const { verify, calls } = first;
    await expect(verify()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(calls).toEqual([]);
    expect(await balance('acme')).toEqual(charged(0));
  });

  it('do not delay or fail an answer if renewing and releasing fail', async () => {
    const { clock, balance, first } = await sharedStore(({ leases }) => ({
      leases: withAcquire(leases, async (key, options) => {
        const lease = await leases.acquire(key, options);
        if (lease.kind !== 'lease') return lease;
        const fail = async () => {
          throw new StorageUnavailable('not now');
        };
        let renewals = 0;
        const renew = () => {
          renewals += 1;
          return renewals === 1 ? fail() : lease.renew();
        };
        return { ...lease, renew, release: fail };
      }),
    }));
    const { verify, calls } = first;
    const asked = verify();
    await clock.advance(2_000);
    calls[0]?.answer(safe);
    expect((await asked).fresh).toBe(true);
    expect(await balance('acme')).toEqual(charged(1));
  });
});

describe('two accounts that ask one process for the same address at once', () => {
  it('share the work where it is done soon', async () => {
    const { first: process, clock } = await sharedStore();
    const leading = process.verify();
    const following = process.verify({ account: 'bolt' });
    await clock.advance(9_000);
    process.calls[0]?.answer(safe);
    expect([(await leading).fresh, (await following).fresh]).toEqual([true, false]);
    expect(process.calls).toHaveLength(1);
  });

  it('do not wait for each other for long: the second asks by itself after ten seconds, and pays if it is done first', async () => {
    const { first: process, clock, balance } = await sharedStore();
    const leading = process.verify();
    const following = [process.verify({ account: 'bolt' }), process.verify({ account: 'bolt' })];
    await clock.advance(9_999);
    expect(process.calls).toHaveLength(1);
    await clock.advance(1);
    expect(process.calls.map(({ timeoutMs }) => timeoutMs)).toEqual([70_000, 60_000]);
    process.calls[1]?.answer(safe);
    const followed = await Promise.all(following);
    expect(followed.map(({ fresh }) => fresh)).toEqual([true, false]);
    process.calls[0]?.answer(safe);
    expect((await leading).fresh).toBe(false);
    expect([await balance('acme'), await balance('bolt')]).toEqual([charged(0), charged(1)]);
  });

  it('pay once, whoever is done first', async () => {
    const { first: process, clock, balance } = await sharedStore();
    const leading = process.verify();
    const following = process.verify({ account: 'bolt' });
    await clock.advance(10_000);
    process.calls[0]?.answer(safe);
    process.calls[1]?.answer(safe);
    expect([(await leading).fresh, (await following).fresh]).toEqual([true, false]);
    expect([await balance('acme'), await balance('bolt')]).toEqual([charged(1), charged(0)]);
    expect(process.calls).toHaveLength(2);
  });

  it('pay for themselves where the first one that is done has lost its hold', async () => {
    const { clock, stores, balance, first: process } = await sharedStore();
    const { ledger } = stores;
    const hold = vi.spyOn(ledger, 'hold');
    const capture = ledger.capture.bind(ledger);
    vi.spyOn(ledger, 'capture').mockImplementation(async (id) => {
      return id === hold.mock.calls[0]?.[0].id ? 'unknown' : capture(id);
    });
    const leading = process.verify().catch((error: unknown) => error);
    const following = process.verify({ account: 'bolt' });
    await clock.advance(10_000);
    process.calls[0]?.answer(safe);
    process.calls[1]?.answer(safe);
    expect(await leading).toMatchObject({ code: 'service_unavailable' });
    expect(await following).toMatchObject({ fresh: true, verdict: safe });
    expect((await balance('bolt')).available).toBe(10_000 - 200);
  });

  it('wait at most a third of their time for each other', async () => {
    const { first: process, clock } = await sharedStore();
    void process.verify();
    const following = process.verify({ account: 'bolt', timeoutMs: 6_000 });
    await clock.advance(2_000);
    expect(process.calls).toHaveLength(2);
    process.calls[1]?.answer(safe);
    expect(await following).toMatchObject({ fresh: true, verdict: safe });
  });

  it('do not wait for long for their jobs either', async () => {
    const { first: process, clock } = await sharedStore();
    const attempts = ['acme', 'bolt'].map((account) => process.attempt(account));
    await clock.advance(10_000);
    expect(process.calls).toHaveLength(2);
    for (const { answer } of process.calls) answer(safe);
    expect((await Promise.all(attempts)).map(({ fresh }) => fresh)).toEqual([true, true]);
  });

  it.each([
    ['in another process, if that is done first', [0, 1], charged(0)],
    ['and not one in another process that is done later', [1, 0], charged(1)],
  ] as const)('pay for one answer, %s', async (_, order, ofSecond) => {
    const { clock, balance, first: process, second: other } = await sharedStore();
    const ahead = other.verify();
    await clock.advance(0);
    const following = process.verify({ account: 'bolt' });
    await clock.advance(10_000);
    const calls = [other.calls[0], process.calls[0]];
    for (const index of order) {
      calls[index]?.answer(index === 0 ? safe : unknown);
      await clock.advance(1);
    }
    await Promise.all([ahead, following]);
    expect(await balance('bolt')).toEqual(ofSecond);
    // An unknown that was paid for is no answer for who would wait longer, and a sure one is one for all.
    expect(await balance('acme')).toEqual(charged(1));
    expect((await following).verdict).toEqual(order[0] === 0 ? safe : unknown);
  });

  it('do not fail because the other one got no slot', async () => {
    const { first: process, clock, balance } = await sharedStore();
    const leading = process.verify();
    const following = process.verify({ account: 'bolt' });
    const ofSameAccount = process.verify();
    const outcomes = Promise.allSettled([leading, ofSameAccount]);
    await clock.advance(5_000);
    process.calls[0]?.fail(noSlotInTime(new NoSlotInTime(new DeadlineExceeded(70_000))));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await clock.advance(0);
    process.calls[1]?.answer(safe);
    expect(await following).toMatchObject({ fresh: true, verdict: safe });
    expect([await balance('acme'), await balance('bolt')]).toEqual([charged(0), charged(1)]);
  });
});

function withAcquire(leases: Leases, acquire: Leases['acquire']): Leases {
  return { acquire, pause: (key, pause) => leases.pause(key, pause) };
}
