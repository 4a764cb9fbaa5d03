import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import type { Lease, LeaseRenewal } from '../../../src/ports/leases.ts';
import { leaseMs, RenewedLeases } from '../../../src/probe/session/renewed-leases.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { withResolvers } from '../../support/until.ts';

const key = 'host:mx.example.com';
const renewalMs = leaseMs / 3;

/** The leases of a process whose clock is its own: it can stand still while the time of the store goes on. */
function startLeases() {
  const [storeClock, clock] = [new ManualClock(), new ManualClock()];
  const store = memoryStores({ clock: storeClock });
  let lost = 0;
  const onLost = () => {
    lost += 1;
  };
  const leases = new RenewedLeases({ clock, onLost, onRenewed: () => {} });
  const acquire = async (): Promise<Lease> => {
    const lease = await store.leases.acquire(key, {
      max: 1,
      leaseMs,
      signal: new AbortController().signal,
    });
    if (lease.kind !== 'lease') throw new Error('No lease was granted.');
    return lease;
  };
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) {
      await storeClock.advance(Math.min(left, 1_000));
      await clock.advance(Math.min(left, 1_000));
    }
  };
  return { clock, storeClock, leases, acquire, pass, lost: () => lost };
}

/** A lease whose next renewal is answered only once `answer` is called, though the store has done it at once. */
function withLateAnswer(lease: Lease): {
  lease: Lease;
  answer: () => void;
  renewals: () => number;
} {
  let renewals = 0;
  const { promise: answered, resolve: answer } = withResolvers();
  return {
    lease: {
      ...lease,
      release: () => lease.release(),
      async renew() {
        const renewed = await lease.renew();
        renewals += 1;
        if (renewals === 1) await answered;
        return renewed;
      },
    },
    answer: () => answer(),
    renewals: () => renewals,
  };
}

describe('the leases of a connection', () => {
  it('are asked for again at once if the process stood still until the answer was too old to rely on', async () => {
    const { clock, storeClock, leases, acquire, pass, lost } = startLeases();
    const { lease, answer, renewals } = withLateAnswer(await acquire());
    leases.add(lease, 'exchange');
    await pass(renewalMs);
    expect(renewals()).toBe(1);
    await storeClock.advance(leaseMs + 1);
    clock.leap(leaseMs + 1);
    answer();
    await clock.advance(0);
    expect(renewals()).toBe(2);
    expect(lost()).toBe(1);
  });

  it('are kept if an answer was late and the next one says that they are still valid', async () => {
    const { clock, leases, acquire, pass, lost } = startLeases();
    const { lease, answer, renewals } = withLateAnswer(await acquire());
    leases.add(lease, 'exchange');
    await pass(renewalMs);
    // So long that the next renewal would have been due.
    clock.leap(renewalMs);
    answer();
    await clock.advance(0);
    expect([renewals(), lost()]).toEqual([2, 0]);
    await clock.advance(renewalMs);
    expect(renewals()).toBe(3);
  });
});

/** A lease that notes what is done to it. */
function leaseOf(name: string, log: string[], changes: Partial<Lease> = {}): Lease {
  return {
    kind: 'lease',
    held: 1,
    releasedBefore: false,
    renew: async () => {
      log.push(`renew ${name}`);
      return 'renewed';
    },
    release: async () => {
      log.push(`release ${name}`);
    },
    ...changes,
  };
}

function startNoted() {
  const clock = new ManualClock();
  const log: string[] = [];
  const leases = new RenewedLeases({
    clock,
    onLost: () => log.push('lost'),
    onRenewed: (key, wanted) => log.push(`${key} is ${wanted ? 'wanted' : 'free'}`),
  });
  return { clock, log, leases };
}

describe('each lease of a connection', () => {
  it('are renewed together, at each third of their time', async () => {
    const { clock, log, leases } = startNoted();
    leases.add(leaseOf('exchange', log), 'exchange');
    leases.add(leaseOf('address', log), 'address');
    await clock.advance(renewalMs - 1);
    expect(log).toEqual([]);
    await clock.advance(1);
    expect(log.splice(0)).toEqual(['renew exchange', 'renew address', 'exchange is free', 'address is free']);
    await clock.advance(renewalMs);
    expect(log).toHaveLength(4);
    expect(clock.pending).toBe(1);
  });

  it('say at each renewal for which of them an urgent caller waits', async () => {
    const { clock, log, leases } = startNoted();
    let waiting = true;
    leases.add(leaseOf('exchange', []), 'exchange');
    leases.add(leaseOf('address', [], { renew: async () => (waiting ? 'wanted' : 'renewed') }), 'address');
    await clock.advance(renewalMs);
    expect(log.splice(0)).toEqual(['exchange is free', 'address is wanted']);
    waiting = false;
    await clock.advance(renewalMs);
    expect(log).toEqual(['exchange is free', 'address is free']);
  });

  it('need no timer while there are none', () => {
    expect(startNoted().clock.pending).toBe(0);
  });

  it('say how many the store knew under its key', () => {
    const { log, leases } = startNoted();
    expect(leases.held).toEqual(new Map());
    leases.add(leaseOf('exchange', log, { held: 3 }), 'exchange');
    leases.add(leaseOf('address', log, { held: 1 }), 'address');
    expect(leases.held).toEqual(
      new Map([
        ['exchange', 3],
        ['address', 1],
      ]),
    );
  });

  it('are released once, in reverse order, and then not renewed any more', async () => {
    const { clock, log, leases } = startNoted();
    leases.add(leaseOf('exchange', log), 'exchange');
    leases.add(leaseOf('address', log), 'address');
    await leases.release();
    await leases.release();
    expect(log).toEqual(['release address', 'release exchange']);
    expect(clock.pending).toBe(0);
  });

  it('are all released even if one cannot be', async () => {
    const { log, leases } = startNoted();
    leases.add(leaseOf('exchange', log), 'exchange');
    leases.add(leaseOf('address', log, { release: () => Promise.reject(new Error('away')) }), 'address');
    await leases.release();
    expect(log).toEqual(['release exchange']);
  });

  it('are lost with any one of them, which is reported once', async () => {
    const { clock, log, leases } = startNoted();
    leases.add(leaseOf('exchange', log), 'exchange');
    leases.add(leaseOf('address', log, { renew: async () => 'ended' }), 'address');
    await clock.advance(3 * renewalMs);
    expect(log).toEqual(['renew exchange', 'lost']);
    expect(clock.pending).toBe(0);
  });

  it('are not lost while the store is out of reach: it has not said so', async () => {
    const { clock, log, leases } = startNoted();
    leases.add(leaseOf('exchange', log, { renew: () => Promise.reject(new Error('away')) }), 'exchange');
    await clock.advance(renewalMs);
    expect(log).toEqual(['exchange is free']);
    expect(clock.pending).toBe(1);
  });

  it('are neither lost nor renewed further if they are released meanwhile', async () => {
    for (const renewal of ['renewed', 'wanted', 'ended'] as const) {
      const { clock, log, leases } = startNoted();
      let answer = (_: LeaseRenewal) => {};
      const renew = () => new Promise<LeaseRenewal>((resolve) => (answer = resolve));
      leases.add(leaseOf('exchange', log, { renew }), 'exchange');
      await clock.advance(renewalMs);
      await leases.release();
      answer(renewal);
      await yieldToEventLoop();
      expect(log).toEqual(['release exchange']);
      expect(clock.pending).toBe(0);
    }
  });
});
