import type { Language } from './language.ts';
import { asciiOf } from './transliteration.ts';

/** Given names that many people have before the one in use, and titles that have become names. */
const full = new Set(
  `muhammad mohammad mohammed mohamed mohamad muhammed mohamud seyed seyyed sayed syed syeda said sayyed siti nur nor noor wan gul bibi abu kazi mir haji sheikh shaikh hafiz sai venkata sri ni i nguyen`.split(
    /\s+/u,
  ),
);

const abbreviated = new Set('md mohd mhd muhd mohamd moh muh mst most mma ma s m fr'.split(' '));

/** Names that are joined to the next one: Abdul Rahman, Gian Luca. */
const compoundFirst = new Set(['abdul', 'abd', 'abdel', 'gian', 'pier']);

const compounds = new Set([
  'maria jose',
  'ma jose',
  'jose maria',
  'ali reza',
  'amir hossein',
  'mohammad reza',
]);

/** First of two names of which the second is often in use alone. */
const pairs = new Set([
  ...['francisco javier', 'francisco xavier', 'maria carmen', 'maria dolores', 'maria pilar', 'maria teresa'],
  ...['maria isabel', 'maria angeles', 'maria luisa', 'maria elena', 'maria cristina', 'maria mercedes'],
]);

/** Languages in which such a name is in use itself. */
const usesFirst = /^(?:english|french|german|italian|irish|swedish|portuguese|dutch)$/u;

/** Where M. is Maria before another given name. */
const iberian = /^(?:spanish|catalan|basque|galician)$/u;

/** María del Carmen, Maria da Conceição. */
function isDevotional(next: string): boolean {
  return /^(?:de|del|da|do|dos|das)$/u.test(next);
}

/** Returns whether two words are one given name: Maria Jose. */
export function isCompound(word: string, next: string): boolean {
  return compounds.has(`${asciiOf(word) ?? word} ${asciiOf(next) ?? next}`);
}

/** Returns whether a name is one with the next word, whatever that is: Abdul Rahman. */
export function isCompoundFirst(word: string): boolean {
  return compoundFirst.has(word);
}

/** Returns which kind of name comes before the one in use, if it is one. `next`: the name behind it. */
export function leadKind(
  word: string,
  next: string,
  language: Language,
): 'full' | 'abbreviated' | 'compound' | undefined {
  if (compoundFirst.has(word) || isCompound(word, next)) return 'compound';
  if (word === 'maria' && language.id === 'spanish') return 'full';
  if (word === 'ma' && language.id === 'filipino') return 'compound';
  if (word === 'm' && iberian.test(language.id)) return 'full';
  if (abbreviated.has(word)) return 'abbreviated';
  if (pairs.has(`${word} ${next}`) || (word === 'maria' && isDevotional(next))) return 'full';
  return full.has(word) && !usesFirst.test(language.id) ? 'full' : undefined;
}
