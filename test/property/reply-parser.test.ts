import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../src/errors.ts';
import type { SmtpReply } from '../../src/ports/smtp-transport.ts';
import { ReplyParser, replyLimits } from '../../src/smtp/reply-parser.ts';
import { forAll, times } from '../support/values/for-all.ts';

const encoder = new TextEncoder();

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('', ' ', '2.1.5 ok', '250 not a code', '\ufeffmark', 'Grüße – 你好 🙂'),
  )
  .map((line) => line.replace(/[\r\n]/g, ' '));
const code = fc.integer({ min: 200, max: 599 });
const reply: fc.Arbitrary<SmtpReply> = fc.record({
  code,
  lines: fc.array(text, { minLength: 1, maxLength: 12 }),
});

/** A reply, and the bytes that a server may send for it. */
const written = fc
  .tuple(reply, fc.constantFrom('\r\n', '\n'), fc.boolean())
  .map(([{ code, lines }, ending, bare]) => {
    const last = lines.length - 1;
    const sent = lines
      .map((line, index) =>
        index < last ? `${code}-${line}` : bare && line === '' ? `${code}` : `${code} ${line}`,
      )
      .map((line) => line + ending)
      .join('');
    return { reply: { code, lines }, sent };
  });

/** Anything that a server could send: pieces of replies, garbage, and long repetitions. */
const anything = fc
  .array(
    fc.oneof(
      written.map(({ sent }) => encoder.encode(sent)),
      fc
        .constantFrom('250-a\r\n', '250 ', '250', '\r', '\n', '25', '199 x\r\n', '250-', '251-b\n')
        .map((part) => encoder.encode(part)),
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.constantFrom('x', '250-x\r\n', '250 ok\r\n'), fc.integer({ min: 1, max: 3_000 }))
        .map(([part, times]) => encoder.encode(part.repeat(times))),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

const cuts = fc.array(fc.nat(), { maxLength: 40 });

function splitIntoChunks(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  const starts = [0, ...ends];
  return starts.map((start, index) => bytes.slice(start, ends[index] ?? bytes.length));
}

/** Returns the replies in these chunks, and how the parsing ended. */
function parseAll(chunks: readonly Uint8Array[]): { replies: SmtpReply[]; ending: string } {
  const parser = new ReplyParser();
  for (const chunk of chunks) {
    parser.push(chunk);
    // The caller may reuse the chunk.
    chunk.fill(0x2a);
  }
  const replies: SmtpReply[] = [];
  try {
    for (let next = parser.next(); next !== undefined; next = parser.next()) replies.push(next);
    return { replies, ending: parser.pending ? 'pending' : 'idle' };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return { replies, ending: error.code };
  }
}

describe('the reply parser', () => {
  it('returns the replies that were sent, in chunks of any size', () => {
    forAll(fc.array(written, { maxLength: 12 }), cuts, (all, cuts) => {
      const bytes = encoder.encode(all.map(({ sent }) => sent).join(''));
      expect(parseAll(splitIntoChunks(bytes, cuts))).toEqual({
        replies: all.map(({ reply }) => reply),
        ending: 'idle',
      });
    });
  });

  it('returns the same replies and the same ending for the same bytes in any chunks, even byte by byte', () => {
    forAll(anything, cuts, (bytes, cuts) => {
      const whole = parseAll([bytes.slice()]);
      expect(parseAll(splitIntoChunks(bytes, cuts))).toEqual(whole);
      expect(parseAll(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
    });
  });

  it('fails only with reply_too_long or reply_malformed, for any input', () => {
    forAll(anything, (bytes) => {
      expect(['idle', 'pending', 'reply_too_long', 'reply_malformed']).toContain(
        parseAll([bytes.slice()]).ending,
      );
    });
  });

  it('never holds more than its limits, for any amount of input', () => {
    times(50).forAll(anything, fc.integer({ min: 1, max: 60 }), (bytes, times) => {
      const parser = new ReplyParser();
      for (let time = 0; time < times; time += 1) parser.push(bytes);
      const held: SmtpReply[] = [];
      try {
        for (let next = parser.next(); next !== undefined; next = parser.next()) held.push(next);
      } catch (error) {
        expect(error).toBeInstanceOf(ConnectionError);
      }
      expect(held.length).toBeLessThanOrEqual(replyLimits.unreadReplies);
      const characters = held.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.length, 0);
      expect(characters).toBeLessThanOrEqual(replyLimits.unreadBytes);
    });
  });

  it('fails at the byte that exceeds a limit, without waiting for the end of the line', () => {
    forAll(fc.integer({ min: 0, max: 63 }), (lines) => {
      const parser = new ReplyParser();
      parser.push(encoder.encode(`250-${'x'.repeat(1_018)}\r\n`.repeat(lines)));
      const room = Math.min(replyLimits.lineBytes, replyLimits.replyBytes - lines * 1_024);
      parser.push(new Uint8Array(room).fill(0x78));
      expect(parser.failure).toBeUndefined();
      parser.push(Uint8Array.of(0x78));
      expect(parser.failure?.code).toBe('reply_too_long');
    });
  });

  it('has no limit on replies that are read in time', () => {
    const parser = new ReplyParser();
    const chunk = encoder.encode('250-one\r\n250 two\r\n'.repeat(500));
    for (let time = 0; time < 100; time += 1) {
      parser.push(chunk);
      for (let count = 0; count < 500; count += 1) expect(parser.next()?.lines).toEqual(['one', 'two']);
      expect(parser.next()).toBeUndefined();
    }
  });

  it('ignores bytes after a failure', () => {
    const parser = new ReplyParser();
    parser.push(encoder.encode('250 one\r\nnonsense\r\n250 two\r\n'));
    parser.push(encoder.encode('250 three\r\n'));
    expect(parser.next()).toEqual({ code: 250, lines: ['one'] });
    expect(() => parser.next()).toThrow(ConnectionError);
    expect(() => parser.next()).toThrow(ConnectionError);
    expect(parser.pending).toBe(false);
  });
});
