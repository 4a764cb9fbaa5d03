/**
 * Non-ASCII code points that nobody types into an address: spaces, marks of zero width or of direction,
 * noncharacters. They come from copying out of documents. Joiners are not among them: scripts and emoji need them.
 */
const hidden =
  /[\u00A0\u00AD\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u2060\u3000\uFEFF\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** True if the text holds a character that cannot be seen, the plain space aside. */
export function hasHiddenCharacter(text: string): boolean {
  return hidden.test(text);
}
