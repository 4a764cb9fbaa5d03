import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '../../adapters/sandbox/demo/seeded-random.ts';
import type { Sandbox } from '../../adapters/sandbox/index.ts';
import type { JobRecord } from '../../src/ports/job-store.ts';
import { BulkChild } from './bulk-child.ts';
import type { BulkStorage } from './bulk-storage.ts';
import type { SandboxClock } from './sandbox-clock.ts';

const pollEveryMs = 20;
/** From the moment chosen by the progress of the job to the kill. */
const maxDelayMs = 50;
/** The last kill comes before this share of the first pass is done. */
const lastKillShare = 0.9;

export interface KillOptions {
  readonly storage: BulkStorage;
  readonly sandbox: Sandbox;
  readonly clock: SandboxClock;
  readonly jobId: string;
  readonly kills: number;
  readonly seed: number;
  readonly retryDelaysMs: readonly number[];
}

/**
 * Works on a job with as many processes as the storage has workers. At random moments of the progress, kills a process
 * that is busy and replaces it. Lets the last processes complete the job. Returns the state of the job at each kill.
 */
export async function workThroughKills(options: KillOptions): Promise<JobRecord[]> {
  const { storage, sandbox, clock, kills, seed, retryDelaysMs } = options;
  const random = new SeededRandom(seed);
  const start = () =>
    BulkChild.start({ storage: storage.location, network: sandbox.describe(), retryDelaysMs });
  await using workers = new WorkerGroup();
  for (let index = 0; index < storage.workers; index += 1) workers.add(await start());

  const { total } = await jobOf(options);
  const moments = Array.from({ length: kills }, () => Math.floor(random.next() * lastKillShare * total));
  const killedAt: JobRecord[] = [];
  for (const moment of moments.sort((a, b) => a - b)) {
    await using next = new StartingWorker(start());
    if (!(await reaches(options, moment))) break;
    const victim = await workers.takeBusy(random.next());
    // The job makes no progress while the next worker starts, which takes longer on some machines than on others.
    clock.pauseTimers();
    const successor = await next.take();
    clock.resumeTimers();
    await delay(random.next() * maxDelayMs);
    await victim.kill();
    killedAt.push(await jobOf(options));
    if (storage.workers === 1) {
      while (sandbox.statistics.totals.open > 0) await delay(pollEveryMs);
      await storage.dropPacingLeases();
    }
    workers.add(successor);
  }
  while ((await jobOf(options)).completedAt === null) await delay(pollEveryMs);
  return killedAt;
}

/** Resolves to true when the job has so many results, to false if it completes first. */
async function reaches(options: KillOptions, results: number): Promise<boolean> {
  for (;;) {
    const { processed, completedAt } = await jobOf(options);
    if (completedAt !== null) return false;
    if (processed >= results) return true;
    await delay(pollEveryMs);
  }
}

async function jobOf({ storage, jobId }: KillOptions): Promise<JobRecord> {
  const job = await storage.stores.jobs.get(jobId);
  if (job === undefined) throw new Error('The job has disappeared.');
  return job;
}

/** A process that is starting. Disposing kills it unless it was taken. */
class StartingWorker implements AsyncDisposable {
  #starting: Promise<BulkChild> | undefined;

  constructor(starting: Promise<BulkChild>) {
    starting.catch(() => {});
    this.#starting = starting;
  }

  async take(): Promise<BulkChild> {
    const child = await this.#starting;
    if (child === undefined) throw new RangeError('The process was taken before.');
    this.#starting = undefined;
    return child;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#starting)?.kill();
  }
}

/** Processes that work on jobs. Disposing kills them. */
class WorkerGroup implements AsyncDisposable {
  readonly #children: BulkChild[] = [];

  add(child: BulkChild): void {
    child.work();
    this.#children.push(child);
  }

  /** Waits until a process is busy, then takes out one of the busy ones, chosen by a number in [0, 1). */
  async takeBusy(random: number): Promise<BulkChild> {
    await Promise.race(this.#children.map((child) => child.untilBusy()));
    const busy = this.#children.filter((child) => child.busy);
    const chosen = busy[Math.floor(random * busy.length)];
    if (chosen === undefined) throw new RangeError('No process is busy.');
    this.#children.splice(this.#children.indexOf(chosen), 1);
    return chosen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#children.map((child) => child.kill()));
  }
}
