import { fillers } from './claim-grammars.ts';
import { lexicon } from './claims.ts';
import { list } from './phrases.ts';
import { fold, isAscii, sentenceEnd, wordsOf } from './words.ts';

/** Code pages that mail servers answer in. */
const charsets = list`
  utf-8, windows-1252, windows-1250, iso-8859-2, windows-1254, windows-1251, koi8-r, koi8-u, iso-8859-5, windows-1253,
  gb18030, big5, shift_jis, euc-jp, euc-kr`;

/**
 * Decodes a text that was not UTF-8: each of its characters is one byte. The code page in which most of the words are
 * known is the right one. If no code page is, or two that give different texts, the text is returned as it is.
 */
export function decodeWords(text: string): string {
  if (isAscii(text) || /[\u0100-\uffff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const readings = [text, ...charsets.flatMap((charset) => decodeAs(charset, bytes) ?? [])];
  const scored = readings.map((reading) => ({ reading, score: knownWordsIn(reading) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  const isSure = scored.every(
    ({ reading, score }) => score < best.score || fold(reading) === fold(best.reading),
  );
  return isSure ? best.reading : text;
}

/** Returns undefined if the bytes are not of this charset, or this build of Node does not know it. */
function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the length of the known words among those that are not ASCII. */
function knownWordsIn(reading: string): number {
  const decoded = reading.split(' ').map((word) => (isAscii(word) ? sentenceEnd : word));
  const words = wordsOf(fold(decoded.join(' ')));
  const known = lexicon().find(words).cover(words);
  return words.reduce(
    (sum, word, at) => sum + (known[at] === true || fillers.has(word) ? word.length : 0),
    0,
  );
}
