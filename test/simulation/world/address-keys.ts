import * as product from '../../../src/address/address-key.ts';

/** A day has about a thousand spellings of addresses, each of which is looked at hundreds of times. */
const mostKnown = 5_000;

const known = new Map<string, string>();

/** Returns the key of an address by the rules of the product, and remembers it. */
export function addressKey(email: string): string {
  let key = known.get(email);
  if (key === undefined) {
    key = product.addressKey(email);
    if (known.size === mostKnown) known.clear();
    known.set(email, key);
  }
  return key;
}
