import { keyOfParsed } from '../../address/address-key.ts';
import { isFree } from '../../address/domain-facts.ts';
import { parseMailbox } from '../../address/mailbox.ts';
import { textDigest } from '../../text-digest.ts';

/**
 * Addresses of a domain that count at most. What becomes of mail to one company has causes in common, such as a filter or a new name:
 * if all of its 500 addresses bounce, that is no 500 facts. Estimate: as if two outcomes of a domain had a correlation of 0.1, with
 * which no number of them says more than ten independent ones.
 */
const mostOfDomain = 10;
/** Of two addresses in one place, the same one always counts. Enough to tell those of a company apart, for the most part. */
const rankCount = 65_536;

/** Where the outcome of an address counts: each address of a free provider by itself, others in one of the places of their domain. */
export interface SamplePlace {
  /** A pseudonym: of the domain and the place in it, or of the address. */
  readonly key: string;
  /**
   * Of all addresses in a place, the one with the lowest rank counts, whichever comes first: bounces are often reported before
   * deliveries, and would take all places.
   */
  readonly rank: number;
}

/** Returns where the outcome of an address counts, in any of its spellings. */
export function samplePlaceOf(email: string): SamplePlace {
  const address = keyOfParsed(parseMailbox(email));
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // The mailboxes of a free provider have nothing in common but the provider, which is learned of by itself.
  if (isFree(domain)) return { key: textDigest(address), rank: 0 };
  const drawn = Number.parseInt(textDigest(address), 36);
  const place = Math.floor(drawn / rankCount) % mostOfDomain;
  return { key: `${textDigest(domain)}-${place}`, rank: drawn % rankCount };
}
