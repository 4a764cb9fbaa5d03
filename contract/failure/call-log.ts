import { isPromise } from 'node:util/types';
import { briefText } from './value-text.ts';

/** Calls that are shown of a check; it may make thousands. */
const shownCalls = 30;
const unsettled = 'has not settled';

interface Call {
  readonly atMs: number;
  readonly what: string;
  outcome: string;
  /** How often the same was done with the same outcome, one time after another. */
  times: number;
}

/** What a check has done with the adapter under test, for the words about its failure. */
export class CallLog {
  readonly #calls: Call[] = [];
  #omitted = 0;
  /** Milliseconds since the check began, by its clock. */
  #elapsedMs: () => number = () => 0;

  /** From now on, calls are noted with the time by this clock. */
  useClock(clock: { now(): number }): void {
    const startedAt = clock.now();
    this.#elapsedMs = () => clock.now() - startedAt;
  }

  /** Notes a call that has begun. The returned function takes down its outcome. */
  begin(what: string): (outcome: string) => void {
    const call = { atMs: this.#elapsedMs(), what, outcome: unsettled, times: 1 };
    this.#calls.push(call);
    if (this.#calls.length > shownCalls) {
      this.#calls.shift();
      this.#omitted += 1;
    }
    return (outcome) => {
      call.outcome = outcome;
      this.#mergeRepeats();
    };
  }

  /** Returns one line for each call, the oldest first. */
  get lines(): readonly string[] {
    const timed = this.#calls.some(({ atMs }) => atMs !== 0);
    const lines = this.#calls.map(({ atMs, what, outcome, times }) => {
      const repeated = times === 1 ? '' : `, ${times} times`;
      return `${timed ? `at ${atMs} ms: ` : ''}${what} ${outcome}${repeated}`;
    });
    return this.#omitted === 0 ? lines : [`… ${this.#omitted} earlier calls`, ...lines];
  }

  /**
   * Returns an object that does the same, and notes each call of a method. Results with methods, such as leases, are
   * watched in the same way.
   */
  watch<Watched extends object>(name: string, target: Watched): Watched {
    const watched = {};
    for (const [key, method] of propertiesOf(target)) {
      const property =
        method === undefined
          ? { get: () => Reflect.get(target, key) as unknown }
          : { value: (...args: unknown[]) => this.#call(`${name}.${key}`, { target, method, args }) };
      Object.defineProperty(watched, key, { ...property, enumerable: true });
    }
    return watched as Watched;
  }

  #call(
    name: string,
    { target, method, args }: { target: object; method: Method; args: unknown[] },
  ): unknown {
    const note = this.begin(`${name}(${args.map(briefText).join(', ')})`);
    const given = args.map((arg) =>
      typeof arg === 'function' ? this.#watchFunction(name, arg as Method) : arg,
    );
    const onResult = (result: unknown) => {
      note(result === undefined ? 'returned nothing' : `returned ${briefText(result)}`);
      return hasMethods(result) ? this.watch(resultNames.get(methodOf(name)) ?? 'result', result) : result;
    };
    const onError = (error: unknown, how: string) => note(`${how} ${briefText(error)}`);
    let result: unknown;
    try {
      result = method.apply(target, given);
    } catch (error) {
      onError(error, 'threw');
      throw error;
    }
    if (!isPromise(result)) return onResult(result);
    return result.then(onResult, (error: unknown) => {
      onError(error, 'rejected with');
      throw error;
    });
  }

  /** Notes what the adapter does with a function that was passed to it, such as the handler of a worker. */
  #watchFunction(name: string, method: Method): Method {
    return (...args) => {
      this.begin(`the function passed to ${name}`)(`was called with ${args.map(briefText).join(', ')}`);
      return method(...args);
    };
  }

  /** A check that polls makes the same call over and over. */
  #mergeRepeats(): void {
    const [before, last] = this.#calls.slice(-2);
    if (before === undefined || last === undefined || last.outcome === unsettled) return;
    if (before.atMs !== last.atMs || before.what !== last.what || before.outcome !== last.outcome) return;
    before.times += last.times;
    this.#calls.pop();
  }
}

export type Method = (...args: unknown[]) => unknown;

/** What a result with methods is called. */
const resultNames = new Map([
  ['acquire', 'lease'],
  ['join', 'lease'],
  ['work', 'worker'],
  ['connect', 'connection'],
]);

function methodOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Yields the names of all properties but those of every object, each with its value if that is a function. */
export function* propertiesOf(target: object): Iterable<readonly [string, Method | undefined]> {
  const seen = new Set(['constructor']);
  for (
    let level = target;
    level !== Object.prototype && level !== null;
    level = Object.getPrototypeOf(level)
  ) {
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (seen.has(key)) continue;
      seen.add(key);
      yield [key, typeof value === 'function' ? (value as Method) : undefined];
    }
  }
}

function hasMethods(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return [...propertiesOf(value)].some(([, method]) => method !== undefined);
}
