import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { Step, StepName, Telemetry } from '../src/ports/telemetry.ts';

/** The tracing channels of Node.js on which steps are published, `mailproof:request` and so on. */
export const stepChannels = {
  request: tracingChannel<unknown, Step>('mailproof:request'),
  dns: tracingChannel<unknown, Step>('mailproof:dns'),
  connection: tracingChannel<unknown, Step>('mailproof:connection'),
  transaction: tracingChannel<unknown, Step>('mailproof:transaction'),
  charge: tracingChannel<unknown, Step>('mailproof:charge'),
  job: tracingChannel<unknown, Step>('mailproof:job'),
  batch: tracingChannel<unknown, Step>('mailproof:batch'),
} satisfies Record<StepName, unknown>;

/** One for all engines of the process, as the channels are. */
const underWay = new AsyncLocalStorage<Step>();

/** What is published instead of an error, whose message and cause may quote addresses. */
class StepFailed extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    const { code, name } = cause instanceof Error ? (cause as Error & { code?: unknown }) : {};
    super(typeof code === 'string' ? code : (name ?? 'Error'));
    this.name = 'StepFailed';
    this.code = this.message;
  }
}

/** Returns telemetry that publishes each step on the channel of its name. It costs nothing while nobody subscribes. */
export function publishedSteps({ names }: { names: boolean }): Telemetry {
  return {
    names,
    isObserved: (name) => stepChannels[name].hasSubscribers,
    current: () => underWay.getStore() ?? null,
    run: <Result>(step: Step, work: () => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        let settle = () => {};
        // Without a result, and async: the channel would publish the result, and an error thrown at once, as they are.
        const isolated = () =>
          underWay
            .run(step, async () => work())
            .then(
              (result) => {
                settle = () => resolve(result);
              },
              (error: unknown) => {
                settle = () => reject(error);
                throw new StepFailed(error);
              },
            );
        const told = stepChannels[step.step].tracePromise(isolated, step);
        told.catch(() => {}).finally(() => settle());
      }),
  };
}
