import { parseDomain } from '../address/domain.ts';
import { isDisposable, isFree } from '../address/domain-facts.ts';
import type { LookupRow } from '../resources.ts';
import { lookupExplanations } from './explanations.ts';
import { type PersonName, readName } from './names/person-name.ts';
import { cleanRow } from './row.ts';

/** The person to search for and the domain, or why a search is pointless, known without the network. */
export type SearchSubject =
  | { readonly kind: 'person'; readonly name: PersonName; readonly domain: string }
  | { readonly kind: 'nobody'; readonly explanation: string };

/**
 * Reads the name and the domain of a row. Rejects free providers: an address there that fits the name most likely
 * belongs to another person of that name.
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
