import { isAscii } from 'node:buffer';
import { InvalidArgument } from '../../../src/errors.ts';

/** The encodings in which lists are read. `latin1` is Windows-1252, as everywhere on the web. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'] as const;

export type Encoding = (typeof encodings)[number];

/** What messages call them. */
const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  latin1: 'Latin-1',
};

/** What errors about an encoding name. */
export interface EncodedFile {
  readonly file: string;
  /** The option that sets the encoding of the file, such as `--encoding`. */
  readonly encodingOption: string;
}

/**
 * Returns the encoding of a list: `wanted`, or what its beginning shows. Throws InvalidArgument for UTF-32, and if the beginning
 * is surely not in the encoding that is wanted.
 */
export function chooseEncoding(
  beginning: Buffer,
  wanted: Encoding | undefined,
  encoded: EncodedFile,
): Encoding {
  if (isUtf32(beginning)) {
    const advice = 'Save it as CSV in UTF-8, then try again.';
    throw new InvalidArgument('file', `${encoded.file} is in UTF-32, which is not read. ${advice}`);
  }
  const detected = detectEncoding(beginning);
  if (wanted === undefined || wanted === detected) return detected;
  // A list in UTF-16 has separators or line ends, one byte of which is zero.
  const lacksZeros = beginning.length > 0 && !beginning.includes(0);
  if (isUtf16(detected) || (isUtf16(wanted) && lacksZeros)) throw notInEncoding(wanted, encoded);
  return wanted;
}

/** Returns the error about a list that is in another encoding than it was taken for. */
export function notInEncoding(
  encoding: Encoding,
  { file, encodingOption }: EncodedFile,
  options?: ErrorOptions,
): InvalidArgument {
  const advice =
    encoding === 'utf-8'
      ? `Save it as CSV in UTF-8, then try again; or, if it is in a western language and from Windows, set ${encodingOption} latin1.`
      : `Leave out ${encodingOption}, or save the file as CSV in UTF-8.`;
  return new InvalidArgument('file', `${file} is not in ${encodingNames[encoding]}. ${advice}`, options);
}

/** Sees the chunks of a file that is said to be in Latin-1, any of which can be read so. */
export class Utf8Detector {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isValid = true;
  #isAscii = true;

  add(chunk: Buffer): void {
    if (!this.#isValid) return;
    this.#isAscii &&= isAscii(chunk);
    this.#isValid = decodes(() => this.#decoder.decode(chunk, { stream: true }));
  }

  /** Returns whether all of it was UTF-8 with more than ASCII, which text in Latin-1 never is but by contrivance. */
  end(): boolean {
    return !this.#isAscii && this.#isValid && decodes(() => this.#decoder.decode());
  }
}

/** Detects the encoding by the byte order mark or zero bytes. Else it is UTF-8, unless the text is surely Latin-1. */
function detectEncoding(beginning: Buffer): Encoding {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  const unmarked = unmarkedUtf16(beginning);
  if (unmarked !== undefined) return unmarked;
  return !isUtf8(beginning) && isSurelyLatin1(beginning) ? 'latin1' : 'utf-8';
}

function isUtf16(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be';
}

/** In UTF-16, the high byte of each character of a western language is zero; in other encodings, no text has zeros. */
function unmarkedUtf16(beginning: Buffer): Encoding | undefined {
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
function isUtf32(beginning: Buffer): boolean {
  let found = 0;
  const characters = Math.floor(beginning.length / 4);
  for (let index = 0; index < characters; index += 1) {
    const at = index * 4;
    if (beginning.readUInt16LE(at) === 0 || beginning.readUInt16LE(at + 2) === 0) found += 1;
  }
  return found > 0 && found >= characters / 2;
}

function isUtf8(beginning: Buffer): boolean {
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
 * In western languages, letters beyond ASCII stand alone or in pairs. In other encodings, such as those of Cyrillic and
 * Greek, whole words consist of them; in those of old Macintoshes and DOS, they are below 0xC0.
 */
function isSurelyLatin1(beginning: Buffer): boolean {
  const text = beginning.toString('latin1');
  return !/[\0\x80-\xbf\xd7\xf7]|[\xc0-\xff]{3}/.test(text);
}
