const unlike: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ς: 'σ', ł: 'l', ø: 'o', đ: 'd', æ: 'ae' };

/**
 * Normalises text for comparison: lower case without accents, so that `Empfänger` and `EMPFA\u0308NGER` become
 * `empfanger`. Used for replies, for the addresses that they may repeat, and for phrases.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßıςłøđæ]/g, (letter) => unlike[letter] ?? letter);
}

export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text);
}

/** A word that marks the end of a sentence. No phrase contains it, so no phrase matches across sentences. */
export const sentenceEnd = '|';

/** A word that takes the place of the recipient in a reply. */
export const echoWord = 'recipientecho';

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`;
const unspacedLetter = new RegExp(`[${unspaced}]`, 'u');
const unspacedLetters = new RegExp(`[${unspaced}]`, 'gu');

/**
 * Splits folded text into words. English contractions are one word ("doesnt"); other punctuation separates words. Each
 * character of a script without spaces is a word, because a phrase may begin at any of them.
 */
export function wordsOf(folded: string): string[] {
  if (isAscii(folded)) return asciiWordsOf(folded);
  return folded
    .replace(/(?<=\p{L})['’‘`´](?=(?:t|s|d|m|re|ve|ll)(?!\p{L}))/gu, '')
    .replace(/[.!?;]+(?=\s|$)|[。！？；｡]/gu, ` ${sentenceEnd} `)
    .replace(unspacedLetters, ' $& ')
    .split(/[^\p{L}\p{N}|]+/u)
    .filter((word) => word !== '');
}

/** The same for ASCII, in a third of the time. */
function asciiWordsOf(folded: string): string[] {
  const joined = /['`]/.test(folded)
    ? folded.replace(/(?<=[a-z])['`](?=(?:t|s|d|m|re|ve|ll)(?![a-z]))/g, '')
    : folded;
  return joined.replace(/[.!?;]+(?=\s|$)/g, ` ${sentenceEnd} `).match(/[a-z0-9|]+/g) ?? [];
}

/** True for a text in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspacedLetter.test(text);
}
