import { SingleBar } from 'cli-progress';
import type { Clock } from '../../../src/ports/clock.ts';
import { printable } from '../output/printable.ts';
import type { Output } from '../terminal.ts';
import type { BulkResult, BulkTask, TaskLabels } from './bulk-task.ts';
import { type ResultCounts, resultCountsText } from './result-counts.ts';
import { durationText, rateText, Throughput } from './throughput.ts';

/** The progress of a run at one moment. */
export interface RunSnapshot {
  /** Items with a result, including those that will be retried. */
  readonly done: number;
  readonly total: number;
  /** Items with a final result. */
  readonly counts: ResultCounts;
  /** Items that wait for a retry; undefined as long as others have no result yet. */
  readonly retries: Retries | undefined;
}

/** Items that are tried again. Times are in milliseconds since the Unix epoch. */
export interface Retries {
  readonly count: number;
  /** When the next of those is due that wait for nothing else. */
  readonly nextAt: number;
  /** Those that were put off through egresses which no process has now. `until`: when the first goes to another one. */
  readonly waiting:
    | { readonly count: number; readonly egresses: readonly string[]; readonly until: number }
    | undefined;
}

/** Shows the progress of a run on the terminal. */
export interface BulkProgress {
  /** To be called about every second. */
  show(snapshot: RunSnapshot): void;
  /** Shows why there is no progress, each reason once. */
  showWaiting(reason: string): void;
  /** Must be called at the end, also after an error. */
  stop(): void;
}

const lineIntervalMs = 5_000;
/** More than a single item can take. */
const stalledAfterMs = 330_000;
/** Below this rate, the remaining time cannot be estimated. */
const slowestPerSecond = 0.05;

/** Says what begins, then shows a bar on a terminal, and lines every few seconds elsewhere. */
export function showBulkProgress<Item, Result extends BulkResult>(
  output: Output,
  options: {
    clock: Clock;
    total: number;
    /** Rows of the list, of which several may have the same item. */
    rows: number;
    simulated: boolean;
    task: Pick<BulkTask<Item, Result>, 'labels' | 'groups'>;
  },
): BulkProgress {
  const { clock, total, rows, simulated, task } = options;
  const { labels } = task;
  const rate = new RateText(clock, labels);
  const details = (snapshot: RunSnapshot) =>
    [rate.update(snapshot), resultCountsText(snapshot.counts, task)]
      .filter((part) => part !== '')
      .map((part) => `; ${part}`)
      .join('');
  const inRows = rows === total ? '' : ` in ${rows} rows${simulated ? ',' : ''}`;
  output.write(
    `${labels.doing} ${countText(total, labels)}${inRows}${simulated ? ' on the simulated internet' : ''}\n`,
  );
  return output.isTTY ? bar(output, { total, labels, details }) : lines(output, { clock, labels, details });
}

interface ProgressOptions {
  readonly labels: TaskLabels;
  /** Returns the text after the numbers. */
  details(snapshot: RunSnapshot): string;
}

function bar(
  output: Output,
  { total, labels, details }: ProgressOptions & { readonly total: number },
): BulkProgress {
  const single = new SingleBar({
    stream: output,
    format: `${labels.doing} [{bar}] {value} of {total}{details}`,
    barsize: 20,
    clearOnComplete: true,
    gracefulExit: false,
    // After a reason was written on a line of its own, the bar is missing on the next line.
    forceRedraw: true,
  });
  single.start(total, 0, { details: '' });
  return {
    show: (snapshot) => single.update(snapshot.done, { details: details(snapshot) }),
    showWaiting: eachOnce((reason) => output.write(`${clearLine}Waiting: ${reason}\n`)),
    stop: () => single.stop(),
  };
}

function lines(
  output: Output,
  { clock, labels, details }: ProgressOptions & { readonly clock: Clock },
): BulkProgress {
  let writtenAt = clock.now();
  let written = '';
  return {
    show(snapshot) {
      const { done } = snapshot;
      const numbers = `${done} of ${snapshot.total} `;
      const line = `${numbers}${labels.done}${details(snapshot)}\n`;
      const complete = done === snapshot.total;
      const due = clock.now() - writtenAt >= lineIntervalMs || (complete && !written.startsWith(numbers));
      if (!due || line === written) return;
      output.write(line);
      writtenAt = clock.now();
      written = line;
    },
    showWaiting: eachOnce((reason) => output.write(`Waiting: ${reason}\n`)),
    stop() {},
  };
}

/** Moves to the start of the line and erases it (ECMA-48: CR, EL). */
const clearLine = '\r\u001b[K';

function eachOnce(write: (text: string) => void): (text: string) => void {
  const written = new Set<string>();
  return (text) => {
    if (written.has(text)) return;
    written.add(text);
    write(printable(text));
  };
}

/** Says how fast a run is, or what it waits for. */
class RateText {
  readonly #clock: Clock;
  readonly #labels: TaskLabels;
  readonly #throughput = new Throughput();
  #done = -1;
  #advancedAt: number;

  constructor(clock: Clock, labels: TaskLabels) {
    this.#clock = clock;
    this.#labels = labels;
    this.#advancedAt = clock.now();
  }

  /** Records the snapshot and returns the text for it. */
  update({ done, total, retries }: RunSnapshot): string {
    const now = this.#clock.now();
    this.#throughput.record(now, done);
    if (done !== this.#done) this.#advancedAt = now;
    this.#done = done;
    if (retries !== undefined) return retriesText(retries, now, this.#labels);
    if (done === total) return '';
    const silentMs = now - this.#advancedAt;
    if (silentMs >= stalledAfterMs) {
      return `no result for ${durationText(silentMs)}: DNS, port 25 or the store may be out of reach`;
    }
    const { perSecond } = this.#throughput;
    const remainingMs = this.#throughput.remainingMs(total);
    if (perSecond === undefined || perSecond < slowestPerSecond || remainingMs === undefined) return '';
    return `${rateText(perSecond)}, ${durationText(remainingMs)} left`;
  }
}

function retriesText({ count, nextAt, waiting }: Retries, now: number, labels: TaskLabels): string {
  if (waiting === undefined) return dueText({ count, nextAt }, now, labels);
  const { egresses, until } = waiting;
  const names = egresses.length === 1 ? `the egress ${egresses[0]}` : `the egresses ${egresses.join(', ')}`;
  const verb = waiting.count === 1 ? 'waits' : 'wait';
  const text =
    `${countText(waiting.count, labels)} ${verb} for ${names}, which mail servers have told to come back and no ` +
    `process has now; another one asks from ${localTime(until)} on at the latest`;
  const others = count - waiting.count;
  return others > 0 ? `${dueText({ count: others, nextAt }, now, labels)}; ${text}` : text;
}

function dueText({ count, nextAt }: Omit<Retries, 'waiting'>, now: number, labels: TaskLabels): string {
  const items = `${countText(count, labels)} ${count === 1 ? 'is' : 'are'}`;
  return nextAt <= now ? `${items} tried again now` : `${items} tried again, next at ${localTime(nextAt)}`;
}

export function countText(count: number, { singular, plural }: TaskLabels): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** Returns the local time of day, such as `08:05`. */
function localTime(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
