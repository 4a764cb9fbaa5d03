import type { Cache } from '../../../src/ports/cache.ts';
import type { CreditLedger } from '../../../src/ports/credit-ledger.ts';
import type { KeyStore } from '../../../src/ports/key-store.ts';
import { type StoreLocation, storeArgument, storeName } from '../settings/stores.ts';

/** Cache entry that records that the store has had a key. If it is lost, a hint is shown once too often. */
const keyCreated = 'setup:key-made';
/** Effectively never, and still within the number range of every store. */
const keptUntil = Date.UTC(2200, 0);

export async function recordKeyCreated(cache: Cache): Promise<void> {
  await cache.set(keyCreated, { value: 'yes', expiresAt: keptUntil });
}

/** Returns how to create the first key of a store; empty once the store has had one. */
export async function firstKeyHint(cache: Cache, location: StoreLocation): Promise<string> {
  if ((await cache.get(keyCreated)) !== undefined) return '';
  const store = storeArgument(location);
  return [
    `No API key was made yet for the store ${storeName(location)}. Make one, and give its account credits; the server may run on:`,
    `  mailproof keys create --account acme${store}`,
    `  mailproof credits add --account acme 100${store}`,
    '',
  ].join('\n');
}

/**
 * Creates a key with credits in a store in memory, which no other process can reach. Returns the text that
 * shows it.
 */
export async function createMemoryStoreKey(stores: {
  keys: KeyStore;
  ledger: CreditLedger;
}): Promise<string> {
  const account = 'memory';
  const { key } = await stores.keys.create({ account });
  await stores.ledger.grant({ id: 'first', account, milliCredits: 1_000_000, reason: 'purchase' });
  return [
    'Accounts, keys and results are in memory and end with this process. For as long there is a key with 1000 credits:',
    `  ${key}`,
    '',
  ].join('\n');
}
