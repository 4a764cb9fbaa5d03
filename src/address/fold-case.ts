/**
 * The text with case differences removed, in NFC: simple case folding, one letter for one (Unicode chapter 3.13).
 * Folding that changes lengths is left out: "ß" and "ss" are different mailboxes, and so are "ı" and "i".
 */
export function foldCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return Array.from(text.normalize('NFC'), foldLetter).join('').normalize('NFC');
}

const isAscii = /^[\0-\x7F]*$/;

/** Through upper case, because several small letters may share one capital: ς and σ, ſ and s. */
function foldLetter(letter: string): string {
  if (letter === 'ı') return letter;
  const upper = letter.toUpperCase();
  return (Array.from(upper).length === 1 ? upper : letter).toLowerCase();
}
