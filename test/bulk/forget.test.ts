import { describe, expect, it } from 'vitest';
import { itemsOf } from '../../contract/jobs/audit.ts';
import { attemptAt, lookup, newJob, verification } from '../../contract/jobs/sample-data.ts';
import { forgetAddress } from '../../src/bulk/forgetting.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { DomainKnowledge } from '../../src/lookup/domain-knowledge.ts';
import { readName } from '../../src/lookup/names/person-name.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { textDigest } from '../../src/text-digest.ts';
import type { Work } from '../credits/charged-verifications.ts';
import { eachStorage, storageNames } from '../credits/stores.ts';
import { chargedLookups, knowing } from '../lookup/charged-lookups.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { withResolvers } from '../support/until.ts';

const ann = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
const email = 'ann.lee@example.com';
const annDigest = `"${textDigest('ann.lee')}"`;

const storages = eachStorage();

/** One process: its verifications and lookups, and `forget` in it. Processes that share a store are passed its stores. */
function processOn(stores: Stores, clock: ManualClock, work: Work = knowing(email)) {
  const { verifications, lookups } = chargedLookups(work, { stores, clock });
  const request = {
    account: undefined,
    acrossProcesses: true,
    share: singleShare,
    signal: () => undefined,
    timeoutMs: 60_000,
  };
  return {
    verify: (address: string) => verifications.verify({ ...request, email: address }),
    lookup: () =>
      lookups.lookup({ row: ann, timeoutMs: 60_000, account: undefined, signal: () => undefined }),
    forget: (address: string) =>
      forgetAddress(address, {
        cache: stores.cache,
        clock,
        jobs: stores.jobs,
        verifications: [verifications],
        lookups,
      }),
  };
}

/** Work that waits until `finish` is called. `begun` resolves when somebody waits. */
function heldWork(inner: Work) {
  const { promise: begun, resolve: begin } = withResolvers();
  const { promise: finished, resolve: finish } = withResolvers();
  const work: Work = async (address, wait) => {
    begin();
    await finished;
    return inner(address, wait);
  };
  return { work, begun, finish };
}

/** A cache whose writes under one key wait until `finish` is called. `begun` resolves when one waits. */
function heldWrites(inner: Cache, heldKey: string) {
  const { promise: begun, resolve: begin } = withResolvers();
  const { promise: finished, resolve: finish } = withResolvers();
  const cache = changedPort(inner, {
    set: async (key, entry, options) => {
      if (key === heldKey) {
        begin();
        await finished;
      }
      await inner.set(key, entry, options);
    },
  });
  return { cache, begun, finish };
}

