import { describe, expect, it } from 'vitest';
import { jobName } from '../../../src/bulk/job-list.ts';

describe('The name of a job', () => {
  it.each([
    ['spring.csv', 'spring.csv'],
    ['  two   words \n', 'two words'],
    ['a\u001b[31mb\u0000c\u0085d', 'a [31mb c d'],
    ['exe.\u202evsc', 'exe.vsc'],
    ['\u200espring\u200f\u061c.\u200b\u2060\ufeff\u00adcsv\u2069\u3164', 'spring.csv'],
    ['sp\u200dring\u200c.csv\u200d', 'spring.csv'],
    [
      'نامه\u200cها \u{1f469}\u200d\u{1f4bb} \u2764\ufe0f',
      'نامه\u200cها \u{1f469}\u200d\u{1f4bb} \u2764\ufe0f',
    ],
    ['invoice\ufe0f', 'invoice'],
    ['a\u200b\ufe0f \ufe0f\u{e0100}b', 'a b'],
    ['\u2764\ufe0f\ufe0f', '\u2764\ufe0f'],
    ['1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['\u1820\u180b \u845b\u{e0100}', '\u1820\u180b \u845b\u{e0100}'],
    ['\ufe0f', undefined],
    ['\u180b', undefined],
    ['\u200d\u200d\u200d', undefined],
    ['half \ud83d\u{1f600}', 'half \u{1f600}'],
    ['名簿', '名簿'],
    ['a'.repeat(300), 'a'.repeat(200)],
    [`${'a'.repeat(199)}\u{1f600}`, 'a'.repeat(199)],
    ['\u0007 \n', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is kept as %j', (given, name) => {
    expect(jobName(given)).toBe(name);
  });
});
