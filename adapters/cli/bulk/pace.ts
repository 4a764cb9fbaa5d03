/** Long enough to be steady, short enough to notice when a run gets slower. */
const spanMs = 30_000;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/** How fast something gets on, over the last half minute. */
export class Pace {
  readonly #samples: Sample[] = [];

  /** `at`: when so much was done. */
  note(at: number, done: number): void {
    this.#samples.push({ at, done });
    // One sample at the far end of the span stays.
    while ((this.#samples[1]?.at ?? at) <= at - spanMs) this.#samples.shift();
  }

  /** Per second; undefined until it can be told. */
  get rate(): number | undefined {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < 1_000) return undefined;
    return ((last.done - first.done) * 1_000) / (last.at - first.at);
  }

  /** Until `total` is done, at this pace; undefined where nothing gets on. */
  leftMs(total: number): number | undefined {
    const { rate } = this;
    const done = this.#samples.at(-1)?.done ?? 0;
    return rate === undefined || rate <= 0 ? undefined : ((total - done) * 1_000) / rate;
  }
}

/** Such as `83/s`, or `0.4/s`. */
export function rateText(perSecond: number): string {
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

/** Such as `45 s`, `12 min`, `3 h 20 min`. */
export function durationText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
