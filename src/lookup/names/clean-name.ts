/** Scripts that write names with a capital. */
const cased = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

/** Particles that are written small inside a name in most languages that have them. */
const smallWords: ReadonlySet<string> = new Set([
  ...['van', 'der', 'den', 'ten', 'ter', 'von', 'vom', 'zu', 'zum', 'zur', 'und', 'af', 'av'],
  ...['de', 'du', 'des', 'del', 'da', 'do', 'dos', 'das', 'y', 'e', 'bin', 'bint', 'ibn', "'t", 'op'],
]);

/** A letter at the start of a word, or of a part of it. */
const wordStart = /(?<=^|[\s\-‐.(])\p{L}|(?<=(?:^|[\s-])[dlo]['’])\p{L}/giu;

/**
 * Capitalises a name that is all in upper or all in lower case: "ANN LEE" and "ann lee" become "Ann Lee", "van der
 * berg" becomes "van der Berg". Returns a name in mixed case, or one or two capitals (initials), as it is. Expects
 * single spaces.
 */
export function cleanName(name: string): string {
  const lower = lowerCase(name);
  const allCapitals = name !== lower && name === name.toUpperCase();
  if (!(allCapitals || name === lower) || (allCapitals && /^\p{L}{1,2}$/u.test(name))) return name;
  const words = lower.split(' ');
  const cleaned = words.map((word, index) => cleanWord(word, index === words.length - 1)).join(' ');
  return isTurkic(name) ? cleaned.replace(/(?<=^|[\s-])I/gu, 'İ') : cleaned;
}

function cleanWord(word: string, last: boolean): string {
  if (!last && smallWords.has(word)) return word;
  if (/^(?:ii|iii|iv)$/.test(word)) return word.toUpperCase();
  return word
    .replace(wordStart, capital)
    .replace(/(?<=^|-)Mc\p{L}(?=\p{L}{2})/gu, (start) => start.slice(0, 2) + capital(start.slice(2)));
}

/** Returns the letter itself if its script has no capitals or its capital is several letters. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return cased.test(letter) && upper.length === letter.length ? upper : letter;
}

/** Pairs İ with i and I with ı in a text with İ, a letter of Turkic languages only. */
function lowerCase(text: string): string {
  return isTurkic(text) ? text.replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase() : text.toLowerCase();
}

function isTurkic(text: string): boolean {
  return text.includes('İ');
}
