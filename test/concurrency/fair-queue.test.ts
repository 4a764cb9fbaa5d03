import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/concurrency/fair-queue.ts';
import {
  nameOfShare,
  permitsForSingles,
  singlesInARow,
  type WorkShare,
} from '../../src/concurrency/work-share.ts';
import { forAll, times } from '../support/values/for-all.ts';

const accounts = ['a', 'b', 'c', null];
const shares: readonly WorkShare[] = accounts.flatMap((account): WorkShare[] => [
  { kind: 'single', account },
  { kind: 'bulk', account, jobId: `${account} 1` },
  { kind: 'bulk', account, jobId: `${account} 2` },
]);

/** What the queue should know of a share. */
interface Expected {
  readonly share: WorkShare;
  waiting: string[];
  held: number;
}

/** A queue, and beside it what each share holds and waits for. */
class ObservedQueue {
  readonly permits: number;
  readonly #queue: FairQueue;
  readonly #expected = new Map(
    shares.map((share): [string, Expected] => [nameOfShare(share), { share, waiting: [], held: 0 }]),
  );
  #calls = 0;
  #singlesInARow = 0;

  constructor(permits: number) {
    this.permits = permits;
    this.#queue = new FairQueue(permits, permitsForSingles(permits));
  }

  get all(): readonly Expected[] {
    return [...this.#expected.values()];
  }

  enqueue(share: WorkShare): void {
    this.#calls += 1;
    const id = String(this.#calls);
    this.#of(share).waiting.push(id);
    this.#queue.enqueue(
      Object.assign(async () => {}, { share }),
      { id, share },
    );
  }

  leave(share: WorkShare): void {
    const id = this.#of(share).waiting.pop();
    if (id !== undefined) this.#queue.remove(id);
  }

  release(share: WorkShare): void {
    const expected = this.#of(share);
    if (expected.held === 0) return;
    expected.held -= 1;
    this.#queue.release(share);
  }

  /** Serves all that may be served now, and checks each choice. */
  serve(): void {
    while (this.#queue.size > 0) {
      const free = this.#freeFor('single');
      const waiting = this.all.filter((each) => each.waiting.length > 0);
      const run = this.#queue.dequeue();
      expect(run).toBeDefined();
      const chosen = this.#of((run as unknown as { share: WorkShare }).share);
      const rivals = waiting.filter(({ share }) => share.kind === chosen.share.kind);
      if (chosen.share.kind === 'single')
        expect(chosen.held).toBe(Math.min(...rivals.map(({ held }) => held)));
      else {
        const able = waiting.filter(({ share, held }) => share.kind === 'single' && held < 5 * free);
        expect(able.length === 0 || this.#singlesInARow >= singlesInARow).toBe(true);
      }
      this.#singlesInARow = chosen.share.kind === 'single' ? this.#singlesInARow + 1 : 0;
      chosen.waiting.shift();
      chosen.held += 1;
    }
    this.#check();
  }

  /** Whoever holds nothing waits only while nothing is free for it. */
  #check(): void {
    expect(this.#queue.held).toBe(sum(this.all.map(({ held }) => held)));
    expect(this.#queue.held).toBeLessThanOrEqual(this.permits);
    for (const { share, waiting, held } of this.all) {
      if (this.permits >= 6) expect(held).toBeLessThan(this.permits);
      if (waiting.length === 0 || held > 0) continue;
      const ofAccount = sum(
        this.all.filter((each) => each.share.account === share.account).map((e) => e.held),
      );
      const free = this.#freeFor(share.kind);
      if (share.kind === 'single') expect(free).toBe(0);
      else expect(ofAccount).toBeGreaterThanOrEqual(10 * free);
    }
  }

  #freeFor(kind: WorkShare['kind']): number {
    const free = this.permits - sum(this.all.map(({ held }) => held));
    const byBulk = sum(this.all.filter(({ share }) => share.kind === 'bulk').map(({ held }) => held));
    return kind === 'single'
      ? free
      : Math.max(0, Math.min(free, this.permits - permitsForSingles(this.permits) - byBulk));
  }

  #of(share: WorkShare): Expected {
    const expected = this.#expected.get(nameOfShare(share));
    if (expected === undefined) throw new Error('Every share is known.');
    return expected;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

const step = fc.record({
  kind: fc.constantFrom('enqueue' as const, 'enqueue' as const, 'leave' as const, 'release' as const),
  share: fc.constantFrom(...shares),
  times: fc.integer({ min: 1, max: 12 }),
});

describe('permits that accounts share', () => {
  it('go to those who hold the fewest, are never all held by one share, and none of them lies idle before a newcomer', () => {
    times(500).forAll(
      fc.constantFrom(1, 2, 5, 6, 8, 16, 40),
      fc.array(step, { maxLength: 60 }),
      (permits, steps) => {
        const queue = new ObservedQueue(permits);
        for (const { kind, share, times } of steps) {
          for (let count = 0; count < times; count += 1) queue[kind](share);
          queue.serve();
        }
      },
    );
  });

  it('serve a share in the end however many single requests of others always wait, as soon as permits are given back', () => {
    forAll(
      fc.constantFrom(1, 2, 6, 16),
      fc.constantFrom(...shares.slice(3)),
      fc.infiniteStream(fc.nat(1_000)),
      (permits, newcomer, picks) => {
        const queue = new ObservedQueue(permits);
        const [flooding] = shares;
        if (flooding === undefined) throw new Error('There are shares.');
        const flood = () => {
          while ((queue.all[0]?.waiting.length ?? 0) < 50) queue.enqueue(flooding);
        };
        flood();
        queue.serve();
        queue.enqueue(newcomer);
        queue.serve();
        const isServed = () => queue.all.some(({ share, held }) => share === newcomer && held > 0);
        // Bulk work has its turn after four of them.
        for (let released = 0; !isServed(); released += 1) {
          expect(released).toBeLessThanOrEqual(singlesInARow + 1);
          const holders = queue.all.filter(({ held }) => held > 0);
          const pick = holders[(picks.next().value ?? 0) % holders.length];
          if (pick !== undefined) queue.release(pick.share);
          flood();
          queue.serve();
        }
      },
    );
  });
});
