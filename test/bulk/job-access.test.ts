import { describe, expect, it } from 'vitest';
import { NotFound } from '../../src/errors.ts';
import { addresses, type BulkFixture, bulkFixture } from './bulk-fixture.ts';

type Call = (
  bulk: BulkFixture['bulk'],
  jobId: string,
  access: { readonly keyId?: string },
) => Promise<unknown>;

const calls: readonly (readonly [string, Call])[] = [
  ['get', (bulk, jobId, access) => bulk.get(jobId, access)],
  ['results', (bulk, jobId, access) => bulk.results(jobId, access)],
  ['cancel', (bulk, jobId, access) => bulk.cancel(jobId, access)],
  ['delete', (bulk, jobId, access) => bulk.delete(jobId, access)],
];

/** A job that has finished, and one that runs, both of one key. */
async function startWithJobs() {
  const fixture = bulkFixture(() => 'safe');
  const { bulk, advanceUntil } = fixture;
  const finished = await bulk.submit(addresses(2), { keyId: 'own' });
  const worker = bulk.work();
  await advanceUntil(async () => (await bulk.get(finished.id)).status === 'complete');
  await worker.close();
  const running = await bulk.submit(addresses(3), { keyId: 'own' });
  return { bulk, finished: finished.id, running: running.id };
}

describe('A job of an API key', () => {
  it.each(calls)('is not found by %s with another key, and stays as it is', async (_, call) => {
    const { bulk, finished, running } = await startWithJobs();
    for (const jobId of [finished, running])
      await expect(call(bulk, jobId, { keyId: 'other' })).rejects.toThrow(NotFound);
    expect(await bulk.get(finished)).toMatchObject({ status: 'complete' });
    expect(await bulk.get(running)).toMatchObject({ status: 'pending' });
  });

  it.each(calls.filter(([name]) => name !== 'delete'))(
    'is found by %s with its own key, and without one by whoever runs the service',
    async (_, call) => {
      const { bulk, finished } = await startWithJobs();
      await expect(call(bulk, finished, { keyId: 'own' })).resolves.not.toThrow();
      await expect(call(bulk, finished, {})).resolves.not.toThrow();
    },
  );

  it.each(calls)('that nobody owns is not found by %s with any key', async (_, call) => {
    const { bulk } = bulkFixture(() => 'safe');
    const { id: jobId } = await bulk.submit(addresses(2));
    await expect(call(bulk, jobId, { keyId: 'other' })).rejects.toThrow(NotFound);
    expect(await bulk.get(jobId)).toMatchObject({ status: 'pending' });
  });

  it('is listed with its own key only', async () => {
    const { bulk, finished, running } = await startWithJobs();
    const idsOf = async (keyId: string) => {
      const ids: string[] = [];
      for await (const { id } of bulk.list({ keyId })) ids.push(id);
      return ids;
    };
    expect((await idsOf('own')).sort()).toEqual([finished, running].sort());
    expect(await idsOf('other')).toEqual([]);
  });
});
