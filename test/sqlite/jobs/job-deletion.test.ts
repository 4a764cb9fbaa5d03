import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { addresses, attemptsFrom, newJob, submittedAt } from '../../../contract/jobs/sample-data.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import { openStores, temporaryFile } from '../temporary-file.ts';

async function createCompleted(jobs: JobStore, total: number): Promise<void> {
  await jobs.create(newJob(), addresses(total));
  for (let first = 0; first < total; first += 1_000)
    await jobs.record('job', attemptsFrom(first, Math.min(1_000, total - first)), { at: submittedAt });
}

function rowsLeft(file: string): unknown {
  const database = new Libsql(file);
  const tables = ['jobs', 'removed_jobs', 'job_items', 'job_progress', 'job_results', 'job_open_items'];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ');
  const { rows } = database.prepare(`SELECT ${counts} AS rows`).get() as { rows: number };
  database.close();
  return rows;
}

it('a deleted job leaves no rows, and its deletion does not block the event loop', async () => {
  const file = await temporaryFile();
  const { jobs } = openStores(file);
  await createCompleted(jobs, 20_000);
  let iterations = 0;
  let done = false;
  const counting = (async () => {
    for (; !done; iterations += 1) await yieldToEventLoop();
  })();
  await jobs.delete('job').finally(() => {
    done = true;
  });
  await counting;
  expect(iterations).toBeGreaterThan(20);
  expect(rowsLeft(file)).toBe(0);
});

const removed = 'INSERT INTO removed_jobs SELECT number FROM jobs; DELETE FROM jobs;';
const someResults = `DELETE FROM job_results WHERE id IN (SELECT result_id FROM job_progress ORDER BY place LIMIT 250);
  DELETE FROM job_progress WHERE place IN (SELECT place FROM job_progress ORDER BY place LIMIT 250);`;
const allResults = 'DELETE FROM job_results; DELETE FROM job_progress;';
const someItems = 'DELETE FROM job_items WHERE place IN (SELECT place FROM job_items LIMIT 32);';

it.each([
  ['removed its row', removed],
  ['deleted some results', removed + someResults],
  ['deleted all results', removed + allResults],
  ['deleted some items', removed + allResults + someItems],
  ['deleted all items', `${removed}${allResults}DELETE FROM job_items;`],
])(
  'what a process left behind that had %s of a job when it died is deleted by the next clean-up',
  async (_, sql) => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await createCompleted(stores.jobs, 2_000);
    const killed = new Libsql(file);
    killed.exec(sql);
    killed.close();
    expect(await stores.jobs.get('job')).toBeUndefined();
    await expect(stores.jobs.page('job', { offset: 0, limit: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await stores.jobs.finished({ limit: 10 })).jobs).toEqual([]);
    expect(await stores.jobs.deleteFinished({ olderThanMs: 1e12, limit: 10 })).toBe(0);
    expect(rowsLeft(file)).toBe(0);
  },
);
