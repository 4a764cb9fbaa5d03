import { AssertionError } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { fullText } from './value-text.ts';

/** The check of a suite that failed, and what it did. */
export interface FailedCheck {
  /** Such as `Cache`. */
  readonly port: string;
  /** The name of the adapter under test. */
  readonly subject: string;
  /** The rule that was checked, in words. */
  readonly rule: string;
  /** What was done with the adapter, call by call, the last ones at the end. */
  readonly done: readonly string[];
}

/**
 * An adapter breaks a rule of its port. The message gives the rule, what was done, what was expected and what came.
 * `cause` is the failed assertion, or the error that the adapter was not to throw.
 */
export class ContractFailure extends Error {
  readonly code = 'contract_failure';
  readonly rule: string;
  readonly done: readonly string[];
  /** What was expected, for test runners that show the difference. */
  readonly expected: unknown;
  /** What came instead. */
  readonly actual: unknown;

  constructor({ port, subject, rule, done }: FailedCheck, cause: unknown) {
    const { expected, came } = wordsOf(cause);
    const steps = done.length === 0 ? ['nothing yet'] : done;
    const lines = [
      `${subject} breaks a rule of the port ${port}.`,
      `The rule: ${rule}`,
      ...['What was done:', ...steps.map((step) => `  ${step}`)],
      `Expected: ${expected}`,
      `Came: ${came}`,
      `The docstring of ${port} states all its rules.`,
    ];
    super(lines.join('\n'), { cause });
    this.name = 'ContractFailure';
    this.rule = rule;
    this.done = done;
    if (cause instanceof AssertionError) [this.expected, this.actual] = [cause.expected, cause.actual];
    // The place of the check, not that of this line.
    const frames = cause instanceof Error ? cause.stack?.match(/\n\s+at [\s\S]*/)?.[0] : undefined;
    if (frames !== undefined) this.stack = `${this.name}: ${this.message}${frames}`;
  }
}

/** Checks what cannot be compared with a value. `expected` says in words what `actual` must be. */
export function expectThat(condition: boolean, expected: string, actual: unknown): asserts condition {
  if (condition) return;
  throw new AssertionError({ message: `Expected ${expected}`, operator: inWords, expected, actual });
}

/** The operator of an assertion whose `expected` is a sentence. */
const inWords = 'inWords';

function wordsOf(cause: unknown): { readonly expected: string; readonly came: string } {
  if (!(cause instanceof AssertionError))
    return { expected: 'that no error comes of it', came: fullText(cause) };
  const { operator, expected, actual } = cause;
  switch (operator) {
    case inWords:
      return { expected: String(expected), came: fullText(actual) };
    case 'rejects':
    case 'throws':
      return {
        expected: `an error ${errorWords(expected)}`,
        came: actual === undefined ? 'no error' : fullText(actual),
      };
    case 'match':
      return { expected: `text that matches ${expected}`, came: fullText(actual) };
    case 'notStrictEqual':
    case 'notDeepStrictEqual':
      return { expected: `anything but ${fullText(expected)}`, came: fullText(actual) };
    default:
      return comparisonWords(expected, actual);
  }
}

function errorWords(expected: unknown): string {
  if (expected instanceof RegExp) return `whose text matches ${expected}`;
  if (expected instanceof Error) return `that is ${fullText(expected)}`;
  return `with ${fullText(expected)}`;
}

/** Long values are compared by their first difference: both may be cut before it. */
function comparisonWords(expected: unknown, actual: unknown): { expected: string; came: string } {
  const difference = firstDifference(expected, actual);
  const [expectedText, cameText] = [fullText(expected), fullText(actual)];
  const areShort = expectedText !== cameText && expectedText.length + cameText.length < 400;
  if (difference.path === '' || areShort) return { expected: expectedText, came: cameText };
  return {
    expected: `${fullText(difference.expected)} at ${difference.path}, in ${expectedText}`,
    came: `${fullText(difference.came)} there, in ${cameText}`,
  };
}

/** Where two values differ first. `path` is empty if they differ as a whole. */
interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly came: unknown;
}

/** Returns the first difference of two values that are not equal, as deep inside them as it can be named. */
function firstDifference(expected: unknown, came: unknown, path = ''): Difference {
  const whole = { path, expected, came };
  if (!isCompound(expected) || !isCompound(came) || Array.isArray(expected) !== Array.isArray(came))
    return whole;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(came)])) {
    const [one, other] = [expected[key], came[key]];
    if (key in expected !== key in came || !isDeepStrictEqual(one, other))
      return firstDifference(one, other, `${path}${Array.isArray(expected) ? `[${key}]` : `.${key}`}`);
  }
  return whole;
}

function isCompound(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
