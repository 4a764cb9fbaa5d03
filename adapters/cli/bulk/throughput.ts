/** Long enough to be steady, short enough to notice when a run gets slower. */
const windowMs = 30_000;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** How many items a run completes per second, measured over the last 30 seconds. */
export class Throughput {
  readonly #samples: Sample[] = [];

  /** Records that `done` items were complete at the time `at`. */
  record(at: number, done: number): void {
    this.#samples.push({ at, done });
    // One sample from before the window stays.
    while ((this.#samples[1]?.at ?? at) <= at - windowMs) this.#samples.shift();
  }

  /** Undefined until there are samples of at least a second. */
  get perSecond(): number | undefined {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < 1_000) return undefined;
    return ((last.done - first.done) * 1_000) / (last.at - first.at);
  }

  /** Returns the time until `total` items are complete; undefined if there is no progress. */
  remainingMs(total: number): number | undefined {
    const { perSecond } = this;
    const done = this.#samples.at(-1)?.done ?? 0;
    return perSecond === undefined || perSecond <= 0 ? undefined : ((total - done) * 1_000) / perSecond;
  }
}

/** Returns text such as `83/s` or `0.4/s`. */
export function rateText(perSecond: number): string {
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

/** Returns text such as `45 s`, `12 min` or `3 h 20 min`. */
export function durationText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
