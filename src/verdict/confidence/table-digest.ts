import { textDigest } from '../../text-digest.ts';
import { catchAllDomain, catchAllShares, selectiveDomain } from '../catch-all/catch-all-model.ts';
import { deliveryRates, refusalRates } from './delivery-rates.ts';

/** Names the numbers from which the tables give a confidence: another one for every correction. */
export const tableDigest = textDigest(
  JSON.stringify([deliveryRates, refusalRates, selectiveDomain, catchAllDomain, catchAllShares]),
);
