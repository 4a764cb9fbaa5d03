import type { Output } from '../terminal.ts';

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

const sequenceStart = '\u001b\\[';
/** The sequences that we write ourselves (ECMA-48): colours, and those that draw the line of a progress bar anew. */
const ownSequence = new RegExp(
  `(${sequenceStart}(?:[\\d;]*m|\\d*[AGK]|\\?(?:7|25)[hl])|\\r(?=${sequenceStart}K))`,
);

/**
 * Returns an output that passes only text, line ends and our own sequences on to a terminal. So what strangers wrote cannot clear its
 * screen, set its title or ask it anything. Pipes and files get every byte.
 */
export function guardOutput(output: Output): Output {
  if (output.isTTY !== true) return output;
  const write = (text: string | Uint8Array, ...rest: unknown[]) =>
    Reflect.apply(output.write, output, [guarded(String(text)), ...rest]);
  return new Proxy(output, {
    get(stream, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(stream, name, stream);
      return typeof value === 'function' ? value.bind(stream) : value;
    },
  });
}

function guarded(text: string): string {
  const pieces = text.split(ownSequence);
  return pieces.map((piece, index) => (index % 2 === 0 ? printableLines(piece) : piece)).join('');
}

/** Returns the text as one word of a command line for a POSIX shell, quoted if necessary. */
export function quoteForShell(text: string): string {
  const shown = printable(text);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
