/** The encodings in which lists are read. `latin1` is Windows-1252, as everywhere on the web. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'] as const;

export type Encoding = (typeof encodings)[number];

/** Detects the encoding by the byte order mark. Without one, it is UTF-8, unless the text is surely Latin-1. */
export function detectEncoding(beginning: Buffer): Encoding {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le';
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be';
  return !isUtf8(beginning) && isSurelyLatin1(beginning) ? 'latin1' : 'utf-8';
}

function isUtf8(beginning: Buffer): boolean {
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
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
