import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hasDied, thisProcess } from '../../adapters/sqlite/process-identity.ts';
import { startChild } from './child-process.ts';
import { openStores, temporaryFile } from './temporary-file.ts';

/** Longer than a test may take: nobody waits for this lease to lapse. */
const leaseMs = 600_000;

// Elsewhere than on Linux, a process cannot be recognised for certain, and the lease has to lapse.
describe.runIf(process.platform === 'linux')('a process that is killed while it leads a flight', () => {
  const leader = `
    await stores.flights.join('key', { leaseMs: ${leaseMs} });
    console.log('leads');
    await new Promise(() => setInterval(() => {}, 1_000));`;

  it('no longer keeps its followers waiting', async () => {
    const file = await temporaryFile();
    const child = startChild(file, leader);
    await child.reaches(1);
    const { flights } = openStores(file);
    const following = flights.join('key', { leaseMs });
    // Joins are answered in their order: by now the first one waits.
    await flights.join('another key', { leaseMs });
    await child.kill();
    expect(await following).toEqual({ kind: 'ended' });
    expect(await flights.join('key', { leaseMs })).toMatchObject({ kind: 'lease', releasedBefore: false });
  });

  it('is no obstacle to whoever joins later', async () => {
    const file = await temporaryFile();
    const child = startChild(file, leader);
    await child.reaches(1);
    await child.kill();
    expect(await openStores(file).flights.join('key', { leaseMs })).toMatchObject({ kind: 'lease' });
  });

  it('is recognised by its start, and only on the same machine and in the same container', () => {
    const [space, pid, startTime] = thisProcess.split(' ');
    expect(hasDied(thisProcess)).toBe(false);
    expect(hasDied(`${space} ${pid} ${Number(startTime) - 1}`)).toBe(true);
    expect(hasDied(`other-boot/pid:[1] ${pid} 1`)).toBe(false);
    expect(hasDied(`${space} 4194305 ${startTime}`)).toBe(true);
    expect(hasDied('')).toBe(false);
  });
});

it('flights survive the loss of the file beside', async () => {
  const file = await temporaryFile();
  const { flights } = openStores(file);
  const lease = await flights.join('key', { leaseMs });
  if (lease.kind !== 'lease') throw new Error('Nobody else leads.');
  for (const suffix of ['', '-wal', '-shm']) await rm(`${file}-pacing${suffix}`, { force: true });
  expect(await lease.renew()).toBe(true);
  await lease.release();
  expect(await flights.join('key', { leaseMs })).toMatchObject({ kind: 'lease', releasedBefore: true });
});
