/**
 * Invisible non-ASCII code points: spaces, zero-width and directional marks, noncharacters. They appear in addresses
 * that were copied from documents. Joiners are allowed, because scripts and emoji need them.
 */
const hidden =
  /[\u00A0\u00AD\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u2060\u3000\uFEFF\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** Returns whether the text contains an invisible character other than the plain space. */
export function hasHiddenCharacter(text: string): boolean {
  return hidden.test(text);
}
