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
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/ς/g, 'σ');
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text);
}

/** A word that marks the end of a sentence. No phrase contains it, so no phrase matches across sentences. */
export const sentenceEnd = '|';

/** A word that takes the place of the recipient in a reply. */
export const echoWord = 'recipientecho';

/** Splits folded text into words. English contractions are one word ("doesnt"); other punctuation separates words. */
export function wordsOf(folded: string): string[] {
  return folded
    .replace(/(?<=\p{L})['’‘`´](?=(?:t|s|d|m|re|ve|ll)(?!\p{L}))/gu, '')
    .replace(/[.!?;]+(?=\s|$)|[。！？；｡]/gu, ` ${sentenceEnd} `)
    .split(/[^\p{L}\p{N}|]+/u)
    .filter((word) => word !== '');
}

/** True for a script without spaces between words, where a phrase may begin anywhere. */
export function isUnspaced(text: string): boolean {
  return (
    !isAscii(text) && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  );
}
