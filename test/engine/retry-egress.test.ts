import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { advancing } from '../bulk/advance-until.ts';
import { temporaryFile } from '../sqlite/temporary-file.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { manyNamesDns } from '../support/scripted-exchange.ts';
import { GreylistingServer } from './greylisting-server.ts';

const minuteMs = 60_000;
const domains = Array.from({ length: 8 }, (_, index) => `company${index}.com`);
const addresses = domains.flatMap((domain) =>
  ['ann', 'ben', 'nobody'].map((person) => `${person}@${domain}`),
);
const truth = (email: string) => (email.startsWith('nobody') ? 'invalid' : 'safe');

/** Engines on one store in virtual time, before a server that greylists. */
class Company {
  readonly clock = new ManualClock();
  readonly server = new GreylistingServer(this.clock);
  readonly #openStores: (clock: ManualClock) => Stores;
  readonly #advancing = advancing(this.clock, {
    smallSteps: 500,
    smallMs: 100,
    largeMs: 5_000,
    maxSteps: 10_000,
  });

  constructor(openStores: (clock: ManualClock) => Stores) {
    this.#openStores = openStores;
  }

  /** Starts an engine with these egresses, which works on jobs. */
  start(egress: string, ...others: readonly string[]): Engine {
    const engine = createEngine({
      ...this.#openStores(this.clock),
      dns: manyNamesDns('127.0.0.1'),
      egresses: [this.server.egress(egress), ...others.map((name) => this.server.egress(name))],
      clock: this.clock,
      random: { next: Math.random, uuid: randomUUID },
    });
    engine.jobs.work();
    onTestFinished(() => this.close(engine));
    return engine;
  }

  async close(engine: Engine): Promise<void> {
    await this.#advancing.advanceUntilSettled(engine.close());
  }

  async advanceUntilStatus(engine: Engine, jobId: string, status: string): Promise<void> {
    await this.#advancing.advanceUntil(async () => (await engine.jobs.get(jobId)).status === status);
  }

  /** Submits the addresses, and waits until all were put off once. */
  async submitGreylisted(engine: Engine): Promise<string> {
    const { id: jobId } = await engine.jobs.submit(addresses);
    await this.advanceUntilStatus(engine, jobId, 'partial_complete_retrying');
    return jobId;
  }

  async statusesOf(engine: Engine, jobId: string): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    const { pages } = await engine.jobs.results(jobId);
    for await (const page of pages()) for (const { email, status } of page) found[email] = status;
    return found;
  }

  /** The egresses that asked about each address of the job, in order, without repeats. */
  get askedBy(): Record<string, string> {
    const found: Record<string, string[]> = {};
    for (const { recipient, egress } of this.server.attempts) {
      const asked = found[recipient] ?? [];
      found[recipient] = asked.at(-1) === egress ? asked : [...asked, egress];
    }
    return Object.fromEntries(addresses.map((email) => [email, (found[email] ?? []).join(', ')]));
  }
}

const trueVerdicts = Object.fromEntries(addresses.map((email) => [email, truth(email)]));
const always = (egresses: string) => Object.fromEntries(addresses.map((email) => [email, egresses]));

function memoryCompany(): Company {
  const shared: { stores?: Stores } = {};
  return new Company((clock) => {
    shared.stores ??= memoryStores({ clock });
    return { ...shared.stores, close: async () => {} };
  });
}

async function sqliteCompany(): Promise<Company> {
  const file = await temporaryFile();
  return new Company((clock) => sqliteStores(file, { clock }));
}

describe('two engines on one store, each with an egress of its own', () => {
  it('ask again about each address through the egress that was put off', async () => {
    const company = memoryCompany();
    const one = company.start('one');
    company.start('two');
    const jobId = await company.submitGreylisted(one);
    const first = company.askedBy;
    expect(new Set(Object.values(first))).toEqual(new Set(['one', 'two']));
    await company.advanceUntilStatus(one, jobId, 'complete');
    expect(company.askedBy).toEqual(first);
    expect(await company.statusesOf(one, jobId)).toEqual(trueVerdicts);
  });
});

