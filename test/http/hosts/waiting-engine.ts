import { stubEngine, verdict } from '../../support/stub-http-engine.ts';

/** An engine whose verifications resolve only when the test calls one of `completions`. */
export async function createWaitingEngine() {
  const completions: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const stubbed = await stubEngine({
    verify: (_, options) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        if (signal === undefined) return;
        signal.addEventListener('abort', () => reject(signal.reason));
        signals.push(signal);
        completions.push(() => resolve(verdict));
      }),
  });
  return { ...stubbed, completions, signals };
}
