/**
 * Lowers A to Z and nothing else. Every mail server treats these letters alike in a local part; what it makes of É and
 * é, or of ſ and s, is its own business.
 */
export function lowerAscii(text: string): string {
  return isAscii.test(text)
    ? text.toLowerCase()
    : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const isAscii = /^[\0-\x7F]*$/;
