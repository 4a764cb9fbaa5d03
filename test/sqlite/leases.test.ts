import { writeFile } from 'node:fs/promises';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Lease, Leases } from '../../src/ports/leases.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startChild } from './child-process.ts';
import { openStores, temporaryFile } from './temporary-file.ts';

const one = { max: 1, leaseMs: 60_000 };

/** Two handles on one file count as two processes. */
async function twoProcesses(): Promise<{ clock: ManualClock; first: Leases; second: Leases }> {
  const file = await temporaryFile();
  const clock = new ManualClock();
  return {
    clock,
    first: openStores(file, { clock }).leases,
    second: openStores(file, { clock }).leases,
  };
}

async function leaseFrom(leases: Leases): Promise<Lease> {
  const grant = await leases.acquire('mx', one);
  if (grant.kind !== 'lease') throw new Error('paused');
  return grant;
}

// Elsewhere than on Linux, a process cannot be recognised for certain, and its leases have to lapse.
describe.runIf(process.platform === 'linux')('the leases of a process that was killed', () => {
  /** Longer than a test may take: nobody waits for these leases to lapse. */
  const two = { max: 2, leaseMs: 600_000 };

  it('count until servers have seen the end of its connections, and those of a living one go on', async () => {
    const file = await temporaryFile();
    const clock = new ManualClock(Date.now());
    const { leases } = openStores(file, { clock });
    const lease = await leases.acquire('mx', two);
    if (lease.kind !== 'lease') throw new Error('paused');
    const child = startChild(
      file,
      `
      await stores.leases.acquire('mx', ${JSON.stringify(two)});
      console.log('holds');
      await new Promise(() => setInterval(() => {}, 1_000));`,
    );
    await child.reaches(1);
    let granted = 0;
    const acquire = async () => {
      await leases.acquire('mx', two);
      granted += 1;
    };
    const [first, second] = [acquire(), acquire()];
    await clock.advance(60_000);
    expect(granted).toBe(0);
    await child.kill();
    await clock.advance(4_900);
    expect(granted).toBe(0);
    await clock.advance(200);
    await first;
    await clock.advance(60_000);
    expect(granted).toBe(1);
    await lease.release();
    await second;
  });
});

describe('limits shared by two processes', () => {
  it('count the leases of both processes', async () => {
    const { clock, first, second } = await twoProcesses();
    const lease = await leaseFrom(first);
    let granted = false;
    const waiting = leaseFrom(second).then(() => {
      granted = true;
    });
    await clock.advance(10_000);
    expect(granted).toBe(false);
    await lease.release();
    await clock.advance(100);
    await waiting;
  });

  it('free the leases of a killed process after they expire', async () => {
    const { clock, first, second } = await twoProcesses();
    await leaseFrom(first);
    const waiting = leaseFrom(second);
    await clock.advance(60_100);
    await waiting;
  });

  it('prevent a busy process from starving the other', async () => {
    const { clock, first, second } = await twoProcesses();
    const order: string[] = [];
    const visit = async (name: string, leases: Leases) => {
      const lease = await leaseFrom(leases);
      order.push(name);
      await lease.release();
    };
    const lease = await leaseFrom(first);
    const visits = [1, 2, 3].map(() => visit('first', first));
    await clock.advance(0);
    visits.push(...[1, 2].map(() => visit('second', second)));
    await clock.advance(0);
    await lease.release();
    await clock.advance(1_000);
    await Promise.all(visits);
    expect(order).toEqual(['first', 'second', 'first', 'second', 'first']);
  });

  it('skip a process whose callers stopped waiting', async () => {
    const { clock, first, second } = await twoProcesses();
    const lease = await leaseFrom(first);
    const controller = new AbortController();
    const leaving = second.acquire('mx', { ...one, signal: controller.signal });
    await clock.advance(0);
    controller.abort(new Error('no longer wanted'));
    await expect(leaving).rejects.toThrow('no longer wanted');
    await clock.advance(0);
    await lease.release();
    await leaseFrom(first);
  });

  it('soon skip a process that was killed while waiting', async () => {
    const file = await temporaryFile();
    const clock = new ManualClock();
    const first = openStores(file, { clock }).leases;
    const lease = await leaseFrom(first);
    const killed = openStores(file, { clock: new ManualClock() }).leases;
    killed.acquire('mx', one).catch(() => {});
    await clock.advance(0);
    await lease.release();
    let granted = false;
    const waiting = leaseFrom(first).then(() => {
      granted = true;
    });
    await clock.advance(900);
    expect(granted).toBe(false);
    await clock.advance(200);
    await waiting;
  });

  it('return a pause to callers that wait in the other process', async () => {
    const { clock, first, second } = await twoProcesses();
    await leaseFrom(first);
    const waiting = second.acquire('mx', one);
    const pause = { until: clock.now() + 5_000.5, reason: 'limited' } as const;
    await first.pause('mx', pause);
    await clock.advance(100);
    expect(await waiting).toEqual({ kind: 'pause', ...pause });
  });

  it('are reset if their file is damaged', async () => {
    const file = await temporaryFile();
    await writeFile(`${file}-pacing`, 'no database, '.repeat(1_000));
    const clock = new ManualClock();
    const { leases } = openStores(file, { clock });
    const waiting = leaseFrom(leases);
    await clock.advance(10);
    await waiting;
  });
});

