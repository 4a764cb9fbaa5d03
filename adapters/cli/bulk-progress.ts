import { SingleBar } from 'cli-progress';
import type { Clock } from '../../src/ports.ts';
import { durationText, Pace, rateText } from './pace.ts';
import { type StatusCounts, statuses } from './status-counts.ts';
import type { Output } from './terminal.ts';

/** How far a run is. */
export interface BulkView {
  /** Addresses with a result, be it one that is tried again. */
  readonly done: number;
  readonly total: number;
  /** Addresses with a final result. */
  readonly counts: StatusCounts;
  /** Addresses that wait to be tried again when all others are done. */
  readonly retries: { readonly count: number; readonly nextAt: number } | undefined;
}

export interface BulkProgress {
  /** To be called every second or so. */
  show(view: BulkView): void;
  /** Must be called, whatever happened. */
  stop(): void;
}

const linesEveryMs = 5_000;
/** More than one address may take. */
const silenceMs = 330_000;
/** Slower than this, what is left cannot be told from what was. */
const slowestRate = 0.05;

/** A bar on a terminal, a line now and then elsewhere. */
export function showBulkProgress(output: Output, clock: Clock, total: number): BulkProgress {
  const pace = new PaceText(clock);
  return output.isTTY ? bar(output, pace, total) : lines(output, pace, clock, total);
}

function bar(output: Output, pace: PaceText, total: number): BulkProgress {
  const single = new SingleBar({
    stream: output,
    format: 'verifying [{bar}] {value} of {total}{rest}',
    barsize: 20,
    clearOnComplete: true,
    gracefulExit: false,
  });
  single.start(total, 0, { rest: '' });
  return {
    show: (view) => single.update(view.done, { rest: textAfter(view, pace) }),
    stop: () => single.stop(),
  };
}

function lines(output: Output, pace: PaceText, clock: Clock, total: number): BulkProgress {
  output.write(`verifying ${total} addresses\n`);
  let writtenAt = clock.now();
  let written = '';
  return {
    show(view) {
      const rest = textAfter(view, pace);
      const complete = view.done === view.total;
      const line = `${view.done} of ${view.total} verified${rest}\n`;
      const due = clock.now() - writtenAt >= linesEveryMs || (complete && !written.startsWith(head(view)));
      if (!due || line === written) return;
      output.write(line);
      writtenAt = clock.now();
      written = line;
    },
    stop() {},
  };
}

function head({ done, total }: BulkView): string {
  return `${done} of ${total} `;
}

function textAfter(view: BulkView, pace: PaceText): string {
  const speed = pace.of(view);
  const counts = statuses.flatMap((status) => {
    const count = view.counts.of(status);
    return count === 0 ? [] : [`${count} ${status}`];
  });
  return [speed, ...(counts.length === 0 ? [] : [counts.join(', ')])]
    .filter((part) => part !== '')
    .map((part) => `; ${part}`)
    .join('');
}

/** Says how fast a run gets on, or what it waits for. */
class PaceText {
  readonly #clock: Clock;
  readonly #pace = new Pace();
  #done = -1;
  #advancedAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#advancedAt = clock.now();
  }

  of({ done, total, retries }: BulkView): string {
    const now = this.#clock.now();
    this.#pace.note(now, done);
    if (done !== this.#done) this.#advancedAt = now;
    this.#done = done;
    if (retries !== undefined) return retriesText(retries, now);
    if (done === total) return '';
    const silentMs = now - this.#advancedAt;
    if (silentMs >= silenceMs) {
      return `no result for ${durationText(silentMs)}: DNS, port 25 or the store may be out of reach`;
    }
    const { rate } = this.#pace;
    const leftMs = this.#pace.leftMs(total);
    if (rate === undefined || rate < slowestRate || leftMs === undefined) return '';
    return `${rateText(rate)}, ${durationText(leftMs)} left`;
  }
}

function retriesText({ count, nextAt }: { count: number; nextAt: number }, now: number): string {
  const who = count === 1 ? '1 address is' : `${count} addresses are`;
  return nextAt <= now ? `${who} tried again now` : `${who} tried again, next at ${timeOfDay(nextAt)}`;
}

/** As the clock on the wall shows it. */
function timeOfDay(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
