import type { KeyStore } from '../../../src/ports/key-store.ts';

/** Returns the names of the keys of an account by their ids. */
export async function keyNamesOf(
  keys: Pick<KeyStore, 'list'>,
  account: string,
): Promise<ReadonlyMap<string, string | null>> {
  return new Map((await keys.list(account)).map(({ id, label }) => [id, label]));
}
