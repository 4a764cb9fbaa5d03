import { describe, expect, it, vi } from 'vitest';
import { ada, attemptAt } from '../../../contract/jobs/sample-data.ts';
import type { BulkDependencies } from '../../../src/bulk/bulk-context.ts';
import { planJob } from '../../../src/bulk/job-planning.ts';
import { abortable } from '../../../src/concurrency/deadline.ts';
import { shareOfJob } from '../../../src/concurrency/work-share.ts';
import type { JobItem } from '../../../src/ports/job-store.ts';
import type { Batch } from '../../../src/ports/work-queue.ts';
import { memoryContext } from './memory-context.ts';

const minuteMs = 60_000;
const usual = new AbortController().signal;

interface Question {
  readonly domain: string;
  answer(exchange: string): void;
  fail(error: Error): void;
}

/** A job with these items, and its planning. DNS answers at once unless the test says so. */
async function start(
  items: readonly JobItem[],
  changes: Partial<Pick<BulkDependencies, 'exchangeOf' | 'egresses'>> = {},
) {
  const world = memoryContext({ ...changes, options: { retryDelaysMs: [6 * minuteMs] } });
  const { queue, jobs, clock, context, createJob } = world;
  const kind = items.every((item) => 'email' in item) ? 'verification' : 'lookup';
  const job = await createJob({ kind }, { items });
  await jobs.start('job', { at: 1 });
  const put: { batches: readonly Batch[]; dueAt: number; at: number }[] = [];
  queue.put = async (batches, { dueAt }) => {
    put.push({ batches, dueAt, at: clock.now() });
  };
  let othersUntil: number | undefined;
  const plan = (signal = usual) => {
    let outcome: unknown = 'running';
    const planned = planJob(job, context, signal).then(
      (made) => {
        outcome = 'done';
        othersUntil = made.othersUntil;
      },
      (error: unknown) => {
        outcome = error;
      },
    );
    return { planned, outcome: () => outcome };
  };
  /** Plans to the end. */
  const planAll = async () => {
    const { outcome } = plan();
    for (let step = 0; step < 50 && outcome() === 'running'; step += 1) await clock.advance(10);
    return outcome();
  };
  const batches = () => put.flatMap((call) => call.batches);
  return { ...world, job, put, plan, planAll, batches, othersUntil: () => othersUntil };
}

/** A DNS that answers when the test says so. */
function slowDns() {
  const questions: Question[] = [];
  const exchangeOf: BulkDependencies['exchangeOf'] = (domain, { signal }) =>
    abortable(new Promise<string>((answer, fail) => questions.push({ domain, answer, fail })), signal);
  return { questions, exchangeOf };
}

const at = (...domains: readonly string[]) =>
  domains.map((domain, index) => ({ email: `u${index}@${domain}` }));

