import { companyDomain } from '../address/company-domain.ts';
import { parseDomain } from '../address/domain.ts';
import { foldCase } from '../address/fold-case.ts';
import type { LookupRow } from '../resources.ts';
import { withoutDegrees } from './names/affixes/suffixes.ts';
import { cleanName, isTurkicRow } from './names/clean-name.ts';

/** White space and other invisible characters: control characters, soft hyphens, characters of zero width. */
const blank = /[\s\p{Cc}\u00AD\u200B\u2060\uFEFF]+/gu;

/**
 * Returns the row as results show it (service document, EmailLookupResponse: "case and whitespace cleaned"). Names are
 * trimmed, get single spaces, lose degrees behind a comma, and are capitalised if they are all in upper or lower case. The
 * domain is in lower case and without white space; of a URL or an address, it is the domain there.
 */
export function cleanRow(row: LookupRow): LookupRow {
  const domain = cleanDomain(row.domain);
  const [first, last] = [row.first_name, row.last_name].map((name) => withoutDegrees(singleSpaced(name)));
  const isTurkic = isTurkicRow(`${first} ${last}`.normalize('NFC'), domain);
  return {
    first_name: cleanName(first ?? '', { isTurkic }),
    last_name: cleanName(last ?? '', { isTurkic }),
    domain,
  };
}

/** Returns the row with single spaces inside its names, in the case in which they were supplied. */
export function spacedRow({ first_name, last_name, domain }: LookupRow): LookupRow {
  return { first_name: singleSpaced(first_name), last_name: singleSpaced(last_name), domain };
}

/**
 * Returns a key that is equal for rows that are the same lookup. Compares names and domains without regard to case and
 * white space (service document, Caching), and valid domains as A-labels. Unlike local parts, names are never sent to
 * a server as they are: rows that differ in nothing else lead to the same candidates.
 */
export function rowKey(row: LookupRow): string {
  // No part contains a space any more, so the separator is unambiguous.
  return [
    // Quoted, so that no other text has the key of a domain.
    domainOfRow(row) ?? JSON.stringify(cleanDomain(row.domain)),
    folded(row.first_name),
    folded(row.last_name),
  ].join(' ');
}

/** Returns the domain in lower-case A-labels; undefined if it is none. */
export function domainOfRow(row: LookupRow): string | undefined {
  const parsed = parseDomain(cleanDomain(row.domain));
  return parsed.kind === 'domain' ? parsed.domain : undefined;
}

/** Folds ı, I and İ to i: which of them are one letter depends on the language. */
function folded(name: string): string {
  return foldCase(withoutDegrees(singleSpaced(name)))
    .replace(blank, '')
    .replace(/[ıi]\u0307*/gu, 'i')
    .normalize('NFC');
}

/** A page at a social network stays as it is: it is no domain. */
function cleanDomain(given: string): string {
  const text = wellFormed(given).replace(blank, '').toLowerCase();
  return companyDomain(text) ?? text;
}

function singleSpaced(text: string): string {
  return wellFormed(withoutEntities(text)).replace(blank, ' ').trim();
}

/** Exports of web applications write O&#39;Brien for O'Brien, and Zo&#235; for Zoë. ASCII but the apostrophe stays as it is. */
function withoutEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{2,6})|#x([\da-f]{2,5})|apos);/gi,
    (entity, decimal?: string, hexadecimal?: string) => {
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '27', 16) : Number(decimal);
      return code === 0x27 || (code > 0x7f && code <= 0x10ffff) ? String.fromCodePoint(code) : entity;
    },
  );
}

/** Replaces lone surrogates, which UTF-8 cannot encode. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
