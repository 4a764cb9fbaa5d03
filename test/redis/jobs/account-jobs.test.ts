import { expect, it } from 'vitest';
import { redisStores } from '../../../adapters/redis/index.ts';
import { addresses, attemptAt, newJob } from '../../../contract/jobs/sample-data.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import { redisOfFile } from '../../support/redis-server.ts';

const server = await redisOfFile();

let prefixes = 0;

interface Store {
  readonly jobs: JobStore;
  readonly prefix: string;
  /** The key of the jobs of acme. */
  readonly index: string;
  ids(): Promise<readonly string[]>;
}

async function withStore(body: (store: Store) => Promise<void>): Promise<void> {
  prefixes += 1;
  const prefix = `jobs-${prefixes}`;
  const stores = redisStores(server.url, { prefix });
  const { jobs } = stores;
  const ids = async () => (await jobs.ofAccount('acme', { limit: 1_000 })).map(({ id }) => id);
  try {
    await body({ jobs, prefix, index: `{${prefix}:jobs}:account:acme`, ids });
  } finally {
    await stores.close();
  }
}

async function finish(jobs: JobStore, id: string): Promise<void> {
  await jobs.record(id, [attemptAt(0)], { at: 2_000 });
}

it('the jobs of an account leave out one whose entry is left although it was deleted', () =>
  withStore(async ({ jobs, index, ids }) => {
    await jobs.create(newJob(), addresses(1));
    await server.cli('COPY', index, `${index}:kept`);
    await finish(jobs, 'job');
    await jobs.delete('job');
    expect(await server.cli('EXISTS', index)).toBe('0');
    await server.cli('RENAME', `${index}:kept`, index);
    expect(await ids()).toEqual([]);
    expect(await server.cli('EXISTS', index)).toBe('0');
  }));
