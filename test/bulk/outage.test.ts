import { expect, it } from 'vitest';
import { delay } from '../../src/concurrency/deadline.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { bulkScene } from './scene.ts';

it('leaves no rejection behind when its store fails while other addresses are still under way', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const { bulk, jobs, until, clock } = bulkScene(async (email, _attempt, clock) => {
    if (email.startsWith('slow')) await delay(clock, 5_000);
    return 'safe' as const;
  });
  const { job_id } = await bulk.submit(['ann@example.com', 'slow@example.com']);
  const record = jobs.record.bind(jobs);
  jobs.record = async () => {
    throw new StorageUnavailable('The disk is away.');
  };
  const worker = bulk.work();
  await clock.advance(2_000);
  jobs.record = record;
  await until(async () => (await bulk.status(job_id)).status === 'complete');
  await worker.close();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
