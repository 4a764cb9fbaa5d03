import { InvalidArgument } from '../errors.ts';

/** What work costs, in milli-credits: 1 credit is 1,000 (service document, "Credit costs"). Integers from 0. */
export interface Prices {
  /** A fresh verification of one address. */
  readonly verify: number;
  /** A fresh lookup of one person. */
  readonly lookup: number;
}

export const documentedPrices: Prices = { verify: 200, lookup: 1_000 };

/** A charge of the largest job is still counted exactly. */
const maxPrice = 1e9;

/** Returns the documented prices, with those given instead. Throws InvalidArgument (`prices.verify`, `prices.lookup`). */
export function pricesOf(given: Partial<Prices> = {}): Prices {
  const { verify = documentedPrices.verify, lookup = documentedPrices.lookup } = given;
  return { verify: checkedPrice('verify', verify), lookup: checkedPrice('lookup', lookup) };
}

function checkedPrice(name: keyof Prices, price: number): number {
  if (Number.isInteger(price) && price >= 0 && price <= maxPrice) return price;
  throw new InvalidArgument(
    `prices.${name}`,
    `prices.${name} must be a whole number of milli-credits from 0 to ${maxPrice}, not ${String(price)}. ` +
      'One credit is 1,000 milli-credits.',
  );
}
