import type { Word } from '../name-fields.ts';
import { asciiOf } from '../transliteration.ts';
import { isParticle } from './particles.ts';

/** Words that are given names behind "de", as in José de Jesús and María del Carmen. */
const devotions = new Set(
  `jesus carmen carme pilar rosario angeles dolores mar socorro fatima conceicao concepcion lourdes lurdes graca gloria rocio
    consuelo refugio remedios mercedes valle milagros nieves sol deus dios ceu penha carmo perpetuo guadalupe nazare`.split(
    /\s+/u,
  ),
);

/** Those of them that are family names with their particle as well, mostly behind a name other than Mary and Joseph. */
const ambiguousDevotions = new Set(['valle', 'jesus', 'deus', 'graca']);
const familyDevotions = new Set('valle rosario jesus mar sol deus carmo conceicao graca nazare'.split(' '));
const devoutNames = new Set(['maria', 'jose']);

/** Returns how likely "del Valle" behind a given name is a part of it. */
export function devotionChance(words: readonly Word[], end: number): number {
  if (!familyDevotions.has(asciiOf(words[end - 1]?.text ?? '') ?? '')) return 1;
  const first = asciiOf(words[0]?.text ?? '') ?? '';
  if (/^m(?:aria|a)?$/u.test(first) && !ambiguousDevotions.has(asciiOf(words[end - 1]?.text ?? '') ?? ''))
    return 0.88;
  return devoutNames.has(first) ? 0.6 : 0.25;
}

/** Returns how many words the given name has at least: four for "María de los Ángeles Pérez", mostly one. */
export function devotionEnd(words: readonly Word[]): number {
  let end = 1;
  while (end < words.length - 2 && isParticle(words[end]?.text ?? '')) end += 1;
  return end > 1 && devotions.has(asciiOf(words[end]?.text ?? '') ?? '') ? end + 1 : 1;
}
