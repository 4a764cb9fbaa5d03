import { parseDomain } from '../address/domain.ts';
import { isDisposable, isFree } from '../address/domain-facts.ts';
import type { LookupRow } from '../resources.ts';
import { lookupExplanations } from './explanations.ts';
import { type PersonName, readName } from './names/person-name.ts';
import { cleanRow } from './row.ts';

/** Who is looked for, and where; or why there is nothing to look for, which takes no network to know. */
export type SearchSubject =
  | { readonly kind: 'person'; readonly name: PersonName; readonly domain: string }
  | { readonly kind: 'nobody'; readonly explanation: string };

/**
 * At a provider where anybody can have an address, one that is made of the name is somebody's, but hardly this
 * person's: a find there would be false more often than not.
 */
export function searchSubjectOf(row: LookupRow): SearchSubject {
  const cleaned = cleanRow(row);
  const parsed = parseDomain(cleaned.domain);
  if (parsed.kind === 'invalid') return nobody(lookupExplanations.badDomain);
  const { domain } = parsed;
  if (isDisposable(domain)) return nobody(lookupExplanations.disposable);
  if (isFree(domain)) return nobody(lookupExplanations.freeProvider);
  const name = readName(cleaned);
  return name === undefined ? nobody(lookupExplanations.unreadableName) : { kind: 'person', name, domain };
}

function nobody(explanation: string): SearchSubject {
  return { kind: 'nobody', explanation };
}
