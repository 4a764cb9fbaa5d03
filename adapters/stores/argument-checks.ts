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
