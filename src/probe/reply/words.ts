/**
 * Text made alike before it is compared: one form for what servers write in many. Applied to replies, to the
 * addresses that they may echo, and to the phrases that are looked for.
 */

/** Lower case without accents: `Empfänger` and `EMPFA\u0308NGER` become `empfanger`. */
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

/** The end of a sentence, as a word of its own. No phrase contains it, so none spans two sentences. */
export const sentenceEnd = '|';

/** Stands where the server repeated the recipient: a word that nobody says. */
export const echo = 'recipientecho';

/** The words of folded text. English contractions are one word ("doesnt"), every other sign parts words. */
export function wordsOf(folded: string): string[] {
  return folded
    .replace(/(?<=\p{L})['’‘`´](?=(?:t|s|d|m|re|ve|ll)(?!\p{L}))/gu, '')
    .replace(/[.!?;]+(?=\s|$)|[。！？；｡]/gu, ` ${sentenceEnd} `)
    .split(/[^\p{L}\p{N}|]+/u)
    .filter((word) => word !== '');
}

/** Whether words are written without spaces, so that a phrase may begin anywhere. */
export function isUnspaced(text: string): boolean {
  return (
    !isAscii(text) && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  );
}
