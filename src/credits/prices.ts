/** What work costs, in milli-credits: 1 credit is 1,000 (service document, "Credit costs"). */
export interface Prices {
  /** A fresh verification of one address. */
  readonly verify: number;
  /** A fresh lookup of one person. */
  readonly lookup: number;
}

export const documentedPrices: Prices = { verify: 200, lookup: 1_000 };
