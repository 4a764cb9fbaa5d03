import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula } from '../adapters/spreadsheet-formula.ts';

describe('escapeFormula', () => {
  it.each(['=1+1', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n', '  =1+1', '\u00a0@x', '＝1＋1', '＠x'])(
    'puts an apostrophe before %j',
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
    },
  );

  it.each(['', 'ann@example.com', 'a=b', '97', "'=1", ' ann', 'The mail server says - no.'])(
    'leaves %j as it is',
    (cell) => {
      expect(escapeFormula(cell)).toBe(cell);
    },
  );

  it('never returns a cell that begins like a formula', () => {
    const sign = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', 'a', '"', '，');
    fc.assert(
      fc.property(fc.string({ unit: sign }), (cell) => {
        expect(escapeFormula(cell).trimStart()).not.toMatch(/^[=+\-@]/);
        expect(escapeFormula(cell).endsWith(cell)).toBe(true);
      }),
    );
  });
});