describe('an engine with several egresses', () => {
  it('asks about a greylisted address through no other one, although its own is limited for a while', async () => {
    const company = memoryCompany();
    const engine = company.start('one', 'two', 'three');
    const jobId = await company.submitGreylisted(engine);
    const first = company.askedBy;
    expect(new Set(Object.values(first))).toEqual(new Set(['one', 'two', 'three']));
    company.server.limited.add('one');
    await company.clock.advance(10 * minuteMs);
    expect((await engine.jobs.get(jobId)).status).toBe('partial_complete_retrying');
    company.server.limited.clear();
    await company.advanceUntilStatus(engine, jobId, 'complete');
    expect(company.askedBy).toEqual(first);
    expect(await company.statusesOf(engine, jobId)).toEqual(trueVerdicts);
  });
});

describe('an egress that was put off, and then does not work', () => {
  it('is waited for, although others are free', async () => {
    const company = memoryCompany();
    const engine = company.start('one', 'two', 'three');
    const jobId = await company.submitGreylisted(engine);
    const first = company.askedBy;
    company.server.failing.add('one');
    await company.clock.advance(20 * minuteMs);
    expect((await engine.jobs.get(jobId)).status).toBe('partial_complete_retrying');
    company.server.failing.clear();
    await company.advanceUntilStatus(engine, jobId, 'complete');
    expect(company.askedBy).toEqual(first);
    expect(await company.statusesOf(engine, jobId)).toEqual(trueVerdicts);
  });

  it('is replaced after 30 minutes: the server puts the others off anew, and then answers', async () => {
    const company = memoryCompany();
    const engine = company.start('one', 'two', 'three');
    const jobId = await company.submitGreylisted(engine);
    const first = company.askedBy;
    const failingAt = company.clock.now();
    company.server.failing.add('one');
    await company.advanceUntilStatus(engine, jobId, 'complete');
    for (const email of addresses)
      expect(company.askedBy[email]).toMatch(first[email] === 'one' ? /^one, (two|three)$/ : /^(two|three)$/);
    const replaced = company.server.attempts.filter(
      ({ recipient, egress }) => first[recipient] === 'one' && egress !== 'one',
    );
    expect(Math.min(...replaced.map(({ at }) => at))).toBeGreaterThanOrEqual(failingAt + 30 * minuteMs);
    expect(await company.statusesOf(engine, jobId)).toEqual(trueVerdicts);
  });

  it('keeps its recipients from no single request, which another one answers meanwhile', async () => {
    const company = memoryCompany();
    const engine = company.start('one', 'two');
    const jobId = await company.submitGreylisted(engine);
    const first = company.askedBy;
    const email = addresses.find((each) => first[each] === 'one' && truth(each) === 'safe') ?? 'none';
    // Idle sessions end.
    await company.clock.advance(5_000);
    company.server.failing.add('one');
    const asked = engine.verify(email, { timeoutMs: 200_000 });
    await company.clock.advance(10_000);
    expect(await asked).toMatchObject({ substatus: 'greylisted' });
    expect(company.askedBy[email]).toBe('one, two');
    company.server.failing.clear();
    await company.advanceUntilStatus(engine, jobId, 'complete');
    expect(company.askedBy[email]).toBe('one, two, one');
  });
});

describe.each<[string, () => Company | Promise<Company>]>([
  ['memory', memoryCompany],
  ['SQLite', sqliteCompany],
])('an egress whose process has ended, on %s', (_, found) => {
  it('is waited for: a process that has it again goes on with it', async () => {
    const company = await found();
    const first = company.start('one');
    const other = company.start('two');
    await company.close(other);
    const jobId = await company.submitGreylisted(first);
    expect(company.askedBy).toEqual(always('one'));
    await company.close(first);
    const rival = company.start('two');
    await company.clock.advance(20 * minuteMs);
    const again = company.start('one');
    await company.advanceUntilStatus(again, jobId, 'complete');
    expect(company.askedBy).toEqual(always('one'));
    expect(await company.statusesOf(rival, jobId)).toEqual(trueVerdicts);
  });

  it('is replaced once it has been missed for 30 minutes: the server puts the other off anew, and then answers', async () => {
    const company = await found();
    const first = company.start('one');
    const jobId = await company.submitGreylisted(first);
    await company.close(first);
    const endedAt = company.clock.now();
    const other = company.start('two');
    await company.advanceUntilStatus(other, jobId, 'complete');
    expect(company.askedBy).toEqual(always('one, two'));
    const asked = company.server.attempts.filter(({ egress }) => egress === 'two').map(({ at }) => at);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(endedAt + 30 * minuteMs);
    expect(await company.statusesOf(other, jobId)).toEqual(trueVerdicts);
  });
});
