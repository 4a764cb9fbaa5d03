import { SingleBar } from 'cli-progress';
import type { Clock } from '../../../src/ports.ts';
import { printable } from '../output/printable.ts';
import type { Output } from '../terminal.ts';
import type { ListKind, ListResult, ListWords } from './list-kind.ts';
import { countsText, type OutcomeCounts } from './outcome-counts.ts';
import { durationText, Pace, rateText } from './pace.ts';

/** How far a run is. */
export interface BulkView {
  /** Items with a result, be it one that is tried again. */
  readonly done: number;
  readonly total: number;
  /** Items with a final result. */
  readonly counts: OutcomeCounts;
  /** Items that wait to be tried again when all others are done. */
  readonly retries: { readonly count: number; readonly nextAt: number } | undefined;
}

export interface BulkProgress {
  /** To be called every second or so. */
  show(view: BulkView): void;
  /** Says why nothing gets on, each reason once. */
  wait(reason: string): void;
  /** Must be called, whatever happened. */
  stop(): void;
}

const linesEveryMs = 5_000;
/** More than one item may take. */
const silenceMs = 330_000;
/** Slower than this, what is left cannot be told from what was. */
const slowestRate = 0.05;

/** A bar on a terminal, a line now and then elsewhere. */
export function showBulkProgress<Item, Row extends ListResult>(
  output: Output,
  { clock, total, kind }: { clock: Clock; total: number; kind: Kind<Item, Row> },
): BulkProgress {
  const pace = new PaceText(clock, kind.words);
  const textAfter = (view: BulkView) =>
    [pace.of(view), countsText(view.counts, kind)]
      .filter((part) => part !== '')
      .map((part) => `; ${part}`)
      .join('');
  return output.isTTY
    ? bar(output, { total, words: kind.words, textAfter })
    : lines(output, { clock, total, words: kind.words, textAfter });
}

type Kind<Item, Row extends ListResult> = Pick<ListKind<Item, Row>, 'words' | 'groups'>;

interface ProgressParts {
  readonly total: number;
  readonly words: ListWords;
  /** What is behind the numbers. */
  textAfter(view: BulkView): string;
}

function bar(output: Output, { total, words, textAfter }: ProgressParts): BulkProgress {
  const single = new SingleBar({
    stream: output,
    format: `${words.doing} [{bar}] {value} of {total}{rest}`,
    barsize: 20,
    clearOnComplete: true,
    gracefulExit: false,
    // It stands on a new line after a reason was written on its own.
    forceRedraw: true,
  });
  single.start(total, 0, { rest: '' });
  return {
    show: (view) => single.update(view.done, { rest: textAfter(view) }),
    wait: eachOnce((reason) => output.write(`${emptyLine}Waiting: ${reason}\n`)),
    stop: () => single.stop(),
  };
}

function lines(
  output: Output,
  { clock, total, words, textAfter }: ProgressParts & { clock: Clock },
): BulkProgress {
  output.write(`${words.doing} ${total} ${total === 1 ? words.one : words.many}\n`);
  let writtenAt = clock.now();
  let written = '';
  return {
    show(view) {
      const rest = textAfter(view);
      const complete = view.done === view.total;
      const line = `${view.done} of ${view.total} ${words.done}${rest}\n`;
      const due = clock.now() - writtenAt >= linesEveryMs || (complete && !written.startsWith(head(view)));
      if (!due || line === written) return;
      output.write(line);
      writtenAt = clock.now();
      written = line;
    },
    wait: eachOnce((reason) => output.write(`Waiting: ${reason}\n`)),
    stop() {},
  };
}

/** Back to the start of the line, which is erased to its end (ECMA-48: CR, EL). */
const emptyLine = '\r\u001b[K';

function eachOnce(write: (text: string) => void): (text: string) => void {
  const written = new Set<string>();
  return (text) => {
    if (written.has(text)) return;
    written.add(text);
    write(printable(text));
  };
}

function head({ done, total }: BulkView): string {
  return `${done} of ${total} `;
}

/** Says how fast a run gets on, or what it waits for. */
class PaceText {
  readonly #clock: Clock;
  readonly #words: ListWords;
  readonly #pace = new Pace();
  #done = -1;
  #advancedAt: number;

  constructor(clock: Clock, words: ListWords) {
    this.#clock = clock;
    this.#words = words;
    this.#advancedAt = clock.now();
  }

  of({ done, total, retries }: BulkView): string {
    const now = this.#clock.now();
    this.#pace.note(now, done);
    if (done !== this.#done) this.#advancedAt = now;
    this.#done = done;
    if (retries !== undefined) return retriesText(retries, now, this.#words);
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

function retriesText(
  { count, nextAt }: { count: number; nextAt: number },
  now: number,
  { one, many }: ListWords,
): string {
  const who = count === 1 ? `1 ${one} is` : `${count} ${many} are`;
  return nextAt <= now ? `${who} tried again now` : `${who} tried again, next at ${timeOfDay(nextAt)}`;
}

/** As the clock on the wall shows it. */
function timeOfDay(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
