import { StringDecoder } from 'node:string_decoder';

/** A received line. `bare`: it ended with LF without CR, which RFC 5321 §2.3.8 forbids. */
export type CommandLine =
  | { readonly kind: 'line'; readonly text: string; readonly bare: boolean }
  | { readonly kind: 'too-long'; readonly text: string };

/** Longest command line accepted, in characters. */
const longest = 2_048;

/** Splits a client's input into lines. Buffers at most one line of bounded length. */
export class CommandLines {
  #decoder = new StringDecoder('utf8');
  #rest = '';
  #skipping = false;

  push(chunk: Buffer): CommandLine[] {
    const pieces = (this.#rest + this.#decoder.write(chunk)).split('\n');
    const open = pieces.pop() ?? '';
    const lines = pieces.flatMap((piece) => this.#line(piece));
    this.#rest = open;
    if (open.length <= longest) return lines;
    this.#rest = '';
    if (this.#skipping) return lines;
    this.#skipping = true;
    return [...lines, { kind: 'too-long', text: open }];
  }

  #line(piece: string): CommandLine[] {
    if (this.#skipping) {
      this.#skipping = false;
      return [];
    }
    if (piece.length > longest) return [{ kind: 'too-long', text: piece }];
    const bare = !piece.endsWith('\r');
    return [{ kind: 'line', text: bare ? piece : piece.slice(0, -1), bare }];
  }

  /** Discards an incomplete line. */
  clear(): void {
    this.#decoder = new StringDecoder('utf8');
    this.#rest = '';
    this.#skipping = false;
  }
}
