import { deliveryRates, keptForAYear, type Rate, refusalRates } from './delivery-rates.ts';

/** What bears on whether mail is delivered to a recipient that was accepted, or whose mailbox is full. */
export interface Acceptance {
  /** Probability that the exchange that has answered accepts any recipient at the domain. */
  readonly catchAllProbability: number;
  /** The provider accepts every RCPT, so that an acceptance proves nothing. */
  readonly acceptsEverything: boolean;
  /** The exchange filters mail for another server. */
  readonly filtered: boolean;
  /** The server put the recipient off before it accepted it. */
  readonly putOffFirst: boolean;
  readonly roleAccount: boolean;
  readonly disposable: boolean;
  readonly full: boolean;
}

type DeliveryRates = Readonly<Record<keyof typeof deliveryRates, Rate>>;

/**
 * Returns the probability that mail to an accepted recipient is delivered: that it passes everything that applies to it, each
 * independently of the others. Whether the exchange knows the recipients is not known for sure, so both cases count by their
 * probabilities.
 */
export function deliveryProbability(acceptance: Acceptance, rates: DeliveryRates = deliveryRates): number {
  const { catchAllProbability, acceptsEverything } = acceptance;
  const hurdles = [
    acceptance.filtered && rates.filter,
    acceptance.putOffFirst && rates.putOffFirst,
    acceptance.roleAccount && rates.roleAccount,
    acceptance.disposable && rates.disposable,
    acceptance.full && rates.mailboxFull,
  ];
  const passed = hurdles.reduce(
    (product, rate) => (rate === false ? product : product * meanOf(rate)),
    meanOf(rates.accepted),
  );
  if (acceptsEverything) return passed * meanOf(rates.acceptsEverything);
  return passed * (1 - catchAllProbability + catchAllProbability * meanOf(rates.anyRecipient));
}

/** Returns the probability that mail to a disposable address is delivered, if no server was asked about it. */
export function disposableProbability(): number {
  return meanOf(deliveryRates.disposable);
}

/** Returns the probability that mail is delivered where mail was delivered so many years ago. */
export function redeliveryProbability(years: number): number {
  return meanOf(deliveryRates.accepted) * meanOf(keptForAYear) ** years;
}

/** Returns the probability that a refused recipient cannot be delivered to. */
export function refusalProbability(kind: keyof typeof refusalRates): number {
  return meanOf(refusalRates[kind]);
}

/** Returns a probability as a confidence: 1 to 99, because 0 and 100 are for what is certain. */
export function percentOf(probability: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * probability)));
}

function meanOf({ successes, trials }: Rate): number {
  return successes / trials;
}
