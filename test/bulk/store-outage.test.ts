import { expect, it, vi } from 'vitest';
import { delay } from '../../src/concurrency/deadline.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { bulkFixture } from './bulk-fixture.ts';

it('handles every rejection when the store fails while other addresses are under way', async () => {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', collect);
  const { bulk, jobs, advanceUntil, clock } = bulkFixture(async (email, _attempt, clock) => {
    if (email.startsWith('slow')) await delay(clock, 5_000);
    return 'safe' as const;
  });
  const { id: jobId } = await bulk.submit(['ann@example.com', 'slow@example.com']);
  const record = vi.spyOn(jobs, 'record').mockRejectedValue(new StorageUnavailable('The disk is away.'));
  const worker = bulk.work();
  await clock.advance(2_000);
  record.mockRestore();
  await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
  await worker.close();
  process.off('unhandledRejection', collect);
  expect(unhandled).toEqual([]);
});
