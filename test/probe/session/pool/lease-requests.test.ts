import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../../adapters/memory/index.ts';
import { singleShare, type WorkShare } from '../../../../src/concurrency/work-share.ts';
import type { ConnectionLimit } from '../../../../src/exchange/gates/kept-gate.ts';
import { type ConnectionGrant, ConnectionLimiter } from '../../../../src/probe/session/connection-limiter.ts';
import { renewalIntervalMs } from '../../../../src/probe/session/renewed-leases.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { bulkShare } from '../probe-requests.ts';

/** A limit that the test may change. */
function limitOf(key: string, maxConnections: number, maxForBulk = maxConnections) {
  return { key, scope: key.startsWith('address') ? 'address' : 'exchange', maxConnections, maxForBulk } as {
    -readonly [Field in keyof ConnectionLimit]: ConnectionLimit[Field];
  };
}

interface AcquireChanges {
  readonly share?: WorkShare;
  readonly waitUntil?: number;
  readonly signal?: AbortSignal;
}

/** Connections under limits that the test names. `asked`: requests to the store, with the limit of each. */
function startLimiter(maxConnections = 100) {
  const clock = new ManualClock();
  const { leases } = memoryStores({ clock });
  const asked: string[] = [];
  const acquire = leases.acquire.bind(leases);
  leases.acquire = (key, options) => {
    asked.push(`${key} ${options.max}`);
    return acquire(key, options);
  };
  const closed: (string | undefined)[] = [];
  const limiter = new ConnectionLimiter({
    ...{ leases, clock, maxConnections },
    closeIdleSession: (key) => closed.push(key),
  });
  /** Waits for a connection. `grant` is undefined until there is one, or a pause. */
  const connect = (limits: readonly ConnectionLimit[], changes: AcquireChanges = {}) => {
    const state: { grant: ConnectionGrant | undefined; error: unknown } = {
      grant: undefined,
      error: undefined,
    };
    limiter
      .acquire(limits, {
        signal: changes.signal ?? new AbortController().signal,
        share: changes.share ?? singleShare,
        waitUntil: changes.waitUntil ?? 0,
        onLost: () => {},
      })
      .then(
        (grant) => {
          state.grant = grant;
        },
        (error: unknown) => {
          state.error = error;
        },
      );
    return state;
  };
  const open = async (...parameters: Parameters<typeof connect>) => {
    const state = connect(...parameters);
    await clock.advance(0);
    if (state.grant?.kind !== 'lease') throw new Error('There is no connection.');
    return state.grant;
  };
  return { clock, leases, limiter, asked, closed, connect, open };
}

