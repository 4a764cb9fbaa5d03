/**
 * How often mail is delivered, and how often a refusal is right, by what the server has said. To change a number, change it
 * here, with its source; docs/confidence.md says how well they fit.
 */

/** A rate, as if it had been counted: so many successes in so many trials. The trials say how firmly it is believed. */
export interface Rate {
  readonly successes: number;
  readonly trials: number;
}

/**
 * What mail to an accepted recipient has to pass. Each is taken to be independent of the others, and its rate is that of
 * passing it where it applies.
 */
export const deliveryRates = {
  /** Verification services promise 98 to 99 %, and users report 95 to 98 % (bounces of 2 to 5 % after verification). */
  accepted: { successes: 97, trials: 100 },
  /** Estimate: the server behind a filter refuses some that the filter has accepted. */
  filter: { successes: 93, trials: 100 },
  /** Estimate: a server that puts unknown clients off has not always asked its directory when it accepts. */
  putOffFirst: { successes: 99, trials: 100 },
  /** Estimate: groups take mail from inside only, or have no members left. */
  roleAccount: { successes: 33, trials: 40 },
  /** Estimate: mail still arrives at most of them, but only for some minutes or hours. */
  disposable: { successes: 4, trials: 20 },
  /** Estimate: people clear about half of the full mailboxes before senders give up. */
  mailboxFull: { successes: 9, trials: 20 },
  /**
   * The exchange accepts any recipient. Between a bounce rate of half the share of invalid addresses in the list, which is 12 %
   * (Clearalist; bulkmail.co.za), one 27 times that of verified addresses (emailverifierapi.com), and our own former estimate, 60 %.
   */
  anyRecipient: { successes: 12, trials: 20 },
  /** Estimate, for a provider that refuses only after DATA: lists of its addresses hold many that are abandoned. */
  acceptsEverything: { successes: 10, trials: 20 },
} as const satisfies Record<string, Rate>;

/**
 * A mailbox that took mail takes it a year later. Lists of business addresses lose 22 to 30 % a year (MarketingSherpa, HubSpot), and
 * less where people keep their provider.
 */
export const keptForAYear: Rate = { successes: 15, trials: 20 };

/** How often a recipient that was refused cannot be delivered to. */
export const refusalRates = {
  /** An enhanced status code for the mailbox (RFC 3463: X.1.x). Estimate: some are refused by mistake for a while. */
  notFoundByCode: { successes: 99, trials: 100 },
  /** Words only. Estimate: they can be misread. */
  notFoundByWords: { successes: 98, trials: 100 },
  /** Estimate: 550 without a reason, and Microsoft's 5.4.1, which also refuses senders. */
  notFoundUnexplained: { successes: 17, trials: 20 },
  /** Estimate: some mailboxes are opened again. */
  disabled: { successes: 95, trials: 100 },
  disabledUnexplained: { successes: 17, trials: 20 },
} as const satisfies Record<string, Rate>;
