import type { OutcomeCount } from '../../../src/verdict/outcomes/outcome-count.ts';

/** Verdicts together: what they said, and how often that came true. Shares from 0 to 1. */
export interface Reliability {
  readonly verdicts: number;
  /** The mean of their confidence. */
  readonly said: number;
  readonly cameTrue: number;
  /** Between these is the true share, with a probability of 95 % (Wilson, 1927). */
  readonly low: number;
  readonly high: number;
}

/** Returns how reliable these verdicts were. There must be at least one. */
export function reliabilityOf(counts: readonly OutcomeCount[]): Reliability {
  let verdicts = 0;
  let said = 0;
  let held = 0;
  for (const { confidence, predicts, delivered, bounced, complained } of counts) {
    const count = delivered + bounced + complained;
    verdicts += count;
    said += (count * confidence) / 100;
    held += predicts === 'bounce' ? bounced : delivered + complained;
  }
  return {
    verdicts,
    said: said / verdicts,
    cameTrue: held / verdicts,
    ...wilsonInterval(held, verdicts),
  };
}

/** Returns the counts in groups, in the order of their first. */
export function groupedBy(
  counts: readonly OutcomeCount[],
  keyOf: (count: OutcomeCount) => string,
): readonly (readonly [key: string, counts: readonly OutcomeCount[]])[] {
  const groups = new Map<string, OutcomeCount[]>();
  for (const count of counts) {
    const group = groups.get(keyOf(count));
    if (group === undefined) groups.set(keyOf(count), [count]);
    else group.push(count);
  }
  return [...groups];
}

/** The 97.5 % quantile of the normal distribution. */
const z = 1.96;

function wilsonInterval(held: number, count: number): { low: number; high: number } {
  const share = held / count;
  const middle = share + z ** 2 / (2 * count);
  const reach = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const scale = 1 + z ** 2 / count;
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) };
}

/** Each character stands for two and a half percent, so that a line with its numbers has at most 80. */
const plotWidth = 41;
const labelWidth = 6;
const intervalWidth = 9;
const countWidth = 8;

/** Returns the verdicts in bins of ten percent of what they said, the surest first. */
export function binsOf(counts: readonly OutcomeCount[]): readonly Reliability[] {
  return groupedBy(counts, ({ confidence }) => String(Math.floor(confidence / 10)))
    .map(([, binned]) => reliabilityOf(binned))
    .sort((one, other) => other.said - one.said);
}

/** Returns a plot with a line for each bin, which has a share of 0 to 100 % across. Needs no colours, and 80 columns. */
export function reliabilityPlot(counts: readonly OutcomeCount[]): string {
  const lines = binsOf(counts).map((bin) =>
    lineOf([
      percentText(bin.said),
      plotLine(bin),
      percentText(bin.cameTrue),
      intervalText(bin),
      numberText(bin.verdicts),
    ]),
  );
  return [
    'Down: what verdicts said, in tens of percent. Across: how many came true.',
    '│ said   ● came true   ◉ both   ─ the true share, with a probability of 95 %',
    '',
    lineOf(['said', scale(), 'true', 'interval', 'verdicts']),
    ...lines,
    '',
  ].join('\n');
}

function lineOf([said, plot, cameTrue, interval, verdicts]: readonly [
  string,
  string,
  string,
  string,
  string,
]): string {
  return [
    said.padStart(labelWidth),
    plot,
    cameTrue.padStart(labelWidth),
    interval.padStart(intervalWidth),
    verdicts.padStart(countWidth),
  ].join('  ');
}

/** Says where 0, 50 and 100 % are. */
function scale(): string {
  const [left, middle, right] = ['0 %', '50 %', '100 %'];
  const before = (plotWidth - 1) / 2 - 1;
  return left.padEnd(before) + middle.padEnd(plotWidth - before - right.length) + right;
}

/** Returns a line from 0 to 100 %: `│` is what was said, `●` what came true, `─` the interval around it. */
function plotLine({ said, cameTrue, low, high }: Reliability): string {
  const at = (share: number) => Math.round(share * (plotWidth - 1));
  return Array.from({ length: plotWidth }, (_, index) => {
    if (index === at(cameTrue)) return index === at(said) ? '◉' : '●';
    if (index === at(said)) return '│';
    return index >= at(low) && index <= at(high) ? '─' : '·';
  }).join('');
}

/** Returns a share from 0 to 1 as `97 %`. */
export function percentText(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** Returns the interval as `30–95 %`. */
export function intervalText({ low, high }: Reliability): string {
  return `${Math.round(100 * low)}–${Math.round(100 * high)} %`;
}

/** Returns a count with commas: `12,345`. */
export function numberText(count: number): string {
  return count.toLocaleString('en');
}
