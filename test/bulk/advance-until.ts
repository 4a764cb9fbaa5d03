import type { ManualClock } from '../support/manual-clock.ts';

type Condition = () => boolean | Promise<boolean>;

/** Lets time pass in small steps first, then in large ones. Both functions throw after `maxSteps`. */
export function advancing(
  clock: ManualClock,
  steps: { smallSteps: number; smallMs: number; largeMs: number; maxSteps: number },
) {
  const advanceUntil = async (condition: Condition): Promise<void> => {
    for (let step = 0; !(await condition()); step += 1) {
      if (step > steps.maxSteps) throw new Error('The condition was never met.');
      await clock.advance(step < steps.smallSteps ? steps.smallMs : steps.largeMs);
    }
  };
  const advanceUntilSettled = async <T>(promise: Promise<T>): Promise<T> => {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    promise.then(settle, settle);
    await advanceUntil(() => settled);
    return promise;
  };
  return { advanceUntil, advanceUntilSettled };
}
