import { describe, expect, it, onTestFinished } from 'vitest';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine, type Engine, StorageUnavailable } from '../../src/index.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import { eachStorage, storageNames } from '../credits/stores.ts';
import { changedPort } from '../stores/changed-port.ts';
import { until } from '../support/until.ts';

const storages = eachStorage();

const people = Array.from({ length: 5 }, (_, number) => `person${number}`);
const emails = people.map((name) => `${name}@company.example.com`);
const rows = people.map((name) => ({ first_name: name, last_name: 'Lee', domain: 'company.example.com' }));
const patiently = { timeout: 20_000 };
/** What a search asks about. */
const candidates = people.flatMap((name) =>
  [name, `${name}.lee`, `${name[0]}lee`].map((localPart) => `${localPart}@company.example.com`),
);

/** A storage with two processes, of which one works on lists, and records as told. */
async function start(
  storage: (typeof storageNames)[number],
  record: (
    jobs: JobStore,
    other: Engine,
    ...call: Parameters<JobStore['record']>
  ) => ReturnType<JobStore['record']>,
) {
  const sandbox = await startSandbox({
    domains: { 'company.example.com': { mx: ['mx.example.com'], mailboxes: [...people, 'person0.lee'] } },
    exchanges: { 'mx.example.com': {} },
  });
  const stores = await storages.open[storage]();
  const startProcess = (jobs: JobStore) =>
    createEngine(
      { ...stores, jobs, ...netPorts(sandbox.network), close: async () => {} },
      { bulk: { leaseMs: 400 } },
    );
  const other = startProcess(stores.jobs);
  const jobs = changedPort(stores.jobs, { record: record.bind(undefined, stores.jobs, other) });
  const working = startProcess(jobs);
  onTestFinished(async () => {
    await Promise.all([working.close(), other.close()]);
    await stores.close();
    await sandbox.close();
  });
  await other.accounts.grant('acme', { id: 'first', milliCredits: 100_000 });
  working.jobs.work();
  /** Which of the answers an account without credits gets. */
  const freeAnswers = async (addresses: readonly string[]) => {
    const asked = await Promise.allSettled(
      addresses.map((email) => other.verify(email, { account: 'poor' })),
    );
    return addresses.filter((_, n) => asked[n]?.status === 'fulfilled');
  };
  const freeRows = async () => {
    const asked = await Promise.allSettled(rows.map((row) => other.lookup(row, { account: 'poor' })));
    return asked.filter(({ status }) => status === 'fulfilled').length;
  };
  return { other, stores, freeAnswers, freeRows };
}

describe.each(storageNames)('The results of a list, on %s', (storage) => {
  it('are given to nobody if it was cancelled before they were recorded, and its credits went back', async () => {
    let recorded: Awaited<ReturnType<JobStore['record']>> | undefined;
    const { other, freeAnswers } = await start(storage, async (jobs, process, id, ...call) => {
      await process.jobs.cancel(id);
      recorded = await jobs.record(id, ...call);
      return recorded;
    });
    await other.jobs.submit(emails, { account: 'acme' });
    await until(() => recorded !== undefined);
    expect(recorded?.recorded).toEqual([]);
    expect(await other.accounts.balance('acme')).toEqual({ available: 100_000, held: 0 });
    expect(await freeAnswers(emails)).toEqual([]);
  });

  it('are given to nobody if its process dies before they are recorded', async () => {
    let die: ((reason: Error) => void) | undefined;
    const { other, freeAnswers } = await start(
      storage,
      () =>
        new Promise((_, reject) => {
          die = reject;
        }),
    );
    const { id: jobId } = await other.jobs.submit(emails, { account: 'acme' });
    await until(() => die !== undefined);
    await other.jobs.cancel(jobId);
    expect(await freeAnswers(emails)).toEqual([]);
    die?.(new StorageUnavailable('The process dies.'));
  });

  it('cost nobody anything once they are recorded, though the list is then cancelled', async () => {
    const { other, stores, freeAnswers } = await start(storage, (jobs, _, ...call) => jobs.record(...call));
    const { id: jobId } = await other.jobs.submit(emails, { account: 'acme' });
    await untilCompleted(stores.jobs, jobId);
    await other.jobs.cancel(jobId);
    await expect.poll(() => freeAnswers(emails), patiently).toEqual(emails);
    expect(await other.accounts.balance('acme')).toEqual({ available: 99_000, held: 0 });
  });

  it('and what was found out on the way are given to nobody if people are looked up', async () => {
    let recorded: Awaited<ReturnType<JobStore['record']>> | undefined;
    const { other, freeAnswers, freeRows } = await start(storage, async (jobs, process, id, ...call) => {
      await process.jobs.cancel(id);
      recorded = await jobs.record(id, ...call);
      return recorded;
    });
    await other.jobs.submitLookup(rows, { account: 'acme' });
    await until(() => recorded !== undefined);
    expect(recorded?.recorded).toEqual([]);
    expect(await other.accounts.balance('acme')).toEqual({ available: 100_000, held: 0 });
    expect(await freeAnswers(candidates)).toEqual([]);
    expect(await freeRows()).toBe(0);
  });

  it('are known to all who look the same people up once they are recorded', async () => {
    const { other, stores, freeRows } = await start(storage, (jobs, _, ...call) => jobs.record(...call));
    await untilCompleted(stores.jobs, (await other.jobs.submitLookup(rows, { account: 'acme' })).id);
    await expect.poll(freeRows, patiently).toBe(rows.length);
  });
});

async function untilCompleted(jobs: JobStore, id: string): Promise<void> {
  await expect.poll(async () => (await jobs.get(id))?.completedAt, patiently).not.toBeNull();
}
