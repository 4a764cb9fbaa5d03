import { onFirstUse } from '../first-use.ts';
import { freeProviders } from './free-providers.ts';

const free = onFirstUse((): ReadonlySet<string> => new Set(freeProviders));

/** Returns whether anyone can get a mailbox at the domain, for free or with their internet access. */
export function isFree(domain: string): boolean {
  return free().has(domain);
}
