/**
 * The encodings in which lists are read. `latin1` is Windows-1252, as everywhere on the web. The code pages of Central Europe, Turkey,
 * the Baltic states and Vietnam are never detected: their texts differ from it by a few letters, and from one another by fewer.
 */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'latin1',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'windows-1258',
] as const;

export type Encoding = (typeof encodings)[number];

export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  latin1: 'Latin-1 (Windows-1252)',
  'windows-1250': 'Windows-1250',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
  'windows-1258': 'Windows-1258',
};

/** Returns whether each byte is a character, so that any text can be read as if it were in this encoding. */
export function isCodePage(encoding: Encoding): boolean {
  return encoding === 'latin1' || encoding.startsWith('windows-');
}
