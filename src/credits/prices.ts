import { InvalidArgument } from '../errors.ts';
import type { VerificationLevel } from '../resources.ts';

/** What work costs, in milli-credits: 1 credit is 1,000 (service document, "Credit costs"). Integers from 0. */
export interface Prices {
  /** A fresh verification of one address. */
  readonly verify: number;
  /** A fresh lookup of one person. */
  readonly lookup: number;
  /** A fresh verification at the level `dns`. */
  readonly verifyDns: number;
  /** A fresh verification at the level `syntax`. */
  readonly verifySyntax: number;
}

/** Those of the service document; it does not know the lower levels, which cost nothing. */
export const documentedPrices: Prices = { verify: 200, lookup: 1_000, verifyDns: 0, verifySyntax: 0 };

/** A charge of the largest job is still counted exactly. */
const maxPrice = 1e9;

/** Returns the documented prices, with those given instead. Throws InvalidArgument (`prices.verify` and so on). */
export function pricesOf(given: Partial<Record<keyof Prices, number | undefined>> = {}): Prices {
  const priceOf = (name: keyof Prices) => {
    const price = given[name];
    return checkedPrice(name, price === undefined ? documentedPrices[name] : price);
  };
  return {
    verify: priceOf('verify'),
    lookup: priceOf('lookup'),
    verifyDns: priceOf('verifyDns'),
    verifySyntax: priceOf('verifySyntax'),
  };
}

/** Returns what a fresh verification at a level costs. */
export function priceAt(level: VerificationLevel, prices: Prices): number {
  switch (level) {
    case 'syntax':
      return prices.verifySyntax;
    case 'dns':
      return prices.verifyDns;
    case 'smtp':
      return prices.verify;
  }
}

function checkedPrice(name: keyof Prices, price: number): number {
  if (Number.isInteger(price) && price >= 0 && price <= maxPrice) return price;
  throw new InvalidArgument(
    `prices.${name}`,
    `prices.${name} must be a whole number of milli-credits from 0 to ${maxPrice}, not ${String(price)}. ` +
      'One credit is 1,000 milli-credits.',
  );
}