describe('A lease', () => {
  it('is asked for with the limit of those on whose behalf it is', async () => {
    const { asked, open } = startLimiter();
    const limits = [limitOf('host', 4, 3), limitOf('address', 2)];
    await open(limits);
    await open(limits, { share: bulkShare });
    expect(asked).toEqual(['host 4', 'address 2', 'host 3', 'address 2']);
  });

  it('is known to the limits by how many there were with it', async () => {
    const { open } = startLimiter();
    await open([limitOf('host', 4)]);
    const { held } = await open([limitOf('host', 4), limitOf('address', 2)]);
    expect(held).toEqual(
      new Map([
        ['host', 2],
        ['address', 1],
      ]),
    );
  });

  it('is not kept if there is a pause under the next limit', async () => {
    const { clock, limiter, connect, open } = startLimiter();
    await limiter.pause('address', { until: clock.now() + 60_000, reason: 'blocked' });
    const paused = connect([limitOf('host', 1), limitOf('address', 1)]);
    await clock.advance(0);
    expect(paused.grant).toMatchObject({ kind: 'pause', scope: 'address' });
    expect(limiter.countConnections('host')).toBe(0);
    await open([limitOf('host', 1)]);
  });

  it.each([
    ['single request', singleShare],
    ['bulk work', bulkShare],
  ])('that a %s waits for is granted when its limit rises', async (_, share) => {
    const { clock, limiter, connect, open, asked } = startLimiter();
    const limit = limitOf('host', 1);
    await open([limit]);
    const waiting = connect([limit], { share });
    await clock.advance(0);
    Object.assign(limit, { maxConnections: 2, maxForBulk: 2 });
    limiter.onLimitChange('another host');
    await clock.advance(0);
    expect(asked).toEqual(['host 1', 'host 1']);
    limiter.onLimitChange('host');
    await clock.advance(0);
    expect(waiting.grant?.kind).toBe('lease');
    expect(asked.at(-1)).toBe('host 2');
  });

  it('that bulk work waits for is asked for anew when a single request comes, which is served first', async () => {
    const { clock, connect, open, asked, closed } = startLimiter();
    const limit = limitOf('host', 4, 3);
    const held = [await open([limit]), await open([limit]), await open([limit])];
    const work = connect([limit], { share: bulkShare });
    await clock.advance(0);
    const single = connect([limit]);
    await clock.advance(0);
    expect([single.grant?.kind, work.grant]).toEqual(['lease', undefined]);
    expect(asked.slice(3)).toEqual(['host 3', 'host 4', 'host 3']);
    expect(closed).toEqual(['host']);
    for (const grant of held.slice(1)) await grant.release();
    await clock.advance(0);
    expect(work.grant?.kind).toBe('lease');
  });

  it.each([
    ['single request', singleShare],
    ['bulk work', bulkShare],
  ])('that a %s waits for is not asked for anew when more of the kind come', async (_, share) => {
    const { clock, limiter, connect, open, asked } = startLimiter();
    const limit = limitOf('host', 1);
    await open([limit]);
    const waiting = connect([limit], { share });
    await clock.advance(0);
    expect(limiter.isContended(['host'])).toBe(true);
    connect([limit], { share });
    await clock.advance(0);
    expect([asked.length, waiting.grant]).toEqual([2, undefined]);
  });

  it('is renewed before it is used if the answer is as old as a lease that must be renewed', async () => {
    for (const [ageMs, expected] of [
      [renewalIntervalMs - 1, 0],
      [renewalIntervalMs, 1],
    ] as const) {
      const { clock, leases, open } = startLimiter();
      const { acquire } = leases;
      let renewals = 0;
      leases.acquire = async (...options) => {
        const lease = await acquire(...options);
        clock.leap(ageMs);
        const renew = async () => {
          renewals += 1;
          return 'renewed' as const;
        };
        return lease.kind === 'lease' ? { ...lease, renew } : lease;
      };
      await open([limitOf('host', 1)]);
      expect(renewals).toBe(expected);
    }
  });

  it('whose wait ends with the signal gives its reason, and is not counted as waited for', async () => {
    const { clock, limiter, connect, open } = startLimiter();
    const limit = limitOf('host', 1);
    await open([limit]);
    const controller = new AbortController();
    const waiting = connect([limit], { signal: controller.signal });
    await clock.advance(0);
    expect(limiter.isContended(['another host', 'host'])).toBe(true);
    const reason = new Error('gone');
    controller.abort(reason);
    await clock.advance(0);
    expect(waiting.error).toBe(reason);
    expect([limiter.isContended(['host']), limiter.mustYield(['host'])]).toEqual([false, false]);
  });

  it('is not waited for once the store fails', async () => {
    const { clock, leases, limiter, connect } = startLimiter();
    leases.acquire = () => Promise.reject(new Error('The store is away.'));
    const waiting = connect([limitOf('host', 1)]);
    await clock.advance(0);
    expect(waiting.error).toEqual(new Error('The store is away.'));
    expect(limiter.isContended(['host'])).toBe(false);
  });
});

describe('A session with bulk work', () => {
  it('ends if a single request waits for one of its leases, but only one session for each', async () => {
    const { clock, limiter, connect, open } = startLimiter();
    const limit = limitOf('host', 2);
    const [first, second] = [await open([limit]), await open([limit])];
    connect([limit], { share: bulkShare });
    await clock.advance(0);
    const mustYield = () => limiter.mustYield(['another host', 'host']);
    expect(mustYield()).toBe(false);
    const waiting = [connect([limit]), connect([limit])];
    await clock.advance(0);
    expect(mustYield()).toBe(true);
    first.markEnding();
    first.markEnding();
    expect(mustYield()).toBe(true);
    second.markEnding();
    expect(mustYield()).toBe(false);
    await first.release();
    await clock.advance(0);
    // One of them waits, and the other session is about to end for it.
    expect(waiting.map(({ grant }) => grant?.kind)).toEqual(['lease', undefined]);
    expect(mustYield()).toBe(false);
    await second.release();
    await clock.advance(0);
    connect([limit]);
    await clock.advance(0);
    expect(mustYield()).toBe(true);
  });

  it('ends if a single request of another process waits, which a renewal tells, but only one session for it', async () => {
    const { clock, leases, limiter, open } = startLimiter();
    const limit = limitOf('host', 2);
    const [first, second] = [await open([limit]), await open([limit])];
    const options = { max: 2, leaseMs: 15_000, urgent: true };
    const elsewhere = leases.acquire('host', options);
    const mustYield = () => limiter.mustYield(['another host', 'host']);
    await clock.advance(renewalIntervalMs - 1);
    expect(mustYield()).toBe(false);
    await clock.advance(1);
    expect(mustYield()).toBe(true);
    first.markEnding();
    expect(mustYield()).toBe(false);
    await first.release();
    expect((await elsewhere).kind).toBe('lease');
    expect(mustYield()).toBe(false);
    leases.acquire('host', options);
    await clock.advance(renewalIntervalMs);
    expect(mustYield()).toBe(true);
    await second.release();
    expect(mustYield()).toBe(false);
  });

  it('ends for the second of two single requests when the first one has got the lease of another session', async () => {
    const { clock, limiter, connect, open } = startLimiter();
    const limit = limitOf('host', 2);
    const [first] = [await open([limit]), await open([limit])];
    const waiting = [connect([limit]), connect([limit])];
    await clock.advance(0);
    first.markEnding();
    await first.release();
    first.markEnding();
    await clock.advance(0);
    expect(waiting.map(({ grant }) => grant?.kind)).toEqual(['lease', undefined]);
    expect(limiter.mustYield(['host'])).toBe(true);
  });
});

