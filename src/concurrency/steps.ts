import type { Step, StepName, Telemetry } from '../ports/telemetry.ts';

type StepOf<Name extends StepName> = Extract<Step, { step: Name }>;

/** What a step tells of itself, beside its name and its parent. */
type Description<Name extends StepName> = Omit<StepOf<Name>, 'step' | 'parent'> & {
  /** Default: the step within whose work this one is taken. */
  readonly parent?: Step | null;
};

/**
 * Runs work as a step, and reports it to telemetry. `work` receives the step, and may add what it finds out; `note` adds
 * what the result tells. Without a listener, `work` receives undefined, and nothing else is called.
 */
export function runStep<Name extends StepName, Result>(
  telemetry: Telemetry | undefined,
  name: Name,
  describe: (telemetry: Telemetry) => Description<Name>,
  work: (step?: StepOf<Name>) => Promise<Result>,
  note?: (step: StepOf<Name>, result: Result) => void,
): Promise<Result> {
  if (telemetry === undefined || !telemetry.isObserved(name)) return work();
  const step = { parent: telemetry.current(), ...describe(telemetry), step: name } as unknown as StepOf<Name>;
  return telemetry.run(step, async () => {
    const result = await work(step);
    note?.(step, result);
    return result;
  });
}

/** Returns a `traceparent` of W3C Trace Context, version 00; undefined for anything else, which loses only the trace. */
export function validTraceparent(text: string | null | undefined): string | undefined {
  return /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text ?? '') ? (text ?? undefined) : undefined;
}
