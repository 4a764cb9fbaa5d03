import { describe, expect, it } from 'vitest';
import { addresses, attemptsFrom, newJob } from '../../contract/jobs/sample-data.ts';
import { type EngineOptions, InvalidArgument } from '../../src/index.ts';
import { countersOf } from '../counters/counters-of.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const dayMs = 86_400_000;

function scene(options: EngineOptions = {}) {
  const { engine, stores, clock } = scriptedEngine({ knows: () => true }, options);
  return {
    engine,
    stores,
    clock,
    createCompletedJob: async () => {
      await stores.jobs.create(newJob({ keyId: null }), addresses(3));
      await stores.jobs.record('job', attemptsFrom(0, 3), { at: clock.now() });
    },
    /** Any request makes the engine clean up if it is time to. */
    use: async () => {
      await engine.verify('no address');
      await clock.advance(1_000);
    },
    kinds: async () => (await engine.accounts.entries('acme', { limit: 100 })).map(({ kind }) => kind),
  };
}

describe('an engine in use', () => {
  it('deletes jobs 30 days after they finished', async () => {
    const { engine, clock, createCompletedJob, use } = scene();
    await createCompletedJob();
    clock.leap(30 * dayMs - 10_000);
    await use();
    expect((await engine.jobs.get('job')).status).toBe('complete');
    clock.leap(300_000);
    await use();
    await expect(engine.jobs.get('job')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('folds the journal after 400 days, and keeps the balance', async () => {
    const { engine, clock, use, kinds } = scene();
    for (const id of ['g1', 'g2']) await engine.accounts.grant('acme', { id, milliCredits: 1_000 });
    clock.leap(400 * dayMs - 10_000);
    await use();
    expect(await kinds()).toEqual(['grant', 'grant']);
    clock.leap(300_000);
    await use();
    expect(await kinds()).toEqual(['opening']);
    expect(await engine.accounts.balance('acme')).toEqual({ available: 2_000, held: 0 });
  });

  it('removes expired entries of the cache', async () => {
    const { stores, clock, use } = scene();
    await stores.cache.set('entry', { value: 'value', expiresAt: clock.now() + dayMs });
    clock.leap(dayMs);
    await use();
    expect(await stores.cache.removeExpired({ limit: 1 })).toBe(0);
  });

  it('removes deduplication records of outcomes, counts of weeks that are too old, and what a clearing has left whose process died', async () => {
    const { stores, clock, use } = scene();
    const counters = countersOf(stores, clock);
    const one = [{ name: 'one', by: 1 }];
    const room = { maxBytes: 1_000 };
    const record = { key: 'key', expected: undefined, value: 'value', expiresAt: clock.now() + dayMs };
    await counters.addOnce('outcomes', one, { ...room, record });
    await counters.add('outcome-clearings', [{ name: 'cleared', by: 1 }], room);
    await counters.add('outcomes-1', one, room);
    const week = Math.floor(clock.now() / (7 * dayMs));
    await counters.add(`given-confidences-${week}`, one, room);
    await counters.add('given-confidence-weeks', [{ name: String(week), by: 1 }], room);
    clock.leap(14 * 7 * dayMs);
    await use();
    expect(await stores.cache.removeExpired({ limit: 1 })).toBe(0);
    expect(await counters.read('outcomes')).toEqual([]);
    expect(await counters.read('outcomes-1')).toHaveLength(1);
    expect(await counters.read(`given-confidences-${week}`)).toEqual([]);
  });

  it('keeps for as long as the options say', async () => {
    const { engine, clock, createCompletedJob, use, kinds } = scene({
      retention: { jobsDays: 0.5, journalDays: Number.POSITIVE_INFINITY },
    });
    await createCompletedJob();
    await engine.accounts.grant('acme', { id: 'g1', milliCredits: 1_000 });
    clock.leap(dayMs / 2);
    await use();
    await expect(engine.jobs.get('job')).rejects.toMatchObject({ code: 'not_found' });
    clock.leap(10_000 * dayMs);
    await use();
    expect(await kinds()).toEqual(['grant']);
  });

  it('cleans up while its worker waits for jobs, without any request', async () => {
    const { engine, clock, createCompletedJob } = scene();
    await createCompletedJob();
    const worker = engine.jobs.work();
    clock.leap(31 * dayMs);
    await clock.advance(10_000);
    await worker.close();
    await expect(engine.jobs.get('job')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not clean up again within five minutes', async () => {
    const { engine, clock, createCompletedJob, use } = scene();
    clock.leap(300_000);
    await use();
    await createCompletedJob();
    const { jobs } = engine;
    await jobs.delete('job');
    await createCompletedJob();
    clock.leap(200_000);
    await use();
    expect((await jobs.get('job')).status).toBe('complete');
  });

  it.each([
    { jobsDays: 0 },
    { jobsDays: -1 },
    { jobsDays: Number.NaN },
    { journalDays: 6 },
    { journalDays: Number.NaN },
  ])('is refused %j', (retention) => {
    expect(() => scene({ retention })).toThrow(InvalidArgument);
  });
});

describe('jobs.delete', () => {
  it('deletes a finished job', async () => {
    const { engine, stores, createCompletedJob } = scene();
    await createCompletedJob();
    await engine.jobs.delete('job');
    await expect(engine.jobs.get('job')).rejects.toMatchObject({ code: 'not_found' });
    expect(await stores.jobs.get('job')).toBeUndefined();
  });

  it('refuses a running job, until it is cancelled', async () => {
    const { engine } = scene();
    await engine.accounts.grant('acme', { id: 'g1', milliCredits: 1_000 });
    const { id: jobId } = await engine.jobs.submit(['ann@example.com'], { account: 'acme' });
    await expect(engine.jobs.delete(jobId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/Cancel it first/),
    });
    await engine.jobs.cancel(jobId);
    await engine.jobs.delete(jobId);
    expect(await engine.accounts.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('gives the credits of a failed job back before it deletes the job', async () => {
    const { engine, stores, clock } = scene();
    await engine.accounts.grant('acme', { id: 'g1', milliCredits: 1_000 });
    const { id: jobId } = await engine.jobs.submit(['ann@example.com'], { account: 'acme' });
    await stores.jobs.fail(jobId, { at: clock.now() });
    await engine.jobs.delete(jobId);
    expect(await engine.accounts.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('does not find the job of another API key', async () => {
    const { engine, stores, createCompletedJob } = scene();
    await createCompletedJob();
    await expect(engine.jobs.delete('job', { keyId: 'other' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await stores.jobs.get('job')).toBeDefined();
  });
});
