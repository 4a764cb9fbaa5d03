import { parseDomain } from '../address/domain.ts';
import { foldCase } from '../address/fold-case.ts';
import type { LookupRow } from '../resources.ts';
import { cleanName } from './names/clean-name.ts';

/** White space of any kind, and what is as invisible: control characters, soft hyphens, marks of zero width. */
const blank = /[\s\p{Cc}\u00AD\u200B\u2060\uFEFF]+/gu;

/**
 * The row as it is shown in answers (service document, EmailLookupResponse: "case and whitespace cleaned"): outer
 * white space removed, inner white space single; a name that is all in capitals or all in small letters gets its
 * capitals where names have them; the domain in small letters, without white space, otherwise as supplied.
 */
export function cleanRow(row: LookupRow): LookupRow {
  return {
    first_name: cleanName(singleSpaced(row.first_name)),
    last_name: cleanName(singleSpaced(row.last_name)),
    domain: wellFormed(row.domain).replace(blank, '').toLowerCase(),
  };
}

/**
 * Equal for rows that are the same lookup: names and domain compared ignoring case and white space (service
 * document, Caching), the domain as A-labels where it has them.
 */
export function rowKey(row: LookupRow): string {
  const { first_name, last_name, domain } = cleanRow(row);
  const parsed = parseDomain(domain);
  // No part holds a space any more, so none can run into the next.
  return [
    parsed.kind === 'domain' ? parsed.domain : foldCase(domain),
    folded(first_name),
    folded(last_name),
  ].join(' ');
}

/** I stands for ı or for i, and İ for i, by language; the search takes them for one letter. */
function folded(name: string): string {
  return foldCase(name)
    .replace(blank, '')
    .replace(/ı|i\u0307/gu, 'i');
}

function singleSpaced(text: string): string {
  return wellFormed(text).replace(blank, ' ').trim();
}

/** Storage and the wire are in UTF-8, which has no place for half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
