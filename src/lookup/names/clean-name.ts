/** Scripts that write names with a capital. */
const cased = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/** Particles that are written small inside a name in most languages that have them. */
const smallWords: ReadonlySet<string> = new Set([
  ...['van', 'der', 'den', 'ten', 'ter', 'von', 'vom', 'zu', 'zum', 'zur', 'und', 'af', 'av'],
  ...['de', 'du', 'des', 'del', 'da', 'do', 'dos', 'das', 'y', 'e', 'bin', 'bint', 'ibn', "'t", 'op'],
]);

/** Articles that are written small behind "de", and with a capital elsewhere: de la Torre, Le Pen. */
const articles: ReadonlySet<string> = new Set(['la', 'las', 'los', 'le', 'les']);

/** A letter at the start of a word, or of a part of it. */
const wordStart = /(?<=^|[\s\-‐.(])\p{L}/gu;

/** The letter behind an elided word: O'Brien, N'Golo, Dell'Acqua. Not in "John's", and not in Ukrainian: В'ячеслав. */
const elidedStart = /(?<=(?:^|[\s-])(?:[a-z]|(?:de|da|ne|su|a|que)ll|sant)['’])\p{L}(?=\p{L})/giu;

/** Dutch IJ, which is one letter. Before a vowel it is two: Ijaz, Ijeoma. */
const dutchIj = /(?<=^|[\s-])Ij(?=[bdfkmpsvz])/gu;

/** How to clean a name. */
export interface CleaningOptions {
  /** Whether I is the capital of ı, and İ that of i, as in Turkish. */
  readonly isTurkic: boolean;
}

/**
 * Capitalises a name that is all in upper or all in lower case: "ANN LEE" and "ann lee" become "Ann Lee", "van der
 * berg" becomes "van der Berg". Returns a name in mixed case, or one or two capitals (initials), as it is. Expects
 * single spaces.
 */
export function cleanName(name: string, options: CleaningOptions): string {
  const lower = lowerCase(name, options);
  // ß has no capital that everybody uses: STRAUß.
  const allCapitals = /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name.replaceAll('ß', ''));
  const allSmall = name === name.toLowerCase();
  if (!(allCapitals || allSmall) || (allCapitals && /^\p{L}{1,2}$/u.test(name))) return name;
  const words = lower.split(' ');
  return words.map((word, index) => cleanWord(word, words, { ...options, index })).join(' ');
}

function cleanWord(
  word: string,
  words: readonly string[],
  { index, isTurkic }: CleaningOptions & { readonly index: number },
): string {
  const isSmall = smallWords.has(word) || (articles.has(word) && words[index - 1] === 'de');
  if (isSmall && index < words.length - 1) return word;
  if (/^(?:[iı]{2,3}|[iı]v)$/.test(word)) return word.toUpperCase();
  const capital = (letter: string) => (isTurkic && letter === 'i' ? 'İ' : capitalOf(letter));
  return word
    .replace(wordStart, capital)
    .replace(elidedStart, capital)
    .replace(dutchIj, 'IJ')
    .replace(/(?<=^|-)Mc\p{L}(?=\p{L}{2})/gu, (start) => start.slice(0, 2) + capital(start.slice(2)));
}

/** Returns the letter itself if its script has no capitals or its capital is several letters. */
function capitalOf(letter: string): string {
  const upper = letter.toUpperCase();
  return cased.test(letter) && upper.length === letter.length ? upper : letter;
}

function lowerCase(text: string, { isTurkic }: CleaningOptions): string {
  return isTurkic ? text.replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase() : text.toLowerCase();
}

/**
 * Returns whether I is the capital of ı in the names of a row. They have letters that only Turkic languages have, or
 * letters of theirs under a domain of Turkey or Azerbaijan. A name without any was typed without a Turkish keyboard.
 */
export function isTurkicRow(names: string, domain: string): boolean {
  if (/[İıĞğ]/u.test(names)) return true;
  if (/\.(?:tr|az)\.?$/iu.test(domain)) return /[ÇŞÖÜƏ]/iu.test(names);
  // Romanian has Ş as well, and other letters beside it.
  return (
    /Ş/u.test(names) && /I/u.test(names) && !/[ĂÂÎŢȚ]/iu.test(names) && !/\.(?:ro|md)\.?$/iu.test(domain)
  );
}
