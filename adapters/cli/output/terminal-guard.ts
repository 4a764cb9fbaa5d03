import type { Output } from '../terminal.ts';
import { printableLines } from './printable.ts';

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
