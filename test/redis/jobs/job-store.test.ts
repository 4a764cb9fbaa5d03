import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { redisStores } from '../../../adapters/redis/index.ts';
import { addresses, verification } from '../../../contract/jobs/sample-data.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import type { JobStore, NewJob } from '../../../src/ports/job-store.ts';
import { redisOfFile } from '../../support/redis-server.ts';
import { withResolvers } from '../../support/until.ts';

const server = await redisOfFile();

const idempotency = { key: 'key', fingerprint: 'f' };

function newJob(fields: Partial<NewJob> = {}): NewJob {
  return {
    id: 'first',
    kind: 'verification',
    account: 'acme',
    keyId: null,
    milliCreditsPerItem: 200,
    submittedAt: 1_000,
    idempotency,
    ...fields,
  };
}

/** More items than one script call stages. */
const many = addresses(2_500);

interface Scene {
  readonly prefix: string;
  readonly jobs: JobStore;
  /** A store whose creations stop before the last step until they are released. */
  readonly slow: JobStore;
  /** Resolves when a creation of `slow` has reached its last step. */
  readonly ready: Promise<void>;
  goOn(): void;
  /** Ends the creator before its last step. */
  die(): void;
}

async function scene(body: (scene: Scene) => Promise<void>): Promise<void> {
  const prefix = `jobs-${randomUUID()}`;
  const stores = redisStores(server.url, { prefix });
  const client = new Redis(server.url, { lazyConnect: true, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  const ready = withResolvers();
  const gate = withResolvers();
  gate.promise.catch(() => {});
  const { defineCommand } = client;
  client.defineCommand = (name, definition) => {
    defineCommand.call(client, name, definition);
    if (name !== 'mailproofJobPublish') return;
    const publish = Reflect.get(client, name);
    Reflect.set(client, name, async (...words: string[]) => {
      ready.resolve();
      await gate.promise;
      return publish.apply(client, words);
    });
  };
  const slowStores = redisStores('', { client, prefix });
  try {
    await body({
      prefix,
      jobs: stores.jobs,
      slow: slowStores.jobs,
      ready: ready.promise,
      goOn: gate.resolve,
      die: () => gate.reject(new Error('The process has died.')),
    });
  } finally {
    await stores.close();
    await slowStores.close();
    client.disconnect();
  }
}

async function keysOf(prefix: string): Promise<string[]> {
  const names = await server.cli('--scan', '--pattern', `*${prefix}:*`);
  return names.split('\n').filter(Boolean).sort();
}

async function stagedKeys(prefix: string): Promise<string[]> {
  return (await keysOf(prefix)).filter((name) => name.includes(':staged:'));
}

/** Expires keys as Redis does when their time to live ends. */
async function expire(names: readonly string[]): Promise<void> {
  expect(names).not.toEqual([]);
  await server.cli('DEL', ...names);
}

describe('while a job is being created', () => {
  it('it is invisible, and it exists completely after the last step', () =>
    scene(async ({ jobs, slow, ready, goOn }) => {
      const creation = slow.create(newJob(), many);
      await ready;
      expect(await jobs.get('first')).toBeUndefined();
      expect(await jobs.find('key')).toBeUndefined();
      expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
      await expect(jobs.page('first', { offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
      await expect(jobs.start('first', { at: 1 })).rejects.toMatchObject({ code: 'not_found' });
      goOn();
      const { created, job } = await creation;
      expect(created).toBe(true);
      expect(await jobs.unfinished({ limit: 10 })).toEqual([job]);
      const [last] = await jobs.items('first', [2_499]);
      expect(last?.item).toEqual({ email: 'user2499@example.com' });
    }));

  it('an outage of Redis leaves no job, and the same submission creates it later', () =>
    scene(async ({ prefix, jobs, slow, ready, goOn }) => {
      const creation = slow.create(newJob(), many);
      const outcome = expect(creation).rejects.toThrow(StorageUnavailable);
      await ready;
      await server.kill();
      goOn();
      await outcome;
      await server.restart();
      await untilBack(jobs);
      expect(await jobs.get('first')).toBeUndefined();
      expect(await jobs.find('key')).toBeUndefined();
      expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
      await expire(await stagedKeys(prefix));
      expect(await jobs.create(newJob(), many)).toMatchObject({ created: true });
      expect(await jobs.unfinished({ limit: 10 })).toMatchObject([{ id: 'first', total: 2_500 }]);
    }));

  it('another submission with its idempotency key waits for it', () =>
    scene(async ({ jobs, slow, ready, goOn }) => {
      const creation = slow.create(newJob(), many);
      await ready;
      const other = jobs.create(newJob({ id: 'second' }), many);
      // Answers come in order: by now it has seen that the key is claimed.
      for (let calls = 0; calls < 3; calls += 1) await jobs.get('any');
      goOn();
      const { job } = await creation;
      expect(await other).toEqual({ created: false, job });
      expect(await jobs.get('second')).toBeUndefined();
    }));

  it('another job may take its id: it is refused, and its idempotency key is free again', () =>
    scene(async ({ prefix, jobs, slow, ready, goOn }) => {
      const creation = slow.create(newJob(), many);
      const outcome = expect(creation).rejects.toMatchObject({ code: 'conflict' });
      await ready;
      await jobs.create(newJob({ idempotency: null }), addresses(3));
      goOn();
      await outcome;
      expect(await jobs.find('key')).toBeUndefined();
      expect(await jobs.get('first')).toMatchObject({ total: 3, idempotency: null });
      expect(await stagedKeys(prefix)).toEqual([]);
      expect(await jobs.create(newJob({ id: 'second' }), addresses(1))).toMatchObject({ created: true });
      expect(await jobs.unfinished({ limit: 10 })).toHaveLength(2);
    }));
});

describe('a creator that died', () => {
  it('leaves items that expire, and an index entry that the next reader removes', () =>
    scene(async ({ prefix, jobs, slow, ready, die }) => {
      const outcome = expect(slow.create(newJob(), many)).rejects.toThrow(StorageUnavailable);
      await ready;
      die();
      await outcome;
      const staged = await stagedKeys(prefix);
      expect(staged).toHaveLength(1);
      const leftMs = Number(await server.cli('PTTL', ...staged));
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(10_000);
      expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
      expect(await keysOf(prefix)).toContain(`{${prefix}:jobs}:unfinished`);
      expect(await jobs.sweepDrafts()).toEqual([{ id: 'first', submittedAt: 1_000 }]);
      await expire(staged);
      expect(await jobs.sweepDrafts()).toEqual([]);
      expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
      expect(await jobs.ofAccount('acme', { limit: 10 })).toEqual([]);
      expect(await keysOf(prefix)).toEqual([`${prefix}:job-claim:key`, `{${prefix}:jobs}:tickets`]);
    }));

  it('leaves its idempotency key to later creators, of which one wins', () =>
    scene(async ({ prefix, jobs, slow, ready, die }) => {
      const outcome = expect(slow.create(newJob(), many)).rejects.toThrow(StorageUnavailable);
      await ready;
      die();
      await outcome;
      const next = Array.from({ length: 5 }, (_, index) =>
        jobs.create(newJob({ id: `next ${index}` }), addresses(3)),
      );
      await expire(await stagedKeys(prefix).then((names) => names.filter((name) => name.includes('first'))));
      const answers = await Promise.all(next);
      const winners = answers.filter(({ created }) => created);
      expect(winners).toHaveLength(1);
      for (const { job } of answers) expect(job).toEqual(winners[0]?.job);
      expect(await jobs.unfinished({ limit: 10 })).toEqual([winners[0]?.job]);
      expect(await jobs.get('first')).toBeUndefined();
      expect(await stagedKeys(prefix)).toEqual([]);
    }));
});

describe('a creator that was only slow', () => {
  it('gets the job of the creator that took over its idempotency key', () =>
    scene(async ({ prefix, jobs, slow, ready, goOn }) => {
      const creation = slow.create(newJob(), many);
      await ready;
      await expire(await stagedKeys(prefix));
      const { created, job } = await jobs.create(newJob({ id: 'second' }), addresses(3));
      expect(created).toBe(true);
      goOn();
      expect(await creation).toEqual({ created: false, job });
      expect(await jobs.get('first')).toBeUndefined();
      expect(await jobs.unfinished({ limit: 10 })).toEqual([job]);
      expect(await stagedKeys(prefix)).toEqual([]);
    }));

  it('starts over if no other creator took over', () =>
    scene(async ({ prefix, jobs, slow, ready, goOn }) => {
      const creation = slow.create(newJob({ idempotency: null }), many);
      await ready;
      await expire(await stagedKeys(prefix));
      goOn();
      expect(await creation).toMatchObject({ created: true, job: { total: 2_500 } });
      expect(await jobs.openItems('first', { afterPosition: 2_498, limit: 2 })).toMatchObject([
        { position: 2_499, item: { email: 'user2499@example.com' } },
      ]);
      expect(await jobs.unfinished({ limit: 10 })).toHaveLength(1);
    }));
});

describe('a job', () => {
  const attempt = { position: 0, attempt: 1, result: verification(), retryAt: null };

  it('has no keys that expire', () =>
    scene(async ({ prefix, jobs }) => {
      await jobs.create(newJob(), many);
      await jobs.record('first', [attempt], { at: 2_000 });
      await jobs.lease('first', { owner: 'worker', now: 1, until: 2 });
      const names = await keysOf(prefix);
      expect(names.length).toBeGreaterThanOrEqual(6);
      for (const name of names) expect([name, await server.cli('PTTL', name)]).toEqual([name, '-1']);
    }));

  it('whose process died before updating the index is removed by the next reader', () =>
    scene(async ({ prefix, jobs }) => {
      await jobs.create(newJob(), addresses(1));
      const index = `{${prefix}:jobs}:unfinished`;
      const entry = await server.cli('ZRANGE', index, '0', '-1');
      const { job } = await jobs.record('first', [attempt], { at: 2_000 });
      expect(job.completedAt).toBe(2_000);
      expect(await server.cli('ZCARD', index)).toBe('0');
      await server.cli('ZADD', index, '0', entry);
      expect(await jobs.unfinished({ limit: 10 })).toEqual([]);
      expect(await server.cli('ZCARD', index)).toBe('0');
    }));
});

/** Waits until the client has reconnected. */
async function untilBack(jobs: JobStore): Promise<void> {
  for (;;) {
    const back = await jobs.get('any').then(
      () => true,
      () => false,
    );
    if (back) return;
  }
}
