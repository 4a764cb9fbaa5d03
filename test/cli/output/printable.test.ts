import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLine, printable } from '../../../adapters/cli/output/printable.ts';
import { forAll } from '../../support/values/for-all.ts';

describe('printable', () => {
  it.each([
    ['an escape sequence', 'a\u001b[31mred', 'a\\u{1b}[31mred'],
    ['an eight-bit control sequence introducer', '\u009b2J', '\\u{9b}2J'],
    ['a new line and a carriage return', 'a\r\nb', 'a\\u{d}\\u{a}b'],
    ['a delete', '\u007f', '\\u{7f}'],
    ['a change of direction', 'moc.\u202eelpmaxe', 'moc.\\u{202e}elpmaxe'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['an invisible tag', '\u{e0041}', '\\u{e0041}'],
    ['a lone surrogate', 'a\ud800', 'a\\u{d800}'],
  ])('writes out %s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves letters of every script, joiners and emoji alone', () => {
    const text = 'ann.müller+x@пример.рф クエリ नमस्\u200dते 👩\u200d🚀';
    expect(printable(text)).toBe(text);
  });
});

describe('jsonLine', () => {
  it('is one line that parses to the same value, for any text', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const line = jsonLine({ text });
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(JSON.parse(line)).toEqual({ text });
      expect(printable(line.trimEnd())).toBe(line.trimEnd());
    });
  });

  it('escapes the control characters that JSON allows', () => {
    expect(jsonLine('\u009b2J \u202e \u{e0041}')).toBe('"\\u009b2J \\u202e \\udb40\\udc41"\n');
  });
});
