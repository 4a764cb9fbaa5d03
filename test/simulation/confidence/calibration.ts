/** A verdict's confidence, as a probability, and whether it came true: delivered if safe or risky, not if invalid. */
export interface JudgedVerdict {
  readonly probability: number;
  readonly held: boolean;
}

const binCount = 10;

/** Returns how far, on average, the share that came true lies from the confidence, over ten bins of it. */
export function calibrationError(verdicts: readonly JudgedVerdict[]): number {
  return binned(verdicts).reduce(
    (sum, { count, mean, held }) => sum + (count / verdicts.length) * Math.abs(mean - held),
    0,
  );
}

/** Returns the mean of what each outcome costs, by the logarithm of the probability that it was given. */
export function logLoss(verdicts: readonly JudgedVerdict[]): number {
  const loss = ({ probability, held }: JudgedVerdict) => -Math.log(held ? probability : 1 - probability);
  return verdicts.reduce((sum, verdict) => sum + loss(verdict), 0) / verdicts.length;
}

/** Returns, for each bin that is not empty: its verdicts, their mean probability, and the share that came true. */
export function binned(
  verdicts: readonly JudgedVerdict[],
): readonly { readonly count: number; readonly mean: number; readonly held: number }[] {
  const bins = Array.from({ length: binCount }, (): JudgedVerdict[] => []);
  for (const verdict of verdicts)
    bins[Math.min(binCount - 1, Math.floor(verdict.probability * binCount))]?.push(verdict);
  return bins
    .filter((bin) => bin.length > 0)
    .map((bin) => ({
      count: bin.length,
      mean: bin.reduce((sum, { probability }) => sum + probability, 0) / bin.length,
      held: bin.filter(({ held }) => held).length / bin.length,
    }));
}
