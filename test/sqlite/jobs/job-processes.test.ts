import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { itemsPerRow } from '../../../adapters/sqlite/jobs/job-item-tables.ts';
import { auditedJob, itemsOf } from '../../../contract/jobs/audit.ts';
import { addresses, newJob, verification } from '../../../contract/jobs/sample-data.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startChild } from '../child-process.ts';
import { openStores, temporaryFile } from '../temporary-file.ts';

/** For the child process: writes synchronously, so that the output is read even if the process dies at once. */
const prelude = `
  import { writeSync } from 'node:fs';
  const say = (text) => writeSync(1, text + '\\n');
  const result = ${JSON.stringify(verification())};
  const attempt = (position, number) =>
    ({ position, attempt: number, result, retryAt: number === 1 && position % 10 === 0 ? 1 : null });
`;

function rowsOfItems(file: string): number {
  const database = new Libsql(file);
  const { rows } = database.prepare('SELECT count(*) AS rows FROM job_items').get() as { rows: number };
  database.close();
  return rows;
}

describe('several processes that share one job', () => {
  it('record every attempt once', async () => {
    const file = await temporaryFile();
    const { jobs } = openStores(file);
    await jobs.create(newJob(), addresses(2_000));
    const program = `${prelude}
      let recorded = 0;
      for (const number of [1, 2]) {
        for (let first = 0; first < 2000; first += 50) {
          const attempts = Array.from({ length: 50 }, (_, index) => attempt(first + index, number));
          recorded += (await stores.jobs.record('job', attempts, { at: 1 })).recorded.length;
        }
      }
      say(recorded);`;
    const children = [startChild(file, program), startChild(file, program)];
    for (const child of children) expect(await child.ends()).toBe(0);
    expect(children.reduce((sum, { lines }) => sum + Number(lines[0]), 0)).toBe(2_200);
    expect(await auditedJob(jobs, 'job')).toMatchObject({ processed: 2_000, retried: 200, completedAt: 1 });
  });

  it('create it once, and leave nothing of the failed attempts', async () => {
    const file = await temporaryFile();
    const program = (name: string) => `${prelude}
      const items = Array.from({ length: 20000 }, (_, index) => ({ email: '${name}' + index + '@example.com' }));
      const job = { ...${JSON.stringify(newJob())}, id: '${name}', idempotency: { key: 'k', fingerprint: 'f' } };
      const answer = await stores.jobs.create(job, items);
      say(answer.created + ' ' + answer.job.id);`;
    const children = ['a', 'b', 'c'].map((name) => startChild(file, program(name)));
    for (const child of children) expect(await child.ends()).toBe(0);
    const { jobs } = openStores(file);
    const [job, ...others] = await jobs.unfinished({ limit: 10 });
    const id = job?.id ?? '';
    expect(others).toEqual([]);
    expect(children.flatMap(({ lines }) => lines).sort()).toEqual([
      `false ${id}`,
      `false ${id}`,
      `true ${id}`,
    ]);
    const items = (await itemsOf(jobs, id)).map(({ item }) => item);
    expect(items).toEqual(addresses(20_000).map((_, index) => ({ email: `${id}${index}@example.com` })));
  });
});

describe('a process that is killed', () => {
  it.each([1, 3, 6])(
    'after %i jobs has created each of them completely, and leaves no others',
    async (count) => {
      const file = await temporaryFile();
      const child = startChild(
        file,
        `${prelude}
      const items = Array.from({ length: 10000 }, (_, index) => ({ email: 'user' + index + '@example.com' }));
      for (let number = 0; ; number += 1) {
        await stores.jobs.create({ ...${JSON.stringify(newJob())}, id: 'job ' + number }, items);
        say('job ' + number);
      }`,
      );
      await child.reaches(count);
      await child.kill();

      // By this clock, a draft has expired.
      const { jobs } = openStores(file, { clock: new ManualClock() });
      expect(await jobs.sweepDrafts()).toEqual([]);
      const found = (await jobs.unfinished({ limit: 1_000 })).map(({ id }) => id);
      expect(found).toEqual(expect.arrayContaining([...child.lines]));
      expect(found.length - child.lines.length).toBeLessThanOrEqual(1);
      for (const id of found)
        expect((await itemsOf(jobs, id)).map(({ item }) => item)).toEqual(addresses(10_000));
      expect(rowsOfItems(file)).toBe(found.length * Math.ceil(10_000 / itemsPerRow));
      const next = await jobs.create(newJob({ id: 'next' }), addresses(10_000));
      expect(next.created).toBe(true);
      await auditedJob(jobs, 'next');
    },
  );

  it.each([1, 20, 150])('after %i results has lost none, and counted none twice', async (answers) => {
    const file = await temporaryFile();
    const before = openStores(file);
    await before.jobs.create(newJob(), addresses(100_000));
    await before.close();
    const child = startChild(
      file,
      `${prelude}
      const record = async (position) => {
        for (; ; position = (position + 7919) % 100000) {
          for (const number of [1, 2]) {
            const { recorded } = await stores.jobs.record('job', [attempt(position, number)], { at: 1 });
            if (recorded.length > 0) say(position + ' ' + number);
          }
        }
      };
      await Promise.all(Array.from({ length: 10 }, (_, index) => record(index * 10)));`,
    );
    await child.reaches(answers);
    await child.kill();

    const { jobs } = openStores(file);
    const { processed, retried } = await auditedJob(jobs, 'job');
    expect(processed + retried).toBeGreaterThanOrEqual(child.lines.length);
    const items = await itemsOf(jobs, 'job');
    for (const line of child.lines) {
      const [position = -1, number = 0] = line.split(' ').map(Number);
      expect(items[position]?.attempts).toBeGreaterThanOrEqual(number);
    }
  });
});
