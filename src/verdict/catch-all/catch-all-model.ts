/**
 * What replies say about whether a domain is a catch-all. To change a number, change it here, with its source; docs/confidence.md
 * says how well they fit.
 */

/** Replies of one domain about recipients, by what they say. */
export interface ReplyCounts {
  readonly accepted: number;
  readonly unknown: number;
  /** Real recipients refused as closed or disabled: a catch-all refuses those, too. */
  readonly closed: number;
  /** Real recipients refused without a reason. */
  readonly unexplained: number;
  readonly probesAccepted: number;
  readonly probesRefused: number;
}

export interface ReplyModel {
  /**
   * The replies about real recipients, as if so many had been seen (a Dirichlet prior). Few, because domains differ much, so
   * that the tenth refusal says less than the first.
   */
  readonly recipients: Readonly<Record<'accepted' | 'unknown' | 'unexplained', number>>;
  /**
   * The probability that it refuses some as closed. How many says nothing more: whoever closes a mailbox by name can do so at
   * either kind of domain.
   */
  readonly closesSome: number;
  /** The probability that a recipient that cannot exist is accepted. */
  readonly probeAccepted: number;
}

/**
 * A domain that refuses recipients that do not exist. Of the addresses that customers of verification services submit,
 * 19 % (SafetyMails, Email List Quality Report 2025) to 24 % (ZeroBounce, Email List Decay Report 2026) are invalid.
 */
export const selectiveDomain: ReplyModel = {
  recipients: { accepted: 4, unknown: 0.9, unexplained: 0.1 },
  // Estimate.
  closesSome: 0.3,
  // Estimate: a directory that cannot be asked, so that everybody is accepted for a while.
  probeAccepted: 0.0005,
};

/**
 * A catch-all. Estimate: it refuses 2.5 % of real recipients, mostly former ones, by name. Some refuse none at all, others 5 %,
 * which is why a single refusal must not decide.
 */
export const catchAllDomain: ReplyModel = {
  recipients: { accepted: 19.5, unknown: 0.4, unexplained: 0.1 },
  // Estimate: somewhat less, because mail to people who have left is welcome there.
  closesSome: 0.2,
  // Estimate: a filter that takes the probe for a dictionary attack.
  probeAccepted: 0.9995,
};

/** The share of catch-alls among domains before any reply, by what is known of the exchange. */
export const catchAllShares = {
  /** Between 9 % of all addresses (ZeroBounce 2026) and 15 to 28 % of business domains (Dropcontact, 2025). */
  usual: 0.15,
  /**
   * Estimate. Whether a filter knows the recipients is a setting of its customers, and to accept any address is one of the six
   * at Mimecast ("Recipient Validation").
   */
  filter: 0.3,
  /** A provider whose exchanges take mail for its own domains only. So that one reply is still waited for, not zero. */
  ownDomains: 0.02,
  /** Estimate. A backup keeps mail for a server that is away, and mostly does not know the recipients. */
  backup: 0.6,
} as const satisfies Record<string, number>;

/** The domain counts as a catch-all, or as none, only beyond this probability. */
export const decisiveProbability = 0.99;
