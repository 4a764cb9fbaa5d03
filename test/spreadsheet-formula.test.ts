import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, escapeFormula, unescapeFormula } from '../adapters/csv-row.ts';
import { times } from './support/values/for-all.ts';

const attack = "cmd|' /C calc'!A0";

describe('escapeFormula', () => {
  it.each([
    '=1+1',
    '+49 30',
    '-1',
    '@SUM(A1)',
    '\r=1',
    '\n',
    '\tx',
    '  =1+1',
    '\u00a0@x',
    '＝1＋1',
    '＠x',
    "'=1",
    '\0=1',
  ])('puts an apostrophe before %j', (cell) => {
    expect(escapeFormula(cell).replace(/(?<=[\r\t])'/, '')).toBe(`'${cell}`);
  });

  it.each([
    ['a semicolon', `x;=${attack}`, `x;'=${attack}`],
    ['a tab', `x\t=${attack}`, `x\t'=${attack}`],
    ['a vertical bar', `x|=${attack}`, `x|'=${attack}`],
    ['a colon', `x:=${attack}`, `x:'=${attack}`],
    ['a comma', `x,=${attack}`, `x,'=${attack}`],
    ['a line end in a cell', `x\n=${attack}`, `x\n'=${attack}`],
    ['a separator and white space', `x; \u00a0=${attack}`, `x;' \u00a0=${attack}`],
    ['a separator and quotes', `x;"=${attack}`, `x;'"=${attack}`],
    ['several separators', `;;\t=${attack}`, `';';'\t'=${attack}`],
  ])('puts an apostrophe after %s, where a spreadsheet may begin a cell', (_what, cell, escaped) => {
    expect(escapeFormula(cell)).toBe(escaped);
  });

  it.each([
    ...['', 'ann@example.com', 'a=b', '97', ' ann', 'The mail server says - no.', '" "@example.com'],
    ...["o'-neil@example.com", 'a; b', 'ann+x|y@example.com', '"a;b"@example.com'],
  ])('leaves %j as it is', (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  });

  const cells = fc.string({
    unit: fc.constantFrom(
      ...['=', '+', '-', '@', '\t', '\r', '\n', ' ', 'a', '"', "'", ',', ';', '|', ':', '，', '\0'],
    ),
    maxLength: 12,
  });

  it('leaves no formula in whatever separator a spreadsheet is set to', () => {
    const separators = fc.constantFrom(',', ';', '\t', '|', ':');
    times(2_000).forAll(
      fc.array(cells, { minLength: 1 }),
      separators,
      separators,
      (row, delimiter, separator) => {
        const text = csvRow(row.map(escapeFormula), { delimiter, newline: '\r\n' });
        for (const field of spreadsheetCells(text, separator))
          expect(field.replace(/^[\s\0]+/, '')).not.toMatch(/^[=+\-@]/);
      },
    );
  });

  it('is undone by unescapeFormula, for any cell', () => {
    times(2_000).forAll(fc.oneof(cells, fc.string({ unit: 'binary' })), (cell) => {
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    });
  });
});

/** Returns the cells as a lenient spreadsheet finds them: a quote counts at the beginning of a cell only. */
function spreadsheetCells(text: string, separator: string): readonly string[] {
  const found: string[] = [];
  let index = 0;
  while (index < text.length) {
    let cell = '';
    if (text[index] === '"') {
      for (index += 1; index < text.length; index += 1) {
        if (text[index] === '"') {
          if (text[index + 1] !== '"') break;
          index += 1;
        }
        cell += text[index];
      }
      index += 1;
    }
    for (; index < text.length && text[index] !== separator && !/[\r\n]/.test(text[index] ?? ''); index += 1)
      cell += text[index];
    found.push(cell);
    index += 1;
  }
  return found;
}