it('releases are forgotten, in however many places they were', async () => {
  const file = await temporaryFile();
  const clock = new ManualClock();
  const { leases } = openStores(file, { clock });
  const visit = async (place: string) => {
    const lease = await leases.acquire(place, { ...one, isRemembered: true });
    if (lease.kind === 'lease') await lease.release();
  };
  for (let number = 0; number < 40; number += 1) await visit(`before ${number}`);
  await clock.advance(10_000);
  for (let number = 0; number < 10; number += 1) await visit(`after ${number}`);
  const database = new Libsql(`${file}-pacing`);
  onTestFinished(() => {
    database.close();
  });
  expect(database.prepare('SELECT count(*) AS rows FROM lease_states').get()).toMatchObject({ rows: 10 });
});

describe('a process with an urgent caller', () => {
  it('goes before others with that caller alone', async () => {
    const { clock, first, second } = await twoProcesses();
    const three = { ...one, max: 3 };
    const held = [await leaseFrom(first), await first.acquire('mx', three), await first.acquire('mx', three)];
    const served: string[] = [];
    const acquire = (leases: Leases, name: string) =>
      leases.acquire('mx', { ...three, urgent: name === 'urgent' }).then(() => served.push(name));
    const patient = acquire(second, 'patient');
    await clock.advance(100);
    const others = [acquire(first, 'urgent'), acquire(first, 'behind it')];
    await clock.advance(100);
    await Promise.all(held.map((lease) => (lease.kind === 'lease' ? lease.release() : undefined)));
    await clock.advance(1_000);
    await Promise.all([patient, ...others]);
    expect(served).toEqual(['urgent', 'patient', 'behind it']);
  });
});

describe('a process whose urgent caller has left', () => {
  it('keeps its place in the queue for its other callers, but goes before nobody', async () => {
    const { clock, first, second } = await twoProcesses();
    const held = await leaseFrom(first);
    const served: string[] = [];
    const acquire = (leases: Leases, name: string) => leaseFrom(leases).then(() => served.push(name));
    const patient = acquire(second, 'patient');
    await clock.advance(100);
    const controller = new AbortController();
    const leaving = first.acquire('mx', { ...one, urgent: true, signal: controller.signal });
    leaving.catch(() => {});
    const staying = acquire(first, 'staying');
    await clock.advance(100);
    // The lease is free before the file says that nobody urgent waits any more.
    const released = held.release();
    controller.abort(new Error('gone'));
    await released;
    await clock.advance(1_000);
    expect(served).toEqual(['patient']);
    await clock.advance(60_000);
    await Promise.all([patient, staying]);
  });
});
