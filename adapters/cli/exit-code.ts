import type { Severity } from '../../src/doctor/finding.ts';
import type { Status } from '../../src/resources.ts';

/** Exit codes of the process. An interruption gives 128 + the signal's number. */
export const exitCode = {
  done: 0,
  /** An unexpected error; for `demo`, a verdict that differs from the truth. */
  failure: 1,
  /** An option, an argument or a setting is wrong. */
  usage: 2,
  /** The fault is on our side: no resolver answers, no mail server or storage can be reached. */
  serviceUnavailable: 3,
} as const satisfies Record<string, number>;

/** Exit codes of `verify` and `lookup` with --exit-code. */
export const exitCodeOfStatus = {
  safe: 0,
  risky: 10,
  invalid: 11,
  unknown: 12,
} as const satisfies Record<Status, number>;

/** Exit codes of `doctor`, by the gravest finding. */
export const exitCodeOfSeverity = { ok: 0, warning: 1, failure: 2 } as const satisfies Record<
  Severity,
  number
>;
