import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesInCell, addressInCell, holdsAddress } from '../../adapters/lists/address-cell.ts';

it.each([
  ['ann@example.com', 'ann@example.com'],
  [' ann@example.com ', 'ann@example.com'],
  ['Ann Baker <ann@example.com>', 'ann@example.com'],
  ['"Baker, Ann" <ann@example.com>', 'ann@example.com'],
  ['Jörg B. Müller<jörg@example.com> ', 'jörg@example.com'],
  ['<ann@example.com>', 'ann@example.com'],
  ['ann@example.com <Ann@example.com>', 'Ann@example.com'],
  ["'ann@example.com' <ann@example.com>", 'ann@example.com'],
  ['Ann <"ann b"@example.com>', '"ann b"@example.com'],
  ['mailto:ann@example.com', 'ann@example.com'],
  ['MAILTO:ann@example.com?subject=hello', 'ann@example.com'],
  ['ann@example.com;', 'ann@example.com'],
  ['ann@example.com, ', 'ann@example.com'],
  ["'ann@example.com'", 'ann@example.com'],
  ["'ann@example.com';", 'ann@example.com'],
  ['="ann@example.com"', 'ann@example.com'],
  ['Ann <ann@example.com> and Bob', 'ann@example.com'],
  ['Ann <<ann@example.com>>', 'ann@example.com'],
  ['ann@example.com#mailto:ann@example.com#', 'ann@example.com'],
  ['Ann#mailto:ann@example.com#', 'ann@example.com'],
])('the address in the cell "%s" is "%s"', (cell, address) => {
  expect(addressInCell(cell)).toBe(address);
});

it.each([
  ['ann', 'a word'],
  ['', 'nothing'],
  ['Ann <ann>', 'no address in brackets'],
  ['Ann <ann@example.com>, Bob <bob@example.com>', 'two people'],
  ['bob@example.com, Ann <ann@example.com>', 'two addresses'],
  ['bob@example.com <ann@example.com>', 'another address as a name'],
  ['mailto:ann%2Bnews@example.com', 'an encoded character'],
  ['mailto:ann@example.com,bob@example.com', 'a URL of two addresses'],
  ['ann@example.com; bob@example.com;', 'a list of two'],
  ["'ann@example.com", 'one quote'],
])('the cell "%s" stays as it is: %s', (cell) => {
  expect(addressInCell(cell)).toBe(cell);
});

it.each([
  ['ann@example.com', ['ann@example.com']],
  ['"a,b"@example.com', ['"a,b"@example.com']],
  ['ann@example.com; bob@example.com;', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com,bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com bob@example.com', ['ann@example.com', 'bob@example.com']],
  [
    'ann@example.com / bob@example.com | c@example.com',
    ['ann@example.com', 'bob@example.com', 'c@example.com'],
  ],
  ['"Baker, Ann" <ann@example.com>; Bob <bob@example.com>', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com\nbob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com; call first', ['ann@example.com']],
  ['ann@example.com, n/a', ['ann@example.com']],
  ['ann@example.com (work)', ['ann@example.com']],
  ['E-Mail: ann@example.com - call first', ['ann@example.com']],
  ['Baker, Ann, ann@example.com / @annbaker', ['ann@example.com']],
  ['ann@example.com and bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com oder bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com & bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com (work) / bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['work: ann@example.com; home: Ann@Example.com', ['Ann@Example.com']],
  ["'ann@example.com', 'o'neil@example.com'", ['ann@example.com', "o'neil@example.com"]],
  ['ann@example.com, bob@@example.com', ['ann@example.com', 'bob@@example.com']],
  ['ann@example.co m', ['ann@example.co m']],
  ['ann@example.co,uk', ['ann@example.co,uk']],
  ['ann baker@example.com', ['ann baker@example.com']],
  ['ann,baker@example.com', ['ann,baker@example.com']],
  ['ann(work)@example.com', ['ann(work)@example.com']],
  ['ann@example.com smith baker@example.com', ['ann@example.com smith baker@example.com']],
  ['ann@example.co or m', ['ann@example.co or m']],
  ['"ann b"@example.com; bob@example.com', ['"ann b"@example.com; bob@example.com']],
  ['mailto:ann%2Bnews@example.com', ['mailto:ann%2Bnews@example.com']],
  ['ann@@example.com', ['ann@@example.com']],
  ['Ann <ann@@example.com>', ['Ann <ann@@example.com>']],
  ['n/a', ['n/a']],
  ['  ', []],
])('the addresses in the cell %j are %j', (cell, addresses) => {
  expect(addressesInCell(cell)).toEqual(addresses);
});

it('addresses are found between any words and signs that cannot belong to them', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const address = fc.tuple(name, name).map(([local, domain]) => `${local}@${domain}.example.com`);
  const before = fc.constantFrom('', 'Ann Baker <', 'E-Mail: ', '(', '- ', '"Baker, Ann" <', '; ', 'mailto:');
  const after = fc.constantFrom('> ', ' (work)', ', n/a; ', ' / ', '; call first | ', '\n', '# ');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(before, address, after), { minLength: 1, selector: ([, each]) => each }),
      (pieces) => {
        const cell = pieces.map((piece) => piece.join('')).join(' ');
        expect(addressesInCell(cell)).toEqual(pieces.map(([, each]) => each));
      },
    ),
  );
});

it('what is read is either the whole cell, or has nothing from beyond white space', () => {
  const sign = fc.constantFrom(...'ab@@@.. ,;:/<>()[]"\'#%+-&=\n', 'a@b.com', 'and', '="', 'mailto:');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const cell = signs.join('');
      for (const found of addressesInCell(cell)) {
        expect(cell).toContain(found);
        if (found !== cell.trim() && !found.startsWith('"')) expect(found).not.toMatch(/[\s;,<>()]/);
      }
    }),
  );
});

it.each(['a@b.com ', 'a ', '" ', '; ', '<', "'", '@', 'a@', '.a@b.com', '(a) ', '#', '="'])(
  'a cell of 6,000 characters of %j is read in one go',
  (piece) => {
    const cell = `x ${piece.repeat(6_000 / piece.length)} x`;
    expect(addressesInCell(cell).join(' ').length).toBeLessThanOrEqual(cell.length);
  },
);

describe('an address with something beside it', () => {
  it.each([
    'ann@example.com~Graz',
    'ann@example.com^Graz',
    'ann@example.com Graz',
    'Graz:ann@example.com',
    'Ann <ann@example.com> and Bob',
    'ann@example.com;bob@example.com',
  ])('is in "%s"', (text) => {
    expect(holdsAddress(text)).toBe(true);
  });

  it.each([
    'ann@example.com',
    'ann',
    'ann@',
    '@example.com',
    'ann@@example.com',
    'a..b@example.com',
    'ann@b',
  ])('is not in "%s"', (text) => {
    expect(holdsAddress(text)).toBe(false);
  });
});
