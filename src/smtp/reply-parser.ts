import { ConnectionError } from '../errors.ts';
import type { SmtpReply } from '../ports/smtp-transport.ts';

/**
 * Limits on the memory that one server can occupy. `lineBytes` includes the line ending; RFC 5321 §4.5.3.1.5
 * requires only 512. `unreadReplies` and `unreadBytes` limit complete replies that `next` has not returned yet.
 */
export const replyLimits = {
  lineBytes: 2_048,
  lines: 128,
  replyBytes: 65_536,
  unreadReplies: 1_024,
  unreadBytes: 262_144,
} as const;

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const HYPHEN = 0x2d;

/** Keeps a byte order mark as text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/**
 * Parses bytes into SMTP replies (RFC 5321 §4.2). How the bytes are split into chunks does not matter. Accepts LF
 * for CRLF, and a code without text. Memory is bounded by `replyLimits`, and time is linear in the bytes.
 *
 * An error ends the parsing: `next` returns the replies completed before it, and then always throws
 * ConnectionError `reply_too_long` or `reply_malformed`.
 */
export class ReplyParser {
  readonly #complete: { reply: SmtpReply; bytes: number }[] = [];
  #completeBytes = 0;
  #failure: ConnectionError | undefined;

  /** The incomplete reply: its code, the text of its complete lines, and their size in bytes. */
  #code: number | undefined;
  #lines: string[] = [];
  #replyBytes = 0;

  /** The incomplete line. Allocated when a line arrives in pieces for the first time. */
  #line: Uint8Array | undefined;
  #lineBytes = 0;

  /** Set as soon as the bytes break a rule. Later bytes are ignored. */
  get failure(): ConnectionError | undefined {
    return this.#failure;
  }

  /** Number of complete replies that `next` has not returned yet. */
  get complete(): number {
    return this.#complete.length;
  }

  /** True while a reply is incomplete. */
  get pending(): boolean {
    return this.#replyBytes + this.#lineBytes > 0;
  }

  /** Keeps no reference to the chunk. Never throws. */
  push(chunk: Uint8Array): void {
    if (this.#failure !== undefined) return;
    try {
      this.#parse(chunk);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.#failure = error;
      this.#resetReply();
      this.#line = undefined;
    }
  }

  /** Removes and returns the next complete reply, if any. Throws after the last reply before a failure. */
  next(): SmtpReply | undefined {
    const first = this.#complete.shift();
    if (first !== undefined) {
      this.#completeBytes -= first.bytes;
      return first.reply;
    }
    if (this.#failure !== undefined) throw this.#failure;
    return undefined;
  }

  #parse(chunk: Uint8Array): void {
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(LF, start);
      const end = newline === -1 ? chunk.length : newline + 1;
      this.#addPiece(chunk.subarray(start, end), newline !== -1);
      start = end;
    }
  }

  /** Adds part of a line, or the rest of it. */
  #addPiece(piece: Uint8Array, endsLine: boolean): void {
    const lineBytes = this.#lineBytes + piece.length;
    if (lineBytes > replyLimits.lineBytes) throw tooLong(`a line of over ${replyLimits.lineBytes} bytes`);
    if (this.#replyBytes + lineBytes > replyLimits.replyBytes) {
      throw tooLong(`a reply of over ${replyLimits.replyBytes} bytes`);
    }
    if (endsLine && this.#lineBytes === 0) {
      this.#endLine(piece);
      return;
    }
    this.#line ??= new Uint8Array(replyLimits.lineBytes);
    this.#line.set(piece, this.#lineBytes);
    this.#lineBytes = lineBytes;
    if (endsLine) this.#endLine(this.#line.subarray(0, lineBytes));
  }

  #endLine(line: Uint8Array): void {
    this.#lineBytes = 0;
    this.#replyBytes += line.length;
    if (this.#lines.length === replyLimits.lines) throw tooLong(`a reply of over ${replyLimits.lines} lines`);
    const code = parseCode(line);
    if (code === undefined) throw malformed('a line without a code from 200 to 599');
    if (this.#code !== undefined && code !== this.#code) {
      throw malformed(`the codes ${this.#code} and ${code} in one reply`);
    }
    const content = line.subarray(3, line.at(-2) === CR ? -2 : -1);
    const separator = content[0] ?? SPACE;
    if (separator !== SPACE && separator !== HYPHEN)
      throw malformed('a code that runs on into other characters');
    this.#code = code;
    this.#lines.push(decode(content.subarray(1)));
    if (separator === SPACE) this.#endReply(code);
  }

  #endReply(code: number): void {
    const bytes = this.#replyBytes;
    const unreadBytes = this.#completeBytes + bytes;
    if (this.#complete.length === replyLimits.unreadReplies || unreadBytes > replyLimits.unreadBytes) {
      throw tooLong('more replies than anybody asked for');
    }
    this.#complete.push({ reply: { code, lines: this.#lines }, bytes });
    this.#completeBytes = unreadBytes;
    this.#resetReply();
  }

  #resetReply(): void {
    this.#code = undefined;
    this.#lines = [];
    this.#replyBytes = 0;
    this.#lineBytes = 0;
  }
}

/** Returns the code of a line: three digits, 200 to 599 (RFC 5321 §4.2.1; SMTP does not use 1yz). */
function parseCode(line: Uint8Array): number | undefined {
  const [hundreds, tens, ones] = [digit(line[0]), digit(line[1]), digit(line[2])];
  if (hundreds === undefined || tens === undefined || ones === undefined) return undefined;
  if (hundreds < 2 || hundreds > 5) return undefined;
  return hundreds * 100 + tens * 10 + ones;
}

/** Decodes UTF-8. Of any other bytes each becomes the character of its number, so that they can still be decoded. */
function decode(text: Uint8Array): string {
  try {
    return decoder.decode(text);
  } catch {
    return String.fromCharCode(...text);
  }
}

function digit(byte: number | undefined): number | undefined {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : undefined;
}

function tooLong(what: string): ConnectionError {
  return new ConnectionError('reply_too_long', `The server sent ${what}. Do not go on with it.`);
}

function malformed(what: string): ConnectionError {
  return new ConnectionError('reply_malformed', `The server sent ${what}: not SMTP. Check address and port.`);
}
