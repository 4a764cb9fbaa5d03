import { ConnectionError } from '../errors.ts';
import type { SmtpReply } from '../ports.ts';

/**
 * What one server may make us hold. Octets of a line count its line ending, as in RFC 5321 §4.5.3.1.5, which asks
 * for 512 only. The last two bound replies that are complete and that nobody has taken yet.
 */
export const replyLimits = {
  lineBytes: 2_048,
  lines: 128,
  replyBytes: 65_536,
  untakenReplies: 1_024,
  untakenBytes: 262_144,
} as const;

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const HYPHEN = 0x2d;

/** A byte order mark is text like any other here; malformed UTF-8 becomes U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Turns bytes into SMTP replies (RFC 5321 §4.2), however they are cut into chunks. Takes LF alone for CRLF, and
 * a code without text. Memory is bounded by `replyLimits`; time is linear in the bytes.
 *
 * What breaks a rule ends the parsing: replies completed before it are still handed out, then `next` throws
 * ConnectionError `reply_too_long` or `reply_malformed` for good. The same bytes give the same in any chunks.
 */
export class ReplyParser {
  readonly #complete: { reply: SmtpReply; bytes: number }[] = [];
  #completeBytes = 0;
  #failure: ConnectionError | undefined;

  /** The reply that is coming in: its code, the text of its whole lines, and their octets. */
  #code: number | undefined;
  #lines: string[] = [];
  #replyBytes = 0;

  /** The line that is coming in; allocated once a line comes in pieces. */
  #line: Uint8Array | undefined;
  #lineBytes = 0;

  /** Set as soon as the bytes break a rule: nothing that comes later can matter. */
  get failure(): ConnectionError | undefined {
    return this.#failure;
  }

  /** Complete replies not handed out yet. */
  get complete(): number {
    return this.#complete.length;
  }

  /** True while a reply has begun and not ended. */
  get pending(): boolean {
    return this.#replyBytes + this.#lineBytes > 0;
  }

  /** Copies what it keeps: the chunk may be used again. Never throws. */
  push(chunk: Uint8Array): void {
    if (this.#failure !== undefined) return;
    try {
      this.#parse(chunk);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.#failure = error;
      this.#startAnew();
      this.#line = undefined;
    }
  }

  /** The next complete reply, or undefined if there is none yet. Throws once all that came before a failure is out. */
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

  /** Takes part of a line, or the rest of it. */
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
    const code = codeOf(line);
    if (code === undefined) throw malformed('a line without a code from 200 to 599');
    if (this.#code !== undefined && code !== this.#code) {
      throw malformed(`the codes ${this.#code} and ${code} in one reply`);
    }
    const content = line.subarray(3, line.at(-2) === CR ? -2 : -1);
    const separator = content[0] ?? SPACE;
    if (separator !== SPACE && separator !== HYPHEN)
      throw malformed('a code that runs on into other characters');
    this.#code = code;
    this.#lines.push(decoder.decode(content.subarray(1)));
    if (separator === SPACE) this.#endReply(code);
  }

  #endReply(code: number): void {
    const bytes = this.#replyBytes;
    const untakenBytes = this.#completeBytes + bytes;
    if (this.#complete.length === replyLimits.untakenReplies || untakenBytes > replyLimits.untakenBytes) {
      throw tooLong('more replies than anybody asked for');
    }
    this.#complete.push({ reply: { code, lines: this.#lines }, bytes });
    this.#completeBytes = untakenBytes;
    this.#startAnew();
  }

  #startAnew(): void {
    this.#code = undefined;
    this.#lines = [];
    this.#replyBytes = 0;
    this.#lineBytes = 0;
  }
}

/** The reply code of a line: three digits, 200 to 599 (RFC 5321 §4.2.1; 1yz is not used in SMTP). */
function codeOf(line: Uint8Array): number | undefined {
  const [hundreds, tens, ones] = [digit(line[0]), digit(line[1]), digit(line[2])];
  if (hundreds === undefined || tens === undefined || ones === undefined) return undefined;
  if (hundreds < 2 || hundreds > 5) return undefined;
  return hundreds * 100 + tens * 10 + ones;
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