describe('An idle session', () => {
  it('need not end for a socket that another one is about to give up', async () => {
    const { clock, limiter, connect, open } = startLimiter(1);
    const ending = await open([limitOf('elsewhere', 9)]);
    const waiting = connect([limitOf('host', 1)]);
    await clock.advance(0);
    expect(limiter.isContended(['elsewhere'])).toBe(true);
    ending.markEnding();
    expect(limiter.isContended(['elsewhere'])).toBe(false);
    const another = connect([limitOf('host', 1)]);
    await clock.advance(0);
    expect(limiter.isContended(['elsewhere'])).toBe(true);
    await ending.release();
    await clock.advance(0);
    expect([waiting.grant?.kind, another.grant]).toEqual(['lease', undefined]);
  });

  it('need not end for a lease that the store is about to grant, but for one that takes a quarter of a second', async () => {
    const { clock, leases, limiter, closed, connect } = startLimiter();
    leases.acquire = () => new Promise(() => {});
    connect([limitOf('host', 1)]);
    await clock.advance(249);
    expect([closed, limiter.isContended(['host']), limiter.mustYield(['host'])]).toEqual([[], false, false]);
    await clock.advance(1);
    expect([closed, limiter.isContended(['host']), limiter.mustYield(['host'])]).toEqual([
      ['host'],
      true,
      true,
    ]);
  });
});

describe('A pause', () => {
  it.each([
    [10_000, 'lease'],
    [10_001, 'pause'],
  ])('of %i ms ends in a %s for those who can wait for long', async (durationMs, kind) => {
    const { clock, limiter, connect, asked } = startLimiter();
    await limiter.pause('host', { until: clock.now() + durationMs, reason: 'limited' });
    const waiting = connect([limitOf('host', 1)], { waitUntil: clock.now() + 600_000 });
    await clock.advance(0);
    expect(waiting.grant?.kind).toBe(kind === 'pause' ? 'pause' : undefined);
    await clock.advance(durationMs - 1);
    expect(asked).toEqual(['host 1']);
    await clock.advance(1);
    expect(waiting.grant?.kind).toBe(kind);
  });

  it('that has just ended by the clock of the store is waited out for a millisecond', async () => {
    const { clock, leases, connect, asked } = startLimiter();
    const { acquire } = leases;
    let answers = 0;
    leases.acquire = (...options) => {
      answers += 1;
      const until = clock.now() - 5;
      const granted = acquire(...options);
      return answers > 1 ? granted : granted.then(() => ({ kind: 'pause', until, reason: 'limited' }));
    };
    const waiting = connect([limitOf('host', 2)], { waitUntil: clock.now() + 1 });
    await clock.advance(0);
    expect([waiting.grant, asked.length]).toEqual([undefined, 1]);
    await clock.advance(1);
    expect(waiting.grant?.kind).toBe('lease');
  });

  it('counts, too, if the process stood still before it heard of it', async () => {
    const { clock, limiter, leases, connect } = startLimiter();
    const until = clock.now() + 600_000;
    await limiter.pause('host', { until, reason: 'blocked' });
    const { acquire } = leases;
    leases.acquire = async (...options) => {
      const answer = await acquire(...options);
      clock.leap(60_000);
      return answer;
    };
    const paused = connect([limitOf('host', 1)]);
    await clock.advance(0);
    expect(paused.grant).toMatchObject({ kind: 'pause', until });
  });

  it('that the store loses is no reason to fail', async () => {
    const { leases, limiter } = startLimiter();
    leases.pause = () => Promise.reject(new Error('The store is away.'));
    await limiter.pause('host', { until: 1, reason: 'limited' });
  });

  it('that begins while a session waits for a socket is found out before the socket is used', async () => {
    const { clock, limiter, connect, open, closed } = startLimiter(1);
    const only = await open([limitOf('elsewhere', 1)]);
    const waiting = connect([limitOf('host', 1)]);
    await clock.advance(0);
    expect(closed).toEqual([undefined]);
    const until = clock.now() + 60_000;
    await limiter.pause('host', { until, reason: 'blocked' });
    await only.release();
    await clock.advance(0);
    expect(waiting.grant).toEqual({
      ...{ kind: 'pause', reason: 'blocked', until, scope: 'exchange', key: 'host' },
    });
    await open([limitOf('elsewhere', 1)]);
  });
});

