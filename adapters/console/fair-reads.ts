import { Semaphore } from '../../src/concurrency/semaphore.ts';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { Problem } from '../http/problem.ts';

export interface FairReadsOptions {
  readonly clock: Clock;
  /** What is read, for messages: `lists of jobs`. */
  readonly what: string;
  /** Parties that have a turn at once. */
  readonly atOnce: number;
  /** Reads that one party asks for at once: one is done, the others wait for it. */
  readonly mostOfParty: number;
  /** The longest rest of a party, unless its read was short: the store may have been slow. */
  readonly longestRestMs: number;
}

/** After a read, the next one of the same party waits so many times as long as it took, so that others can. */
const restOfParty = 4;

/** Lets each party read one thing at a time, for at most a fifth of the time. */
export class FairReads {
  readonly #options: FairReadsOptions;
  readonly #slots: Semaphore;
  /** Of those who ask now. */
  readonly #parties = new Map<string, Semaphore>();

  constructor(options: FairReadsOptions) {
    this.#options = options;
    this.#slots = new Semaphore(options.atOnce);
  }

  /**
   * Rejects as `read` does, with the reason of the signal, and with a Problem with status 429 if too many reads
   * of the same party wait.
   */
  async run<Result>(party: string, read: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { clock, what, mostOfParty, longestRestMs } = this.#options;
    const turns = this.#parties.get(party) ?? new Semaphore(1);
    if (turns.held + turns.waiting >= mostOfParty)
      throw new Problem(
        429,
        `You have asked for ${mostOfParty} ${what} already, which are read one after another: wait for one.`,
        { headers: { 'Retry-After': '5' } },
      );
    this.#parties.set(party, turns);
    const forget = () => {
      if (turns.held + turns.waiting === 0) this.#parties.delete(party);
    };
    const turn = await turns.acquire({ signal }).catch((error: unknown) => {
      forget();
      throw error;
    });
    let readMs = 0;
    const measured = async () => {
      const startedAt = steadyNow(clock);
      try {
        return await read();
      } finally {
        readMs = steadyNow(clock) - startedAt;
      }
    };
    try {
      return await this.#slots.run(measured, { signal });
    } finally {
      const end = () => {
        turn.release();
        forget();
      };
      if (readMs === 0) end();
      else clock.after(Math.min(longestRestMs, restOfParty * readMs), end, { background: true });
    }
  }
}
