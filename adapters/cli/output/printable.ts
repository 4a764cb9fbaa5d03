/**
 * Characters that do something to a terminal instead of showing: controls (C0, C1), line separators, format
 * characters such as the bidirectional ones (joiners excepted, which scripts need), and lone surrogates.
 */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Of these, JSON.stringify escapes C0 and lone surrogates itself. */
const unprintableInJson = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text from outside made harmless for a terminal: on one line, with what does not show written as `\u{9b}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** One line of JSON that is harmless on a terminal too, and means the same as without that care. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(unprintableInJson, jsonEscape)}\n`;
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
