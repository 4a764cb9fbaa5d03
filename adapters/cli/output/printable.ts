/**
 * Characters that control a terminal instead of being shown: controls (C0, C1), line separators, format
 * characters such as the bidirectional ones (joiners excepted, which scripts need), and lone surrogates.
 */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Of these, JSON.stringify escapes C0 and lone surrogates itself. */
const unprintableInJson = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Makes text from outside safe for a terminal: on one line, with invisible characters written as `\u{9b}`. */
export function printable(text: string): string {
  return text.replace(unprintable, writtenOut);
}

/** Makes a text of several lines, such as a table in CSV, safe for a terminal. Line ends and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(unprintable, (character, index: number) => {
    const isLineEnd = character === '\n' || (character === '\r' && text[index + 1] === '\n');
    return isLineEnd || character === '\t' ? character : writtenOut(character);
  });
}

function writtenOut(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Returns one line of JSON that is safe for a terminal too: the characters it escapes mean the same in JSON. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(unprintableInJson, jsonEscape)}\n`;
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