describe('The plan of a job', () => {
  it('has a batch for each exchange, of a job and an account', async () => {
    const { planAll, put } = await start(at('a.example', 'b.example', 'a.example'));
    expect(await planAll()).toBe('done');
    const common = { account: 'acme', jobId: 'job', attempt: 1 };
    expect(put.map(({ batches, dueAt }) => [batches, dueAt])).toEqual([
      [
        [
          { ...common, id: 'job:1:0', exchange: 'host:mx.a.example', positions: [0, 2] },
          { ...common, id: 'job:1:1', exchange: 'host:mx.b.example', positions: [1] },
        ],
        0,
      ],
    ]);
  });

  it('asks for the exchange of each domain once, on behalf of the job', async () => {
    const asked: unknown[] = [];
    const { planAll, job } = await start(at('a.example', 'A.Example', 'b.example'), {
      exchangeOf: async (domain, { share, signal }) => {
        asked.push([domain, share, signal === usual]);
        return 'host:shared';
      },
    });
    await planAll();
    const share = shareOfJob(job);
    expect(asked).toEqual([
      ['a.example', share, true],
      ['b.example', share, true],
    ]);
  });

  it('knows the domain of a row, and none of what is no address', async () => {
    const asked: string[] = [];
    const exchangeOf = async (domain: string) => {
      asked.push(domain);
      return domain;
    };
    const addresses = await start([{ email: 'no address' }, { email: 'u@bücher.example' }, { email: '@' }], {
      exchangeOf,
    });
    await addresses.planAll();
    expect(asked).toEqual(['xn--bcher-kva.example']);
    expect(addresses.batches().map(({ exchange, positions }) => [exchange, positions])).toEqual([
      ['', [0, 2]],
      ['xn--bcher-kva.example', [1]],
    ]);
    asked.length = 0;
    const rows = await start([ada, { ...ada, domain: 'not a domain' }], { exchangeOf });
    await rows.planAll();
    expect(asked).toEqual(['example.com']);
    expect(
      rows
        .batches()
        .map(({ exchange }) => exchange)
        .sort(),
    ).toEqual(['', 'example.com']);
  });

  it('asks for exchanges also if the store of a host returns items with an undefined level', async () => {
    const { planAll, batches, jobs } = await start(at('a.example'));
    const { openItems } = jobs;
    jobs.openItems = async (...request) =>
      (await openItems.apply(jobs, request)).map((state) => ({
        ...state,
        item: { email: 'u0@a.example', level: undefined },
      }));
    await planAll();
    expect(batches().map(({ exchange }) => exchange)).toEqual(['host:mx.a.example']);
  });

  it('has the items that are open, each for its next attempt, when that is due', async () => {
    const { planAll, put, jobs, clock } = await start(at('a.example', 'a.example', 'a.example', 'a.example'));
    const retryAt = clock.now() + 5 * minuteMs;
    await jobs.record('job', [attemptAt(0), attemptAt(1, { retryAt }), attemptAt(3, { retryAt: 5 })], {
      at: 2,
    });
    await planAll();
    expect(
      put.flatMap(({ batches, dueAt }) =>
        batches.map(({ attempt, positions }) => [attempt, positions, dueAt]),
      ),
    ).toEqual([
      [2, [1], retryAt],
      [1, [2], 0],
      [2, [3], 0],
    ]);
  });

  it('has the items of each egress in batches of their own', async () => {
    const { planAll, batches, jobs } = await start(at('a.example', 'a.example', 'a.example'), {
      egresses: ['one', 'two'],
    });
    const attempts = ['one', 'two', 'one'].map((egress, position) =>
      attemptAt(position, { retryAt: 5, egress }),
    );
    await jobs.record('job', attempts, { at: 2 });
    await planAll();
    expect(batches().map(({ egress, positions }) => [egress, positions])).toEqual([
      ['one', [0, 2]],
      ['two', [1]],
    ]);
  });

  it('leaves items to another process that has their egress, until they have been due for 30 minutes', async () => {
    const { plan, planAll, batches, jobs, clock, othersUntil } = await start(at('a.example', 'a.example'));
    const now = clock.now();
    const retryAt = now + 5 * minuteMs;
    await jobs.record('job', [attemptAt(0, { retryAt, egress: 'theirs' }), attemptAt(1)], { at: 2 });
    await planAll();
    expect([batches(), othersUntil()]).toEqual([[], retryAt + 30 * minuteMs]);
    await clock.advance(35 * minuteMs - (clock.now() - now) - 1);
    await plan().planned;
    expect(batches()).toEqual([]);
    await clock.advance(1);
    await planAll();
    expect(othersUntil()).toBe(Number.POSITIVE_INFINITY);
    expect(batches()).toMatchObject([{ attempt: 2, positions: [0] }]);
    expect(batches()[0]).not.toHaveProperty('egress');
  });

  it('lets nobody wait longer for a retry than its delay, if the clock was set back', async () => {
    const { planAll, put, jobs, clock } = await start(at('a.example'));
    const now = clock.now();
    await jobs.record('job', [attemptAt(0, { retryAt: now + 86_400_000 })], { at: 2 });
    await planAll();
    expect(put.map(({ dueAt }) => dueAt)).toEqual([now + 6 * minuteMs]);
  });

  it('reads all pages of the items', async () => {
    for (const count of [1_000, 2_100]) {
      const items = Array.from({ length: count }, (_, index) => ({ email: `u${index}@a.example` }));
      const { planAll, batches } = await start(items);
      expect(await planAll()).toBe('done');
      const positions = batches().flatMap((batch) => batch.positions);
      expect(positions.sort((a, b) => a - b)).toEqual(items.map((_, index) => index));
    }
  });

  it('reads no further than the last page', async () => {
    const { planAll, jobs } = await start(at('a.example', 'b.example'));
    const pages = vi.spyOn(jobs, 'openItems');
    await planAll();
    expect(pages).toHaveBeenCalledTimes(1);
  });

  it('leaves time for other work while it is made', async () => {
    const { plan, clock, put } = await start(at(...Array.from({ length: 500 }, () => 'a.example')));
    let steady = clock.steady();
    clock.steady = () => {
      steady += 1;
      return steady;
    };
    const { outcome } = plan();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect([outcome(), put]).toEqual(['running', []]);
    for (let turn = 0; turn < 50 && outcome() === 'running'; turn += 1) await clock.advance(1_000);
    expect(outcome()).toBe('done');
  });

  it('has smaller batches if other processes may take part', async () => {
    const items = at(...Array.from({ length: 250 }, () => 'a.example'));
    const sizes = async (isShared: boolean) => {
      const { queue, planAll, batches } = await start(items);
      Object.assign(queue, { shared: isShared });
      await planAll();
      return batches().map(({ positions }) => positions.length);
    };
    expect([await sizes(false), await sizes(true)]).toEqual([
      [250],
      [32, 28, 24, 21, 19, 16, 14, 12, 11, 10, 10, 10, 10, 10, 10, 10, 3],
    ]);
  });

  it('is empty where no item is open', async () => {
    const { planAll, jobs, put } = await start(at('a.example'));
    await jobs.record('job', [attemptAt(0)], { at: 2 });
    expect(await planAll()).toBe('done');
    expect(put).toEqual([]);
  });
});

