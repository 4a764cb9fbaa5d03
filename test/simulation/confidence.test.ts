import { describe, expect, it } from 'vitest';
import { calibrationError, logLoss } from './confidence/calibration.ts';
import { runConfidence } from './confidence/confidence-run.ts';
import { asStated, twiceTheCatchAlls, wrongByTwo } from './confidence/stated-parameters.ts';
import { RandomStream } from './randomness/random-stream.ts';

const list = { addresses: 3_000, seed: 7 };

describe('in a world as the model has it, confidence', () => {
  it('comes true as often as it says, and hardly says less than an observer who knows the world', async () => {
    const { verdicts, observerVerdicts } = await runConfidence(asStated, list);
    expect(verdicts).toHaveLength(list.addresses);
    expect(calibrationError(verdicts)).toBeLessThan(0.02);
    expect(logLoss(verdicts)).toBeLessThan(1.02 * logLoss(observerVerdicts));
  });

  it('costs few questions, and sees through greylisting', async () => {
    const run = await runConfidence(asStated, list);
    expect(run.recipients).toBeLessThan(1.3 * list.addresses);
    expect(run.greylisting).toBeGreaterThan(0);
    expect(run.seenThrough).toBe(run.greylisting);
    expect(run.endedCatchAll).toBe(run.greylisting);
  });
});

describe('a catch-all that closes names', () => {
  it('is hardly ever called none', async () => {
    const run = await runConfidence({ ...asStated, closedShare: 0.05 }, list);
    expect(run.catchAlls).toBeGreaterThan(0);
    expect(run.denied).toBeLessThanOrEqual(0.01 * run.catchAlls);
  });
});

describe('in two worlds that differ only in what becomes of mail, confidence', () => {
  it('is as near to both as replies allow', async () => {
    const failing = await runConfidence(twiceTheCatchAlls(2), list);
    const lasting = await runConfidence(twiceTheCatchAlls(0.5), list);
    const [less, more] = [failing, lasting].map(
      ({ verdicts }) => verdicts.filter(({ held }) => held).length / verdicts.length,
    );
    const together = calibrationError(failing.verdicts) + calibrationError(lasting.verdicts);
    expect(more! - less!).toBeGreaterThan(0.1);
    expect(together).toBeLessThan(more! - less! + 0.01);
  });
});

describe('in a world in which every parameter is wrong by a factor of two, confidence', () => {
  it('is as good again once outcomes were recorded', async () => {
    // Mail fails twice as often as the tables have it, and twice as many domains are catch-alls.
    const wrong = wrongByTwo(new RandomStream(1, 'wrong world 7'));
    expect(wrong.failures.accepted).toBeGreaterThan(asStated.failures.accepted);
    expect(wrong.catchAll.usual).toBeGreaterThan(asStated.catchAll.usual);
    const learning = { late: 1_000, first: 2_000, second: 1_000 };
    const run = await runConfidence(wrong, { addresses: 7_000, seed: 7, learning });
    expect(run.learnedVerdicts).toHaveLength(3_000);
    expect(calibrationError(run.verdicts)).toBeGreaterThan(0.04);
    // The second round learns from verdicts that the first has moved, and from older ones.
    for (const learned of [run.learnedVerdicts, run.relearnedVerdicts]) {
      expect(calibrationError(learned)).toBeLessThan(0.03);
      expect(logLoss(learned)).toBeLessThan(logLoss(run.verdicts));
    }
  });
});