describe('A socket', () => {
  /** Somebody has waited for the only socket and got it, but another process has the lease. */
  async function socketWithoutLease(changes: AcquireChanges = {}) {
    const world = startLimiter(1);
    const { clock, leases, connect, open } = world;
    const only = await open([limitOf('elsewhere', 1)]);
    const waiting = connect([limitOf('host', 1)], changes);
    await clock.advance(0);
    const other = await leases.acquire('host', { max: 1, leaseMs: 600_000 });
    await only.release();
    await clock.advance(0);
    const releaseOther = async () => {
      if (other.kind === 'lease') await other.release();
      await clock.advance(0);
    };
    return { ...world, waiting, releaseOther };
  }

  it('that somebody has waited for is theirs alone', async () => {
    const { clock, connect, releaseOther, waiting } = await socketWithoutLease();
    await releaseOther();
    const next = connect([limitOf('third', 1)]);
    await clock.advance(0);
    expect([waiting.grant?.kind, next.grant]).toEqual(['lease', undefined]);
    if (waiting.grant?.kind === 'lease') await waiting.grant.release();
    await clock.advance(0);
    expect(next.grant?.kind).toBe('lease');
  });

  it('is given up after a quarter of a second if the leases for it are gone meanwhile', async () => {
    const { clock, connect, waiting, releaseOther } = await socketWithoutLease();
    const next = connect([limitOf('third', 1)]);
    await clock.advance(249);
    expect(next.grant).toBeUndefined();
    await clock.advance(1);
    expect([next.grant?.kind, waiting.grant]).toEqual(['lease', undefined]);
    if (next.grant?.kind === 'lease') await next.grant.release();
    await releaseOther();
    expect(waiting.grant?.kind).toBe('lease');
    if (waiting.grant?.kind === 'lease') await waiting.grant.release();
    expect(clock.pending).toBe(0);
  });

  it('is given up at once by those who leave while they ask for the leases for it', async () => {
    const controller = new AbortController();
    const { clock, open, waiting } = await socketWithoutLease({ signal: controller.signal });
    const reason = new Error('gone');
    controller.abort(reason);
    await clock.advance(0);
    expect(waiting.error).toBe(reason);
    await open([limitOf('third', 1)]);
  });

  it('is given up with the error if the store fails while it is asked for the leases', async () => {
    const { clock, leases, connect, open } = startLimiter(1);
    const only = await open([limitOf('elsewhere', 1)]);
    const waiting = connect([limitOf('host', 1)]);
    await clock.advance(0);
    const { acquire } = leases;
    leases.acquire = () => {
      leases.acquire = acquire;
      return Promise.reject(new Error('The store is away.'));
    };
    await only.release();
    await clock.advance(0);
    expect(waiting.error).toEqual(new Error('The store is away.'));
    await open([limitOf('third', 1)]);
  });

  it('of bulk work asks for its lease anew when a single request comes or the limit changes', async () => {
    const { clock, limiter, connect, asked, waiting } = await socketWithoutLease({ share: bulkShare });
    const before = asked.length;
    limiter.onLimitChange('host');
    await clock.advance(0);
    expect([asked.length, waiting.error]).toEqual([before + 1, undefined]);
    connect([limitOf('host', 1)]);
    await clock.advance(0);
    expect(asked.length).toBeGreaterThan(before + 1);
    expect([waiting.grant, waiting.error]).toEqual([undefined, undefined]);
  });
});
