import { InvalidArgument } from '../../src/errors.ts';
import type { Cache } from '../../src/ports/cache.ts';
import { checkPositiveInteger, checkText } from './argument-checks.ts';

/** A function for each method of a port, with the arguments of that method. */
export type MethodChecks<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...args: infer Args) => unknown
    ? (...args: Args) => void
    : never;
};

/** Returns the store as its callers have it: a call with wrong arguments rejects, and the store hears nothing of it. */
export function checkedStore<Port extends object>(store: Port, checks: MethodChecks<Port>): Port {
  const methods = Object.entries<(...args: unknown[]) => void>(checks).map(([name, check]) => {
    const method: (...args: unknown[]) => Promise<unknown> = Reflect.get(store as object, name);
    // No async function: its callers would wait for several more turns of the microtask queue.
    const checked = (...args: unknown[]) => {
      try {
        check(...args);
      } catch (error) {
        return Promise.reject(error);
      }
      return method.apply(store, args);
    };
    return [name, checked];
  });
  return Object.fromEntries(methods);
}

/**
 * Checks the arguments of each method of a Cache. Throws InvalidArgument for those that the port refuses. Call it first
 * in the method, before anything is read: `cacheChecks.get(key)`.
 */
export const cacheChecks: MethodChecks<Cache> = {
  get: checkKey,
  set: (key, { value }, { group } = {}) => {
    checkKey(key);
    checkValue('value', value);
    if (group !== undefined) checkText('group', group);
  },
  removeGroup: (group) => checkText('group', group),
  add: (key, { value }) => {
    checkKey(key);
    checkValue('value', value);
  },
  replace: (key, expected, entry, options) => {
    cacheChecks.set(key, entry, options);
    if (expected !== undefined) checkValue('expected', expected);
  },
  removeExpired: ({ limit }) => checkPositiveInteger('limit', limit),
};

function checkKey(key: string): void {
  checkText('key', key);
}

/** A value may contain NUL, but no lone surrogates. */
function checkValue(parameter: string, value: string): void {
  if (/\p{Surrogate}/u.test(value))
    throw new InvalidArgument(parameter, `${parameter} must be well-formed Unicode text.`);
}
