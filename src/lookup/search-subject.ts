import { parseDomain } from '../address/domain.ts';
import { isFree } from '../address/domain-facts.ts';
import type { LookupRow } from '../resources.ts';
import { nothingKnown } from './domain-patterns.ts';
import { lookupExplanations } from './explanations.ts';
import { type PersonName, readName } from './names/person-name.ts';
import { renderingsOf } from './renderings.ts';
import { cleanRow, spacedRow } from './row.ts';

/** The person to search for and the domain, or why a search is hopeless even before the network is asked. */
export type SearchSubject =
  | { readonly kind: 'person'; readonly name: PersonName; readonly domain: string }
  | { readonly kind: 'hopeless'; readonly explanation: string };

/**
 * Reads the name and the domain of a row. Rejects free providers: an address there that fits the name most likely
 * belongs to another person of that name.
 */
export function searchSubjectOf(row: LookupRow): SearchSubject {
  const cleaned = cleanRow(row);
  const parsed = parseDomain(cleaned.domain);
  if (parsed.kind === 'invalid') return hopeless(lookupExplanations.badDomain);
  const { domain } = parsed;
  if (isFree(domain)) return hopeless(lookupExplanations.freeProvider);
  const name = readName({ ...spacedRow(row), domain });
  return name === undefined || renderingsOf(name, nothingKnown).length === 0
    ? hopeless(lookupExplanations.unreadableName)
    : { kind: 'person', name, domain };
}

function hopeless(explanation: string): SearchSubject {
  return { kind: 'hopeless', explanation };
}
