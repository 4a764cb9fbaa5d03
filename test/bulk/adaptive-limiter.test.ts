import { setImmediate as macrotask } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AdaptiveLimiter, type AttemptPermit, type BatchPermits } from '../../src/bulk/adaptive-limiter.ts';
import type { JobShare } from '../../src/concurrency/work-share.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** What a job alone gets at first. */
const minPermits = 256;
const job: JobShare = { kind: 'bulk', account: 'acme', jobId: 'job' };
const otherJob: JobShare = { kind: 'bulk', account: 'bolt', jobId: 'other' };
const { signal } = new AbortController();

/** Asks for `count` permits; the returned list grows as they are granted. */
function acquire(batch: BatchPermits, count: number): AttemptPermit[] {
  const permits: AttemptPermit[] = [];
  for (let index = 0; index < count; index += 1) {
    void batch.acquire(signal).then((permit) => permits.push(permit));
  }
  return permits;
}

/** Starts three batches of one job. */
function threeBatches() {
  const limiter = new AdaptiveLimiter(new ManualClock());
  return [limiter.startBatch(job), limiter.startBatch(job), limiter.startBatch(job)] as const;
}

/** A clock whose timers are late by as much as the test says. */
class LateClock extends ManualClock {
  latenessMs = 0;

  override after(delayMs: number, task: () => void): () => void {
    return super.after(delayMs + this.latenessMs, task);
  }

  /** Lets a second pass with late timers, in which all attempts make progress. */
  async passLate(permits: readonly AttemptPermit[]): Promise<void> {
    this.latenessMs = 10;
    for (let round = 0; round < 10; round += 1) {
      await this.advance(100);
      for (const permit of permits) permit.reportProgress();
    }
  }
}

