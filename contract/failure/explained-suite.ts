import { AsyncLocalStorage } from 'node:async_hooks';
import type { ContractRunner } from '../runner.ts';
import { CallLog, type Method, propertiesOf } from './call-log.ts';
import { ContractFailure, expectThat } from './contract-failure.ts';

/** The log of the check that runs. Some runners run several at the same time. */
const currentLog = new AsyncLocalStorage<CallLog>();

/** Returns a runner whose failing checks throw a ContractFailure. */
export function explainedRunner(runner: ContractRunner, port: string, subject: string): ContractRunner {
  /** The names of the groups around what is declared now. Runners may run the body of a group later than this. */
  let groups: readonly string[] = [];
  return {
    describe: (name, body) => {
      const inner = [...groups, name];
      runner.describe(name, () => {
        const outer = groups;
        groups = inner;
        body();
        groups = outer;
      });
    },
    it: (name, body) => {
      // The first group is the whole suite.
      const rule = [...groups.slice(1), name].join(': ');
      runner.it(name, async () => {
        const log = new CallLog();
        try {
          await currentLog.run(log, async () => body());
        } catch (error) {
          throw new ContractFailure({ port, subject, rule, done: log.lines }, error);
        }
      });
    },
  };
}

/** How a subject starts adapters. */
export interface Starting {
  /** The methods that start one. Default `start`. */
  readonly methods?: readonly string[];
  /** What the adapter is called in that which they return, beside `stop`. Without it, they return the adapter alone. */
  readonly part?: string;
}

/**
 * Returns a subject that starts the same adapters, whose calls are noted for the words about a failure. What starts none
 * fails the check in words.
 */
export function watchedSubject<Subject extends object>(
  subject: Subject,
  { methods = ['start'], part }: Starting,
): Subject {
  const starts = methods.map((method) => {
    const value = (options: unknown) => {
      const started: unknown = (Reflect.get(subject, method) as Method).call(subject, options);
      const log = currentLog.getStore();
      if (log === undefined) return started;
      if (hasClock(options)) log.useClock(options.clock);
      if (part === undefined) {
        expectThat(isObject(started), `${method}() to return the adapter`, started);
        return log.watch('transport', started);
      }
      return Promise.resolve(started).then((running) => {
        checkRunning(running, `${method}() to return { ${part}, stop }, an object and a function`, part);
        return watchParts(log, running);
      });
    };
    return [method, { value, enumerable: true }] as const;
  });
  return Object.create(subject, Object.fromEntries(starts)) as Subject;
}

function checkRunning(running: unknown, expected: string, part: string): asserts running is object {
  const isRunning =
    isObject(running) &&
    isObject(Reflect.get(running, part)) &&
    typeof Reflect.get(running, 'stop') === 'function';
  expectThat(isRunning, expected, running);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Watches the adapters that are part of what was started. What else that has stays as it is. */
function watchParts(log: CallLog, running: object): object {
  const parts: Record<string, unknown> = {};
  for (const [key, method] of propertiesOf(running)) {
    const value: unknown = method ?? Reflect.get(running, key);
    if (key === 'openSecond' && method !== undefined)
      parts[key] = async () => log.watch('second', (await method.call(running)) as object);
    else if (method !== undefined) parts[key] = (...args: unknown[]) => method.apply(running, args);
    else parts[key] = typeof value === 'object' && value !== null ? log.watch(key, value) : value;
  }
  return parts;
}

function hasClock(options: unknown): options is { readonly clock: { now(): number } } {
  return typeof options === 'object' && options !== null && 'clock' in options;
}
