/**
 * How sure a verdict is, in percent: of delivery for safe and risky, of non-delivery for invalid. Starting values,
 * to be replaced by a fit on outcomes.
 */
export const confidence = {
  accepted: 97,
  acceptedBehindGateway: 90,
  /** Whether the domain accepts everybody could not be established. */
  acceptedUndetermined: 75,
  roleAccount: 80,
  catchAll: 40,
  disposable: 20,
  mailboxFull: 45,
  unverifiable: 50,
  notFound: 99,
  notFoundWeak: 85,
  disabled: 95,
  disabledWeak: 85,
  /** Syntax, no such domain, null MX: nothing is left to doubt. */
  certain: 100,
} as const satisfies Record<string, number>;
