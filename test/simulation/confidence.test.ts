import { describe, expect, it } from 'vitest';
import { calibrationError, logLoss } from './confidence/calibration.ts';
import { runConfidence } from './confidence/confidence-run.ts';
import { asStated } from './confidence/stated-parameters.ts';

const list = { addresses: 3_000, seed: 7 };

describe('in a world as the model has it, confidence', () => {
  it('comes true as often as it says, and hardly says less than an observer who knows the world', async () => {
    const { verdicts, formerVerdicts, observerVerdicts } = await runConfidence(asStated, list);
    expect(verdicts).toHaveLength(list.addresses);
    expect(calibrationError(verdicts)).toBeLessThan(0.02);
    expect(calibrationError(verdicts)).toBeLessThan(calibrationError(formerVerdicts));
    expect(logLoss(verdicts)).toBeLessThan(1.02 * logLoss(observerVerdicts));
  });

  it('costs few questions, and sees through greylisting', async () => {
    const run = await runConfidence(asStated, list);
    expect(run.recipients).toBeLessThan(1.05 * run.formerRecipients);
    expect(run.greylisting).toBeGreaterThan(0);
    expect(run.seenThrough).toBe(run.greylisting);
  });
});

describe('a catch-all that closes names', () => {
  it('is hardly ever called none', async () => {
    const run = await runConfidence({ ...asStated, closedShare: 0.05 }, list);
    expect(run.formerlyDenied).toBeGreaterThan(0.05 * run.catchAlls);
    expect(run.denied).toBeLessThanOrEqual(0.01 * run.catchAlls);
  });
});