describe('While DNS is slow', () => {
  it('at most a hundred domains are asked for at once, whose items wait together', async () => {
    const { questions, exchangeOf } = slowDns();
    const domains = Array.from({ length: 150 }, (_, index) => `d${index}.example`);
    const { plan, clock, batches } = await start(at('d0.example', ...domains), { exchangeOf });
    const { outcome } = plan();
    await clock.advance(10);
    expect(questions).toHaveLength(100);
    questions[0]?.answer('host:mx');
    await clock.advance(10);
    expect(questions).toHaveLength(101);
    while (outcome() === 'running') {
      for (const { answer } of questions) answer('host:mx');
      await clock.advance(10);
    }
    expect(questions).toHaveLength(150);
    expect(batches().flatMap(({ positions }) => positions)).toHaveLength(151);
  });

  it('a thousand items of an exchange are queued at once, and the others each second, so that work begins', async () => {
    const { questions, exchangeOf } = slowDns();
    const many = Array.from({ length: 1_010 }, () => 'a.example');
    const { plan, clock, put } = await start(at(...many, 'b.example', 'c.example', 'd.example'), {
      exchangeOf,
    });
    const { outcome } = plan();
    await clock.advance(10);
    questions[0]?.answer('host:a');
    await clock.advance(10);
    expect(put.map(({ batches }) => batches.map(({ positions }) => positions.length))).toEqual([
      [250, 250, 250, 250],
    ]);
    await clock.advance(970);
    questions[1]?.answer('host:b');
    await clock.advance(5);
    expect(put).toHaveLength(1);
    await clock.advance(5);
    questions[2]?.answer('host:c');
    await clock.advance(0);
    expect(put.slice(1).map(({ batches }) => batches.map(({ exchange }) => exchange))).toEqual([
      ['host:a', 'host:b', 'host:c'],
    ]);
    questions[3]?.answer('host:d');
    await clock.advance(10);
    expect(outcome()).toBe('done');
    expect(put.at(-1)?.batches.map(({ exchange }) => exchange)).toEqual(['host:d']);
  });
});

describe('A plan that is given up', () => {
  it('ends with the reason of its signal, once no question is under way', async () => {
    const { questions, exchangeOf } = slowDns();
    const { plan, clock, put } = await start(at('a.example', 'b.example'), { exchangeOf });
    const controller = new AbortController();
    const { outcome } = plan(controller.signal);
    await clock.advance(10);
    expect(questions).toHaveLength(2);
    controller.abort(new Error('lost'));
    await clock.advance(10);
    expect(outcome()).toMatchObject({ message: 'lost' });
    expect(put).toEqual([]);
  });

  it('reads nothing if it was given up before', async () => {
    const { plan, jobs } = await start(at('a.example'));
    jobs.openItems = () => Promise.reject(new Error('Nothing is to be read.'));
    const controller = new AbortController();
    controller.abort(new Error('lost'));
    const { planned, outcome } = plan(controller.signal);
    await planned;
    expect(outcome()).toMatchObject({ message: 'lost' });
  });

  it('fails if the store does, after the questions under way', async () => {
    const { questions, exchangeOf } = slowDns();
    const many = Array.from({ length: 1_000 }, () => 'a.example');
    const { plan, clock, jobs } = await start(at(...many, 'b.example'), { exchangeOf });
    const openItems = jobs.openItems.bind(jobs);
    jobs.openItems = (id, options) =>
      options.afterPosition === -1 ? openItems(id, options) : Promise.reject(new Error('away'));
    const { outcome } = plan();
    await clock.advance(10);
    expect(outcome()).toBe('running');
    questions[0]?.answer('host:a');
    await clock.advance(10);
    expect(outcome()).toMatchObject({ message: 'away' });
  });

  it('fails if DNS does so in a way that it never should', async () => {
    const { questions, exchangeOf } = slowDns();
    const { plan, clock } = await start(at('a.example', 'b.example'), { exchangeOf });
    const { outcome } = plan();
    await clock.advance(10);
    questions[0]?.fail(new TypeError('our fault'));
    questions[1]?.answer('host:b');
    await clock.advance(10);
    expect(outcome()).toMatchObject({ message: 'our fault' });
  });
});
