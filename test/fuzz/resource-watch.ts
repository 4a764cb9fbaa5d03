import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Most processor time that may pass until the event loop turns again, in milliseconds: nothing else runs meanwhile. */
const maxCpuMs = 50;
/** A slow run counts only if the input is as slow again so often: garbage collection and other load pass. */
const repeats = 4;
/** Most wall-clock time until an input has an outcome, in milliseconds. */
const maxWallMs = 20_000;
/** Most memory that may be held after the first inputs, beyond what they left behind. */
const maxGrowthBytes = 128 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Runs `work`, and returns its outcome and the processor time of this process meanwhile, in milliseconds. */
export async function measured<T>(work: () => T | Promise<T>): Promise<{ outcome: T; tookMs: number }> {
  const before = cpuMs();
  const started = work();
  const outcome = started instanceof Promise ? await withinTime(started) : started;
  return { outcome, tookMs: cpuMs() - before };
}

/** Throws if running `work` again and again stops everything else for too long each time. */
export async function assertNoStall(work: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < repeats; time += 1) {
    // Collecting garbage takes longer than most inputs, so the first run does without.
    if (time > 0) collectGarbage();
    least = Math.min(least, await longestStopMs(work));
    if (least <= maxCpuMs) return;
  }
  throw new Error(`stall: ${Math.round(least)} ms of processor time at least, in ${repeats} runs`);
}

/** Runs `work`, and returns the most processor time between two turns of the event loop meanwhile, in milliseconds. */
async function longestStopMs(work: () => unknown): Promise<number> {
  let longest = 0;
  let turnedAt = cpuMs();
  let running = true;
  const turn = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - turnedAt);
    turnedAt = now;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await withinTime((async () => work())());
  } finally {
    running = false;
    turn();
  }
  return longest;
}

/** Whether work was slow in all. Only then may it have stopped the event loop. */
export function isSlow(tookMs: number): boolean {
  return tookMs > maxCpuMs;
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`hang: no outcome within ${maxWallMs} ms`)), maxWallMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Watches that memory does not grow with the number of inputs. */
export class MemoryWatch {
  readonly #baseBytes: number;

  constructor() {
    collectGarbage();
    this.#baseBytes = heldBytes();
  }

  /** Throws if too much is held, after garbage collection. */
  check(): void {
    if (heldBytes() - this.#baseBytes <= maxGrowthBytes) return;
    collectGarbage();
    const growthBytes = heldBytes() - this.#baseBytes;
    if (growthBytes > maxGrowthBytes)
      throw new Error(`memory: ${growthBytes} bytes more than at the beginning`);
  }
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
