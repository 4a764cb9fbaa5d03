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
