/**
 * Invisible non-ASCII code points: spaces, zero-width and directional marks, noncharacters. They appear in addresses
 * that were copied from documents. Joiners are allowed, because scripts and emoji need them.
 */
const hidden =
  /[\u00A0\u00AD\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u2060\u3000\uFEFF\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** What else copying leaves at the ends of an address: what fonts do not show, and typographic quotation marks. */
const wrapping = /[\p{DI}\u00AB\u00BB\u2018-\u201F\u2039\u203A]/u;

/** Returns whether a character that begins or ends a text is no part of an address, but was copied with it. */
export function isWrapping(character: string): boolean {
  if (character <= '\x7F') return character !== '' && character.trim() === '';
  return hidden.test(character) || wrapping.test(character);
}

/** Returns the text without the white space, invisible characters and typographic quotation marks around it. */
export function unwrapped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWrapping(text.charAt(start))) start += 1;
  while (end > start && isWrapping(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Returns whether the text contains an invisible character other than the plain space. */
export function hasHiddenCharacter(text: string): boolean {
  return hidden.test(text);
}
