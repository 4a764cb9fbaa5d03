/**
 * The confidence of a verdict in percent: that mail is delivered for safe and risky, that it is not for invalid. These
 * are estimates, to be replaced by values fitted to outcomes.
 */
export const confidence = {
  accepted: 97,
  acceptedBehindGateway: 90,
  /** Accepted, but it is not known whether the domain is a catch-all. */
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
  /** Invalid because of syntax or DNS. */
  certain: 100,
} as const satisfies Record<string, number>;
