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
 * A name that is all in capitals or all in small letters, with its capitals where names have them: "ANN LEE",
 * "ann lee" become "Ann Lee", "van der berg" becomes "van der Berg". A name in mixed case is as its bearer writes
 * it, and two capitals may be initials: both stay as they are. Expects single white space.
 */
export function cleanName(name: string): string {
  const lower = lowerCase(name);
  const shouted = name !== lower && name === name.toUpperCase();
  if (!(shouted || name === lower) || (shouted && /^\p{L}{1,2}$/u.test(name))) return name;
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

/** Left alone where the capital would be several letters, or another kind of letter. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return cased.test(letter) && upper.length === letter.length ? upper : letter;
}

/** In a text with İ, which only Turkic languages have, the pairs are İ i and I ı. */
function lowerCase(text: string): string {
  return isTurkic(text) ? text.replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase() : text.toLowerCase();
}

function isTurkic(text: string): boolean {
  return text.includes('İ');
}
