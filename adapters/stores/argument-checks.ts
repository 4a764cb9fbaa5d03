/** Argument checks shared by all stores. Each throws InvalidArgument and names the parameter. */
import { kindOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';

/** Accepts ids, accounts and owners: any text that `checkText` accepts, except the empty one. */
export function checkName(parameter: string, name: string): void {
  checkText(parameter, name);
  if (name === '') throw new InvalidArgument(parameter, `${parameter} must not be empty.`);
}

/**
 * Accepts any text without NUL and lone surrogates. Stores encode text as UTF-8 or pass it to C code; either could
 * turn two different texts into the same one.
 */
export function checkText(parameter: string, text: string): void {
  if (typeof text !== 'string')
    throw new InvalidArgument(parameter, `${parameter} must be a string, not ${kindOf(text)}.`);
  if (/[\0\ud800-\udfff]/u.test(text))
    throw new InvalidArgument(parameter, `${parameter} must be well-formed Unicode text without NUL.`);
}

/** Accepts the name of an egress. */
export function checkEgress(parameter: string, name: string): void {
  if (typeof name === 'string' && /^[\x21-\x7e]{1,300}$/.test(name)) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be the name of an egress: 1 to 300 visible ASCII characters.`,
  );
}

export function checkInteger(
  parameter: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be an integer from ${least} to ${most}, not ${shownNumber(value)}.`,
  );
}

export function checkPositiveInteger(parameter: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new InvalidArgument(parameter, `${parameter} must be an integer of at least 1.`);
}

export function checkTime(parameter: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be a time in whole milliseconds since the Unix epoch, not ${shownNumber(value)}.`,
  );
}

/** Returns a number as it is, and of anything else its kind: '5' is no number, though it looks like one. */
function shownNumber(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value);
}

/** Returns the id, cut to 80 characters for error messages. */
export function shortened(id: string): string {
  return id.length <= 80 ? id : `${id.slice(0, 79)}…`;
}

/** A function for each method of a port, with the arguments of that method. */
export type MethodChecks<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (...args: infer Args) => unknown
    ? (...args: Args) => void
    : never;
};

/**
 * Returns the store as its callers have it: a call with wrong arguments rejects with InvalidArgument, without
 * calling the store. `checks`: `cacheChecks`, `ledgerChecks` or `jobChecks`. It has the methods of the port
 * only.
 */
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
