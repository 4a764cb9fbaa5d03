import { describe, expect, it } from 'vitest';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Batch } from '../../src/ports/work-queue.ts';

function batch(id: string, exchange = 'mx.example.org', jobId = 'job'): Batch {
  return { id, account: null, jobId, exchange, attempt: 1, positions: [0] };
}

describe('the timer of an in-process queue', () => {
  it('runs only while a batch is delayed and a worker has capacity for it', async () => {
    const clock = new ManualClock();
    const queue = new InProcessQueue({ clock });
    await queue.put([batch('now')], { dueAt: 0 });
    for (const minutes of [3, 1, 2]) {
      await queue.put([batch(`in ${minutes}`)], { dueAt: clock.now() + minutes * 60_000 });
    }
    expect(clock.pending).toBe(0);
    const handled: string[] = [];
    const worker = queue.work(async ({ id }) => void handled.push(id), { concurrency: 1 });
    await clock.advance(0);
    expect(handled).toEqual(['now']);
    expect(clock.pending).toBe(1);
    await clock.advance(60_000);
    expect(handled).toEqual(['now', 'in 1']);
    expect(clock.pending).toBe(1);
    await worker.close();
    expect(clock.pending).toBe(0);
    const next = queue.work(async ({ id }) => void handled.push(id), { concurrency: 1 });
    await clock.advance(120_000);
    expect(handled).toEqual(['now', 'in 1', 'in 2', 'in 3']);
    expect(clock.pending).toBe(0);
    await next.close();
  });

  it('stops when the delayed batch is dropped, and while all workers are at their limit', async () => {
    const clock = new ManualClock();
    const queue = new InProcessQueue({ clock });
    queue.work((_, signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)), {
      concurrency: 1,
    });
    await queue.put([batch('delayed')], { dueAt: clock.now() + 1_000 });
    expect(clock.pending).toBe(1);
    await queue.drop('job');
    expect(clock.pending).toBe(0);
    await queue.put([batch('now'), batch('other', 'other.example.org')], { dueAt: 0 });
    await queue.put([batch('delayed')], { dueAt: clock.now() + 1_000 });
    await clock.advance(0);
    expect(clock.pending).toBe(0);
    await queue.close();
    await queue.close();
  });
});

it('an in-process queue forgets the egresses of a worker when that is closed', async () => {
  const queue = new InProcessQueue({ clock: new ManualClock() });
  const start = (...egresses: string[]) => queue.work(async () => {}, { concurrency: 1, egresses });
  const [worker] = [start('a', 'b'), start('b')];
  expect(await queue.egresses()).toEqual(['a', 'b']);
  await worker?.close();
  expect(await queue.egresses()).toEqual(['b']);
  await queue.close();
});

describe('a delayed batch of an in-process queue', () => {
  it.each([-3_600_000, 3_600_000])(
    'is due after the same wait if the clock is set by %i ms',
    async (byMs) => {
      const clock = new ManualClock();
      const queue = new InProcessQueue({ clock });
      const handled: string[] = [];
      queue.work(async ({ id }) => void handled.push(id), { concurrency: 1 });
      await queue.put([batch('delayed')], { dueAt: clock.now() + 60_000 });
      clock.adjust(byMs);
      await clock.advance(59_999);
      expect(handled).toEqual([]);
      await clock.advance(1);
      expect(handled).toEqual(['delayed']);
      await queue.close();
    },
  );

  it('is not held up by a clock that is set back and has no steady reading', async () => {
    const steady = new ManualClock();
    let offset = 0;
    const clock: Clock = {
      now: () => steady.now() + offset,
      after: (delayMs, task) => steady.after(delayMs, task),
    };
    const queue = new InProcessQueue({ clock });
    const handled: string[] = [];
    queue.work(async ({ id }) => void handled.push(id), { concurrency: 1 });
    await queue.put([batch('delayed')], { dueAt: clock.now() + 60_000 });
    offset = -3_600_000;
    await steady.advance(60_000);
    expect(handled).toEqual(['delayed']);
    await queue.close();
  });
});

describe('an in-process queue', () => {
  it('closes every worker and keeps their unfinished batches', async () => {
    const clock = new ManualClock();
    const queue = new InProcessQueue({ clock });
    const reasons: unknown[] = [];
    const handler = (_: Batch, signal: AbortSignal) =>
      new Promise<void>((_, reject) =>
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        }),
      );
    queue.work(handler, { concurrency: 1 });
    queue.work(handler, { concurrency: 1 });
    await queue.put([batch('one'), batch('two', 'other.example.org')], { dueAt: 0 });
    await clock.advance(0);
    await queue.close();
    expect(reasons).toEqual([
      expect.objectContaining({ code: 'engine_closed' }),
      expect.objectContaining({ code: 'engine_closed' }),
    ]);
    expect(await queue.count('job')).toBe(2);
  });

  it('does not call a handler whose worker is closed before the batch starts', async () => {
    const queue = new InProcessQueue({ clock: new ManualClock() });
    let called = 0;
    const worker = queue.work(
      async () => {
        called += 1;
      },
      { concurrency: 1 },
    );
    const put = queue.put([batch('b')], { dueAt: 0 });
    await Promise.all([put, worker.close()]);
    expect(called).toBe(0);
    expect(await queue.count('job')).toBe(1);
  });

  it('delivers twenty thousand batches', async () => {
    const queue = new InProcessQueue({ clock: new ManualClock() });
    const jobs = 20;
    const many = Array.from({ length: 20_000 }, (_, index) =>
      batch(`b${index}`, `mx${index % 997}.example.org`, `job ${index % jobs}`),
    );
    await queue.put(many, { dueAt: 0 });
    let handled = 0;
    await new Promise<void>((resolve) => {
      queue.work(
        async () => {
          handled += 1;
          if (handled === many.length) resolve();
        },
        { concurrency: 50 },
      );
    });
    await queue.close();
    expect(await queue.count('job 0')).toBe(0);
    expect(handled).toBe(many.length);
  });
});
