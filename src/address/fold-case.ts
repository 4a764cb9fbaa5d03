/**
 * Removes case differences by simple case folding, one letter for one (Unicode chapter 3.13), and returns NFC. "ß" and
 * "ss" stay different, and so do "ı" and "i".
 *
 * For names and words, where É is é. Never for the key of an address: a server may give É and é to different people
 * (`lowerAscii`).
 */
export function foldCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), foldLetter).join('').normalize('NFC');
}

const combiningIota = '\u0345';

const isAscii = /^[\0-\x7F]*$/;

/**
 * Converts to upper case first, because several small letters may share one capital: ς and σ, ſ and s. A combining iota
 * stays a mark: its capital would be a letter.
 */
function foldLetter(letter: string): string {
  if (letter === 'ı' || letter === combiningIota) return letter;
  const upper = letter.toUpperCase();
  return (Array.from(upper).length === 1 ? upper : letter).toLowerCase();
}