describe.each(storageNames)('an address that is forgotten, on %s', (name) => {
  async function scene() {
    const clock = new ManualClock();
    const stores = await storages.open[name]({ clock });
    return { clock, stores, close: () => stores.close() };
  }

  it('is in no cached verdict and in no cached lookup, whatever its spelling', async () => {
    const { clock, stores, close } = await scene();
    const { verify, lookup, forget } = processOn(stores, clock);
    await verify(email);
    await verify('bob@example.com');
    await lookup();
    expect(await forget('  ANN.LEE@example.com')).toEqual({ cached: 2, jobItems: 0, unfinishedJobs: [] });
    expect(await stores.cache.get(`verification:${email}`)).toBeUndefined();
    expect(await stores.cache.get('lookup:example.com ann lee')).toBeUndefined();
    expect((await verify(email)).fresh).toBe(true);
    expect((await verify('bob@example.com')).fresh).toBe(false);
    await close();
  });

  it('is answered from the memory of another process for a minute at most', async () => {
    const { clock, stores, close } = await scene();
    const [here, there] = [processOn(stores, clock), processOn(stores, clock)];
    await here.verify(email);
    expect((await there.verify(email)).fresh).toBe(false);
    await here.forget(email);
    clock.leap(60_000);
    expect((await there.verify(email)).fresh).toBe(true);
    await close();
  });

  it('is not brought back by a verification or a lookup under way in another process', async () => {
    const { clock, stores, close } = await scene();
    const here = processOn(stores, clock);
    for (const ask of ['verify', 'lookup'] as const) {
      const { work, begun, finish } = heldWork(knowing(email));
      const there = processOn(stores, clock, work);
      const asked = ask === 'verify' ? there.verify(email) : there.lookup();
      await begun;
      await here.forget(email);
      finish();
      expect((await asked).fresh).toBe(true);
      expect(await stores.cache.get(`verification:${email}`)).toBeUndefined();
      expect(await stores.cache.get('lookup:example.com ann lee')).toBeUndefined();
    }
    clock.leap(1_800_000);
    await here.verify(email);
    expect(await stores.cache.get(`verification:${email}`)).toBeDefined();
    await close();
  });

  it('is not learned by a lookup under way, and its pattern neither', async () => {
    const { clock, stores, close } = await scene();
    const { work, begun, finish } = heldWork(knowing(email));
    const asked = processOn(stores, clock, work).lookup();
    await begun;
    await processOn(stores, clock).forget(email);
    finish();
    expect((await asked).result.email).toBe(email);
    expect(await stores.cache.get('lookup-patterns:example.com')).toBeUndefined();
    clock.leap(1_800_000);
    await processOn(stores, clock).lookup();
    expect((await stores.cache.get('lookup-patterns:example.com'))?.value).toContain(annDigest);
    await close();
  });

  it('stays removed from what is known of its domain if another process learns or forgets there meanwhile', async () => {
    for (const change of ['learn', 'forget'] as const) {
      const { clock, stores, close } = await scene();
      const here = processOn(stores, clock);
      await here.lookup();
      const { cache, begun, finish } = heldWrites(stores.cache, 'lookup-patterns:example.com');
      const knowledge = new DomainKnowledge(cache, clock);
      const bob = readName({ ...ann, first_name: 'Bob' });
      await new DomainKnowledge(stores.cache, clock).learn('example.com', bob!, {
        accepted: 'bob.lee',
        refused: [],
      });
      const changed =
        change === 'forget'
          ? knowledge.forget('example.com', 'bob.lee')
          : knowledge.learn(
              'example.com',
              { ...bob!, text: 'eve lee' },
              { accepted: 'eve.lee', refused: [] },
            );
      await begun;
      await here.forget(email);
      finish();
      await changed;
      expect((await stores.cache.get('lookup-patterns:example.com'))?.value).not.toContain(annDigest);
      await close();
    }
  });

  it('is redacted in finished jobs, whose counts stay', async () => {
    const { clock, stores, close } = await scene();
    const { jobs } = stores;
    const at = clock.now();
    const items = Array.from({ length: 450 }, (_, number) => ({ email: `user${number}@example.com` }));
    items[410] = { email: 'Ann.Lee@Example.com' };
    await jobs.create(newJob({ id: 'list' }), items);
    const results = items.map((item, position) => attemptAt(position, { result: verification(item) }));
    await jobs.record('list', results, { at });
    await jobs.create(newJob({ id: 'people', kind: 'lookup' }), [ann, { ...ann, first_name: 'Bob' }]);
    const rows = [lookup({ ...ann, email }), lookup({ ...ann, first_name: 'Bob', email: null })];
    await jobs.record(
      'people',
      rows.map((result, position) => ({ ...attemptAt(position), result })),
      { at },
    );
    const before = [await jobs.get('list'), await jobs.get('people')];
    expect(await processOn(stores, clock).forget(email)).toMatchObject({ jobItems: 2, unfinishedJobs: [] });
    const all = [...(await itemsOf(jobs, 'list')), ...(await itemsOf(jobs, 'people'))];
    expect(JSON.stringify(all).toLowerCase()).not.toMatch(/ann\.lee|"ann"/);
    expect(all[410]).toMatchObject({
      item: { email: '[redacted]' },
      result: { email: '[redacted]', status: 'safe' },
    });
    expect(all[450]?.item).toEqual({
      first_name: '[redacted]',
      last_name: '[redacted]',
      domain: 'example.com',
    });
    expect(all[451]?.result).toEqual(rows[1]);
    expect([await jobs.get('list'), await jobs.get('people')]).toEqual(before);
    expect(await processOn(stores, clock).forget(email)).toEqual({
      cached: 0,
      jobItems: 0,
      unfinishedJobs: [],
    });
    await close();
  });

  it('stays in a job that needs it, which is named, until the job has finished', async () => {
    const { clock, stores, close } = await scene();
    const { jobs } = stores;
    await jobs.create(newJob({ id: 'other' }), [{ email: 'bob@example.com' }]);
    await jobs.create(newJob({ id: 'running' }), [{ email }, { email: 'bob@example.com' }]);
    await jobs.record('running', [attemptAt(0)], { at: clock.now() });
    const { forget } = processOn(stores, clock);
    expect(await forget(email)).toEqual({ cached: 0, jobItems: 0, unfinishedJobs: ['running'] });
    await jobs.record('running', [attemptAt(1)], { at: clock.now() });
    expect(await forget(email)).toEqual({ cached: 0, jobItems: 1, unfinishedJobs: [] });
    await close();
  });

  it('may be found by a list of people that is worked on, which is named until it has ended', async () => {
    const { clock, stores, close } = await scene();
    const { jobs } = stores;
    const bob = { first_name: 'Bob', last_name: 'Ray', domain: 'other.example.com' };
    await jobs.create(newJob({ id: 'elsewhere', kind: 'lookup' }), [bob]);
    await jobs.create(newJob({ id: 'people', kind: 'lookup' }), [ann, bob]);
    const { forget } = processOn(stores, clock);
    expect(await forget(email)).toEqual({ cached: 0, jobItems: 0, unfinishedJobs: ['people'] });
    const attempts = [
      attemptAt(0, { result: lookup({ ...ann, email }) }),
      attemptAt(1, { result: lookup({ ...bob, status: 'unknown', email: null }) }),
    ];
    await jobs.record('people', attempts, { at: clock.now() });
    expect(await forget(email)).toEqual({ cached: 0, jobItems: 1, unfinishedJobs: [] });
    expect(JSON.stringify(await itemsOf(jobs, 'people'))).not.toContain(email);
    await close();
  });

  it('is in no job that finishes while it is forgotten', async () => {
    const { clock, stores, close } = await scene();
    const { jobs } = stores;
    const ids = Array.from({ length: 12 }, (_, number) => `job ${number}`);
    for (const id of ids) await jobs.create(newJob({ id }), [{ email }]);
    const [forgotten] = await Promise.all([
      processOn(stores, clock).forget(email),
      ...ids.map((id) =>
        jobs.record(id, [attemptAt(0, { result: verification({ email }) })], { at: clock.now() }),
      ),
    ]);
    for (const id of ids) {
      const isNamed = forgotten.unfinishedJobs.includes(id);
      const text = JSON.stringify(await itemsOf(jobs, id));
      expect(isNamed || !text.includes(email)).toBe(true);
    }
    await close();
  });
});

describe('engine.forget', () => {
  it('forgets an address that the engine has verified, and only that', async () => {
    const { engine, verifyAll } = scriptedEngine({ knows: () => true });
    await verifyAll(['ann@example.com', 'bob@example.com']);
    expect(await engine.forget('ann@example.com')).toEqual({ cached: 1, jobItems: 0, unfinishedJobs: [] });
    expect(await engine.forget('no address')).toEqual({ cached: 0, jobItems: 0, unfinishedJobs: [] });
    await engine.close();
    await expect(engine.forget('bob@example.com')).rejects.toMatchObject({ code: 'engine_closed' });
  });
});
