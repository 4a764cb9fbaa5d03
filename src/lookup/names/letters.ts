import type { LetterOptions, LetterTable } from './language.ts';
import { readLetters } from './word-lists.ts';

/** Replaces letters in a lower-case word without hyphens. */
export type WriteLetters = (word: string) => string;

const writers = new WeakMap<LetterTable, WriteLetters>();

/** Returns a function that writes the letters of a table, and leaves the others as they are. */
export function writerOf(table: LetterTable): WriteLetters {
  const writer = writers.get(table) ?? compile(table);
  writers.set(table, writer);
  return writer;
}

function compile(table: LetterTable): WriteLetters {
  const keys = Object.keys(table).toSorted((one, other) => other.length - one.length);
  if (keys.length === 0) return (word) => word;
  const pattern = new RegExp(keys.join('|'), 'gu');
  return (word) =>
    word.replace(
      pattern,
      (found, offset: number, text: string) => table[keyAt(found, offset, text, table)] ?? found,
    );
}

/** Returns the key that matched, with its anchors. */
function keyAt(found: string, offset: number, text: string, table: LetterTable): string {
  const isStart = offset === 0;
  const isEnd = offset + found.length === text.length;
  const keys = [
    ...(isStart && isEnd ? [`^${found}$`] : []),
    ...(isStart ? [`^${found}`] : []),
    ...(isEnd ? [`${found}$`] : []),
    found,
  ];
  return keys.find((key) => Object.hasOwn(table, key)) ?? found;
}

/** Latin letters that NFKD does not split into an ASCII letter and marks, in most languages. */
export const latinLetters: LetterTable = readLetters(`
  ß ss, æ ae, œ oe, ø o, ð d, đ d, ɖ d, þ th, ł l, ħ h, ı i, ĸ k, ŋ ng, ŧ t, ſ s, ə a, ǝ a, ɛ e, ɔ o, ɓ b,
  ɗ d, ƙ k, ƴ y, ɩ i, ʋ v, ŀ l, ʊ u, ɣ g, ƒ f, ɲ n, ƨ s, ŉ n, ƞ n, ɨ i, ʉ u`);

/** How most languages in Cyrillic letters write those that they have in common. */
export const cyrillicLetters: LetterTable = readLetters(`
  а a, б b, в v, г g, д d, е e, ё yo, ж zh, з z, и i, й y, к k, л l, м m, н n, о o, п p, р r, с s, т t, у u,
  ф f, х kh, ц ts, ч ch, ш sh, щ shch, ъ, ы y, ь, э e, ю yu, я ya`);

/** Top-level domains of countries that write ae, oe and ue. */
export const germanCountries: ReadonlySet<string> = new Set(['de', 'at', 'ch', 'li']);

/** Umlauts of names that are not German, of which `digraphShare` are written ae, oe and ue. */
const foreignUmlauts = (digraphShare: number): LetterOptions => ({
  plain: { share: 1 - digraphShare, letters: { ä: 'a', ö: 'o', ü: 'u' } },
  digraph: { share: digraphShare, letters: { ä: 'ae', ö: 'oe', ü: 'ue' } },
});

/** Under a domain of these countries. */
export const halfGermanUmlauts = foreignUmlauts(0.5);

/** Elsewhere: systems that write German names so do it to others, too. */
export const rareUmlauts = foreignUmlauts(0.05);
