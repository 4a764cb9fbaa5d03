import { type ClientList, countDistinct } from './client-list.ts';

/**
 * What work costs in milli-credits, as the service document states it ("Credit costs"): what clients expect to pay. Written
 * down here once more, so that another price in the code shows. The lower levels cost nothing: the document does not know
 * them.
 */
export const statedPrices = { verification: 200, lookup: 1_000 } as const;

/** Returns the price of each entry of a list. */
export function entryPriceOf(list: ClientList): number {
  if (list.kind === 'people') return statedPrices.lookup;
  return list.level === 'smtp' ? statedPrices.verification : 0;
}

/** Returns the price of a list. */
export function priceOf(list: ClientList): number {
  return countDistinct(list) * entryPriceOf(list);
}
