import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import type { Sandbox } from '../../adapters/sandbox/index.ts';
import type { JobRecord } from '../../src/ports.ts';
import { BulkChild } from './bulk-child.ts';
import type { BulkStorage } from './bulk-storage.ts';
import type { SandboxClock } from './sandbox-clock.ts';

const lookEveryMs = 20;
/** From the moment chosen by the job's progress to the kill. */
const longestDelayMs = 50;
/** The last kill comes before so much of the first pass is done. */
const hitShare = 0.9;

export interface BulkLives {
  readonly storage: BulkStorage;
  readonly sandbox: Sandbox;
  readonly clock: SandboxClock;
  readonly jobId: string;
  readonly kills: number;
  readonly seed: number;
  readonly retryDelaysMs: readonly number[];
}

/**
 * Works on a job with as many processes as the storage has workers, kills one of them at random moments of the job's
 * progress, each time one in the midst of its work, replaces it, and lets the last ones complete the job. Returns how far
 * the job was at each kill.
 */
export async function workThroughKills(options: BulkLives): Promise<JobRecord[]> {
  const { storage, sandbox, clock, kills, seed, retryDelaysMs } = options;
  const random = new SeededRandom(seed);
  const start = () =>
    BulkChild.start({ storage: storage.location, network: sandbox.describe(), retryDelaysMs });
  await using workers = new Crew();
  for (let index = 0; index < storage.workers; index += 1) workers.hire(await start());

  const { total } = await jobOf(options);
  const moments = Array.from({ length: kills }, () => Math.floor(random.next() * hitShare * total));
  const hit: JobRecord[] = [];
  for (const moment of moments.sort((a, b) => a - b)) {
    await using next = new Spare(start());
    if (!(await reached(options, moment))) break;
    const victim = await workers.dismiss(random.next());
    // Nobody gets on while the next one still starts, which takes longer on one machine than on another.
    clock.hold();
    const successor = await next.take();
    clock.letGo();
    await delay(random.next() * longestDelayMs);
    await victim.kill();
    hit.push(await jobOf(options));
    if (storage.workers === 1) {
      while (sandbox.statistics.totals.open > 0) await delay(lookEveryMs);
      await storage.forgetLeases();
    }
    workers.hire(successor);
  }
  while ((await jobOf(options)).completedAt === null) await delay(lookEveryMs);
  return hit;
}

/** Resolves when the job has so many results; to false if it is over. */
async function reached(options: BulkLives, results: number): Promise<boolean> {
  for (;;) {
    const { processed, completedAt } = await jobOf(options);
    if (completedAt !== null) return false;
    if (processed >= results) return true;
    await delay(lookEveryMs);
  }
}

async function jobOf({ storage, jobId }: BulkLives): Promise<JobRecord> {
  const job = await storage.stores.jobs.get(jobId);
  if (job === undefined) throw new Error('The job is gone.');
  return job;
}

/** A process that starts meanwhile. Killed when it is disposed, unless it was taken. */
class Spare implements AsyncDisposable {
  #starting: Promise<BulkChild> | undefined;

  constructor(starting: Promise<BulkChild>) {
    starting.catch(() => {});
    this.#starting = starting;
  }

  async take(): Promise<BulkChild> {
    const child = await this.#starting;
    if (child === undefined) throw new RangeError('It was taken.');
    this.#starting = undefined;
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#starting)?.kill();
  }
}

/** Processes that work; they are killed when it is disposed. */
class Crew implements AsyncDisposable {
  readonly #children: BulkChild[] = [];

  hire(child: BulkChild): void {
    child.work();
    this.#children.push(child);
  }

  /** Takes out one of those at work, chosen by a number from 0 to below 1. Waits until somebody is. */
  async dismiss(chance: number): Promise<BulkChild> {
    await Promise.race(this.#children.map((child) => child.found()));
    const atWork = this.#children.filter((child) => child.atWork);
    const chosen = atWork[Math.floor(chance * atWork.length)];
    if (chosen === undefined) throw new RangeError('Nobody works.');
    this.#children.splice(this.#children.indexOf(chosen), 1);
    return chosen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#children.map((child) => child.kill()));
  }
}