describe('The adaptive limiter', () => {
  it('serves batches in the order in which they were started', async () => {
    const [first, second, third] = threeBatches();
    const held = acquire(second, minPermits);
    await macrotask();
    const [late, early] = [acquire(third, 1), acquire(first, 1)];
    held[0]?.release();
    await macrotask();
    expect([early.length, late.length]).toEqual([1, 0]);
    held[1]?.release();
    await macrotask();
    expect([early.length, late.length]).toEqual([1, 1]);
  });

  it('asks a batch to yield a permit only if an earlier batch waits', async () => {
    const [first, second, third] = threeBatches();
    acquire(second, minPermits);
    acquire(third, 1);
    await macrotask();
    expect(second.mustYield()).toBe(false);
    acquire(first, 1);
    expect(second.mustYield()).toBe(true);
    expect(first.mustYield()).toBe(false);
  });

  it('asks for no second permit when one was just released to the earlier batch', async () => {
    const limiter = new AdaptiveLimiter(new ManualClock());
    const [first, second] = [limiter.startBatch(job), limiter.startBatch(job)];
    const held = acquire(second, minPermits);
    await macrotask();
    const early = acquire(first, 1);
    expect(second.mustYield()).toBe(true);
    held[0]?.release();
    expect(second.mustYield()).toBe(false);
    await macrotask();
    expect(early.length).toBe(1);
  });

  it('gives a second job permits at once, although all attempts of the first one hang', async () => {
    const limiter = new AdaptiveLimiter(new ManualClock());
    const hanging = acquire(limiter.startBatch(job), 4_000);
    await macrotask();
    const others = acquire(limiter.startBatch(otherJob), 4_000);
    await macrotask();
    expect([hanging.length, others.length]).toEqual([minPermits, 43]);
  });

  it('does not count attempts that hang, even while timers are late', async () => {
    const clock = new LateClock();
    clock.latenessMs = 4;
    const limiter = new AdaptiveLimiter(clock);
    acquire(limiter.startBatch(job), 4_000);
    await clock.advance(10_000);
    const others = acquire(limiter.startBatch(otherJob), 4_000);
    await macrotask();
    expect(others.length).toBeGreaterThan(200);
  });

  it('asks a job to yield permits while another waits for its share, until both have the same', async () => {
    const limiter = new AdaptiveLimiter(new ManualClock());
    const [first, second] = [limiter.startBatch(job), limiter.startBatch(otherJob)];
    const held = acquire(first, 4_000);
    await macrotask();
    const others = acquire(second, 4_000);
    await macrotask();
    let kept = held.length;
    for (const permit of held) {
      if (!first.mustYield()) break;
      permit.release();
      kept -= 1;
      await macrotask();
    }
    expect(second.mustYield()).toBe(false);
    expect(Math.abs(kept - others.length)).toBeLessThan(20);
  });

  it('raises the limit while timers are on time, and lowers it while they are late', async () => {
    const clock = new LateClock();
    const limiter = new AdaptiveLimiter(clock);
    const batch = limiter.startBatch(job);
    const held = acquire(batch, minPermits * 2);
    await clock.advance(1_000);
    expect(held.length).toBe(minPermits * 2);
    expect(batch.mustYield()).toBe(false);
    await clock.passLate(held);
    expect(batch.mustYield()).toBe(true);
  });

  it('goes on to raise the limit when one of many permits is released', async () => {
    const clock = new LateClock();
    const held = acquire(new AdaptiveLimiter(clock).startBatch(job), minPermits * 2);
    await macrotask();
    held[0]?.release();
    await clock.advance(1_000);
    expect(held.length).toBe(minPermits * 2);
  });

  it('goes on to lower the limit when one of many permits is released, although nobody waits', async () => {
    const clock = new LateClock();
    const batch = new AdaptiveLimiter(clock).startBatch(job);
    const held = acquire(batch, minPermits * 2);
    await clock.advance(1_000);
    held[0]?.release();
    await clock.passLate(held);
    expect(batch.mustYield()).toBe(true);
  });

  it('leaves no timer once nothing is under way', async () => {
    const clock = new ManualClock();
    const batch = new AdaptiveLimiter(clock).startBatch(job);
    const [first, second] = await Promise.all([batch.acquire(signal), batch.acquire(signal)]);
    first.release();
    expect(clock.pending).toBeGreaterThan(0);
    second.release();
    expect(clock.pending).toBe(0);
  });

  it('leaves no timer if all who waited have left', async () => {
    const clock = new ManualClock();
    const batch = new AdaptiveLimiter(clock).startBatch(job);
    const gone = AbortSignal.abort('gone');
    const outcomes = await Promise.allSettled([batch.acquire(gone), batch.acquire(gone)]);
    expect(outcomes).toMatchObject([{ reason: 'gone' }, { reason: 'gone' }]);
    expect(clock.pending).toBe(0);
  });

  it('asks for no permit once the earlier batch has its own, although a later one waits', async () => {
    const [first, second, third] = threeBatches();
    const held = acquire(second, minPermits);
    await macrotask();
    const early = acquire(first, 1);
    held[0]?.release();
    await macrotask();
    expect(early.length).toBe(1);
    acquire(third, 1);
    await macrotask();
    expect(second.mustYield()).toBe(false);
  });

  it('changes nothing while timers are a little late, from 3 to 6 ms', async () => {
    for (const latenessMs of [3, 6]) {
      const clock = new LateClock();
      clock.latenessMs = latenessMs;
      const limiter = new AdaptiveLimiter(clock);
      const batch = limiter.startBatch(job);
      const held = acquire(batch, minPermits * 2);
      await clock.advance(900);
      expect(held.length).toBe(minPermits);
      // Raised first, it is not lowered again by such a delay.
      clock.latenessMs = 0;
      for (let round = 0; round < 5; round += 1) {
        await clock.advance(100 + latenessMs);
        for (const permit of held) permit.reportProgress();
      }
      const raised = held.length;
      expect(raised).toBeGreaterThan(minPermits);
      clock.latenessMs = latenessMs;
      for (let round = 0; round < 5; round += 1) {
        await clock.advance(100 + latenessMs);
        for (const permit of held) permit.reportProgress();
      }
      expect(held.length).toBeLessThanOrEqual(raised + Math.ceil(raised * 0.1));
      expect(batch.mustYield()).toBe(false);
    }
  });

  it('never lowers the limit below the least, however long timers are late', async () => {
    const clock = new LateClock();
    clock.latenessMs = 50;
    const limiter = new AdaptiveLimiter(clock);
    const batch = limiter.startBatch(job);
    const held = acquire(batch, minPermits);
    for (let round = 0; round < 20; round += 1) {
      await clock.advance(150);
      for (const permit of held) permit.reportProgress();
    }
    expect(held.length).toBe(minPermits);
    expect(batch.mustYield()).toBe(false);
  });

  it('keeps no timer once all permits are released', async () => {
    const clock = new ManualClock();
    const limiter = new AdaptiveLimiter(clock);
    const held = acquire(limiter.startBatch(job), 3);
    await macrotask();
    for (const permit of held) permit.release();
    await clock.advance(100);
    expect(clock.pending).toBe(0);
    // And looks at its timers again for the next ones.
    acquire(limiter.startBatch(job), minPermits + 50);
    await clock.advance(300);
    expect(clock.pending).toBeGreaterThan(0);
  });
});
