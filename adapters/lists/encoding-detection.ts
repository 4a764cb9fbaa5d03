import type { Encoding } from './encoding.ts';
import { ListProblem } from './list-problem.ts';

/**
 * Returns the encoding of a list: `wanted`, or what its beginning shows. Throws ListProblem for UTF-32, and if the beginning
 * is surely not in the encoding that is wanted.
 */
export function chooseEncoding(beginning: Uint8Array, wanted: Encoding | undefined): Encoding {
  if (isUtf32(beginning)) throw new ListProblem({ kind: 'utf_32' });
  const detected = detectEncoding(beginning);
  if (wanted === undefined || wanted === detected) return detected;
  // A list in UTF-16 has separators or line ends, one byte of which is zero.
  const lacksZeros = beginning.length > 0 && !beginning.includes(0);
  if (isUtf16(detected) || (isUtf16(wanted) && lacksZeros))
    throw new ListProblem({ kind: 'other_encoding', encoding: wanted });
  return wanted;
}

/** Sees the chunks of a file that is said to be in a code page, any of which can be read so. */
export class CodePageCheck {
  readonly #encoding: Encoding;
  readonly #isDetected: boolean;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isValid = true;
  #isAscii = true;
  /** What follows the last boundary: the letters of a word are looked at together. */
  #held = new Uint8Array();

  /** `isDetected`: the encoding was detected in the beginning of the list, not chosen. */
  constructor(encoding: Encoding, isDetected: boolean) {
    this.#encoding = encoding;
    this.#isDetected = isDetected;
  }

  /** Throws ListProblem if what was detected cannot be true. */
  add(chunk: Uint8Array): void {
    if (this.#isDetected) this.#checkLatin1(chunk);
    if (!this.#isValid) return;
    this.#isAscii &&= chunk.every((byte) => byte < 0x80);
    this.#isValid = decodes(() => this.#decoder.decode(chunk, { stream: true }));
  }

  /** Throws ListProblem if all of it was UTF-8 beyond ASCII: text in a code page is that only on purpose. */
  end(): void {
    requireLatin1(this.#held);
    if (!this.#isAscii && this.#isValid && decodes(() => this.#decoder.decode()))
      throw new ListProblem({ kind: 'other_encoding', encoding: this.#encoding });
  }

  #checkLatin1(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.#held.length + chunk.length);
    bytes.set(this.#held);
    bytes.set(chunk, this.#held.length);
    const words = wholeWords(bytes);
    requireLatin1(words);
    this.#held = bytes.subarray(words.length);
  }
}

function requireLatin1(bytes: Uint8Array): void {
  if (!isSurelyLatin1(bytes)) throw new ListProblem({ kind: 'other_encoding', encoding: 'utf-8' });
}

/** Returns the bytes up to the last that belongs to no word, such as a space or a line end; all if there is none. */
function wholeWords(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte <= 0x40) + 1 || bytes.length);
}

/** Detects the encoding by the byte order mark or zero bytes. Else it is UTF-8, unless the text is surely Latin-1. */
function detectEncoding(beginning: Uint8Array): Encoding {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  const unmarked = unmarkedUtf16(beginning);
  if (unmarked !== undefined) return unmarked;
  return !isUtf8(beginning) && isSurelyLatin1(wholeWords(beginning)) ? 'latin1' : 'utf-8';
}

function isUtf16(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

/** In UTF-16, the high byte of each character of a western language is zero; in other encodings, no text has zeros. */
function unmarkedUtf16(beginning: Uint8Array): Encoding | undefined {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of beginning.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const fewest = Math.max(1, beginning.length / 4);
  if (even === 0 && odd >= fewest) return 'utf-16le';
  return odd === 0 && even >= fewest ? 'utf-16be' : undefined;
}

/** In UTF-32, two bytes of nearly every character are zero. In UTF-16 that would be U+0000. */
function isUtf32(beginning: Uint8Array): boolean {
  let found = 0;
  const characters = Math.floor(beginning.length / 4);
  for (let index = 0; index < characters; index += 1) {
    const at = index * 4;
    const isZero = (index: number) => beginning[index] === 0 && beginning[index + 1] === 0;
    if (isZero(at) || isZero(at + 2)) found += 1;
  }
  return found > 0 && found >= characters / 2;
}

function isUtf8(beginning: Uint8Array): boolean {
  // The last character may be cut off.
  return decodes(() => new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true }));
}

function decodes(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * Letters in places where western languages do not have them, so that they are more likely others that were read as Latin-1.
 * Names in Icelandic and Estonian have some of them, too: there, nothing is sure.
 */
const unwestern: readonly RegExp[] = [
  // ı ş ğ of Turkish, ý ţ đ of the languages between; š ž of Baltic ones
  /[ýþð]/iu,
  // Cyrillic initials
  /(?<!\p{L})ß/u,
  // ń of Polish; ñ stands before vowels
  /ñ(?![aeiouáéíóúü])/iu,
  // ă of Romanian, ő of Hungarian; the nasal vowels of Portuguese are ão, ãe and õe
  /ã(?![eo])|õ(?!e)/iu,
  // ē of Latvian; ç stands before vowels, or ends words
  /ç[bcdfghjklmnpqrstvwxz]/iu,
  // č, which has vowels beside it; è stands between consonants, or after i or u
  /[aeo]è|è[aeiouáéíóú]/iu,
  // ć of South Slavic names
  /[aeiou]æ(?!\p{L})|æ[aeiou]/iu,
  // ř; no ø follows a vowel
  /[aeiouyáéíóú]ø|ø[aáí]/iu,
  // ě ů ň; as Italian vowels, they end words
  /[ìù]\p{L}|[aeiouyâêô]ò/iu,
  // ę
  /ê[dgjkz]/iu,
];

/**
 * In western languages, letters beyond ASCII stand alone or in pairs. In other encodings, such as those of Cyrillic and
 * Greek, whole words consist of them; in those of old Macintoshes and DOS, they are below 0xC0. Those of Central Europe and
 * Turkey differ by a few letters.
 */
function isSurelyLatin1(beginning: Uint8Array): boolean {
  let together = 0;
  for (const byte of beginning) {
    const isNoLetter = byte === 0 || (byte >= 0x80 && byte < 0xc0) || byte === 0xd7 || byte === 0xf7;
    together = byte >= 0xc0 ? together + 1 : 0;
    if (isNoLetter || together === 3) return false;
  }
  const text = new TextDecoder('latin1').decode(beginning);
  return !unwestern.some((letters) => letters.test(text));
}
