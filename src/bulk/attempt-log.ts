import { delay } from '../concurrency/deadline.ts';
import type { Clock, JobAttempt, JobRecord, JobStore } from '../ports.ts';

interface Entry {
  readonly attempt: JobAttempt;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

/** `recorded` is false where the attempt had been recorded before, or the job is over. */
export interface Written {
  readonly recorded: boolean;
  readonly job: JobRecord;
}

/** So that results which come about at the same time share one step of the store. */
const gatherMs = 20;
const attemptsPerStep = 250;

/** Writes the attempts of one job down, many at a time, in the order in which they came. */
export class AttemptLog {
  readonly #jobId: string;
  readonly #jobs: JobStore;
  readonly #clock: Clock;
  #waiting: Entry[] = [];
  #writing = false;

  constructor(jobId: string, parts: { jobs: JobStore; clock: Clock }) {
    this.#jobId = jobId;
    this.#jobs = parts.jobs;
    this.#clock = parts.clock;
  }

  /** True while nothing waits to be written. */
  get idle(): boolean {
    return !this.#writing;
  }

  /** Resolves when it is written; rejects where the store fails. */
  write(attempt: JobAttempt): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ attempt, resolve, reject });
      if (!this.#writing) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < attemptsPerStep) await delay(this.#clock, gatherMs);
      await this.#writeSome(this.#waiting.splice(0, attemptsPerStep));
    }
    this.#writing = false;
  }

  async #writeSome(entries: readonly Entry[]): Promise<void> {
    try {
      const attempts = entries.map(({ attempt }) => attempt);
      const { recorded, job } = await this.#jobs.record(this.#jobId, attempts, { at: this.#now() });
      const positions = new Set(recorded);
      for (const { attempt, resolve } of entries) resolve({ recorded: positions.has(attempt.position), job });
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}
