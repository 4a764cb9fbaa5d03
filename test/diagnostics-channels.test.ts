import { expect, it, onTestFinished } from 'vitest';
import { publishedSteps, stepChannels } from '../adapters/diagnostics-channels.ts';
import { runStep } from '../src/concurrency/steps.ts';
import { InvalidArgument } from '../src/errors.ts';
import type { RequestStep, Step, Telemetry } from '../src/ports/telemetry.ts';

const telemetry = publishedSteps({ names: false });

/** Records what is published on a channel during the test. */
function listenTo(name: keyof typeof stepChannels) {
  const events: [event: string, message: Record<string, unknown>][] = [];
  const record = (event: string) => (message: object) => {
    events.push([event, { ...message }]);
  };
  const subscriber = {
    ...{ start: record('start'), end: record('end'), error: record('error') },
    ...{ asyncStart: record('asyncStart'), asyncEnd: record('asyncEnd') },
  };
  stepChannels[name].subscribe(subscriber);
  onTestFinished(() => {
    stepChannels[name].unsubscribe(subscriber);
  });
  return events;
}

const describeRequest = () => ({ kind: 'verification', level: 'smtp' }) as const;
const verify = (work: (step?: RequestStep) => Promise<unknown>) =>
  runStep(telemetry, 'request', describeRequest, work);

it('a step is made only while somebody subscribes to its channel', async () => {
  const made: (Step | undefined)[] = [];
  const work = async (step?: Step) => made.push(step);
  await verify(work);
  listenTo('dns');
  await verify(work);
  listenTo('request');
  await verify(work);
  expect(made).toEqual([undefined, undefined, { step: 'request', parent: null, ...describeRequest() }]);
});

it('the end of a step has what was found out, and not the result of the work', async () => {
  const events = listenTo('request');
  const result = await verify(async (step) => {
    if (step !== undefined) step.status = 'safe';
    return 'ann@example.com';
  });
  expect(result).toBe('ann@example.com');
  expect(events.map(([event]) => event)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
  expect(events.at(-1)?.[1]).toMatchObject({ status: 'safe', result: undefined });
});

it('work that throws before it returns a promise fails like any other', async () => {
  const events = listenTo('request');
  const failure = new TypeError('ann@example.com');
  const work = () => {
    throw failure;
  };
  await expect(verify(work)).rejects.toBe(failure);
  expect(events.map(([event]) => event)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
  expect(events.at(-1)?.[1]).toMatchObject({ error: { code: 'TypeError', message: 'TypeError' } });
});

it('a failed step has the code of the error, and the caller gets the error itself', async () => {
  const events = listenTo('request');
  const failure = new InvalidArgument('email', '"ann@example.com" is wrong.');
  await expect(verify(() => Promise.reject(failure))).rejects.toBe(failure);
  await expect(verify(() => Promise.reject(new TypeError('ann@example.com')))).rejects.toThrow(TypeError);
  const errors = events.filter(([event]) => event === 'error').map(([, { error }]) => error);
  expect(errors).toMatchObject([
    { code: 'invalid_argument', message: 'invalid_argument' },
    { code: 'TypeError', message: 'TypeError' },
  ]);
  expect(String(errors.map((error) => JSON.stringify(error)))).not.toContain('ann');
});

it('a step within another one has it as its parent, also beside others', async () => {
  const charges = listenTo('charge');
  listenTo('request');
  const parents: (Step | null)[] = [];
  const charge = (inside: Telemetry) =>
    runStep(
      inside,
      'charge',
      () => ({ action: 'hold' }) as const,
      async () => {},
    );
  await Promise.all(
    ['safe', 'risky'].map(() =>
      verify(async (step) => {
        await Promise.resolve();
        parents.push(step ?? null);
        await charge(telemetry);
      }),
    ),
  );
  await charge(telemetry);
  const begun = charges.filter(([event]) => event === 'start').map(([, { parent }]) => parent);
  expect(begun[0]).toBe(parents[0]);
  expect(begun[1]).toBe(parents[1]);
  expect(begun[2]).toBeNull();
  expect(parents[0]).not.toBe(parents[1]);
});
