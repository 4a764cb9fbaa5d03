import type { Cache, CreditLedger, KeyStore } from '../../../src/ports.ts';
import { type StoreLocation, storeArgument } from '../settings/stores.ts';

/** Remembers that a store has had a key. Where it is forgotten, somebody reads a hint too many. */
const keyMade = 'setup:key-made';
/** Long enough to mean for good; near enough for every store's arithmetic. */
const rememberedUntil = Date.UTC(2200, 0);

export async function noteKeyMade(cache: Cache): Promise<void> {
  await cache.set(keyMade, { value: 'yes', expiresAt: rememberedUntil });
}

/** How to make the first key of a store, for who starts a server on it; empty once one was made. */
export async function setupHint(cache: Cache, location: StoreLocation): Promise<string> {
  if ((await cache.get(keyMade)) !== undefined) return '';
  const store = storeArgument(location);
  return [
    'No API key was made for this store yet. Make one, and give its account credits; the server may run on:',
    `  mailproof keys create --account acme${store}`,
    `  mailproof credits add --account acme 100${store}`,
    '',
  ].join('\n');
}

/** A key with credits in a store that no other process can reach, and which therefore needs one made here. */
export async function ownKey(stores: { keys: KeyStore; ledger: CreditLedger }): Promise<string> {
  const account = 'memory';
  const { key } = await stores.keys.create({ account });
  await stores.ledger.grant({ id: 'first', account, milliCredits: 1_000_000, reason: 'purchase' });
  return [
    'Accounts, keys and results are in memory and end with this process. For as long there is a key with 1000 credits:',
    `  ${key}`,
    '',
  ].join('\n');
}
