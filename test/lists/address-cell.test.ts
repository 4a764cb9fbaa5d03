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
  ['mailto:ann%2Cnews@example.com', 'an encoded character that no address has'],
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
  ['mailto:ann%2Bnews@example.com', ['ann+news@example.com']],
  ['ann@example.com; mailto:bob%2Bnews@example.com', ['ann@example.com', 'bob+news@example.com']],
  ['ann+news@example.com#mailto:ann%2Bnews@example.com#', ['ann+news@example.com']],
  ['ann@example.com/bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@example.com|bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['* bob@example.com (work)', ['bob@example.com']],
  ['- ann@example.com\n- bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['Ann Baker\nann@example.com\nwww.example.com', ['ann@example.com']],
  ['E-Mail\nann@example.com\nTel: 0316 123456', ['ann@example.com']],
  ['ann@example.com, tel. 0316 123456', ['ann@example.com']],
  ['ann@example.com, and bob@example.com', ['ann@example.com', 'bob@example.com']],
  ['bob@example.com y ann@example.com', ['bob@example.com', 'ann@example.com']],
  ['ann@example.com, on leave', ['ann@example.com']],
  ['ann@example.com and\nbob@example.com', ['ann@example.com', 'bob@example.com']],
  ['ann@localhost; bob@example.com', ['ann@localhost', 'bob@example.com']],
  [
    '安娜：ann@example.com；bob@example.com、c@example.com',
    ['ann@example.com', 'bob@example.com', 'c@example.com'],
  ],
  ['安娜（ann@example.com）备注', ['ann@example.com']],
  ['安娜，ann@example.com，备注', ['ann@example.com']],
  ['ann@@example.com', ['ann@@example.com']],
  ['Ann <ann@@example.com>', ['Ann <ann@@example.com>']],
  ['n/a', ['n/a']],
  ['  ', []],
])('the addresses in the cell %j are %j', (cell, addresses) => {
  expect(addressesInCell(cell)).toEqual(addresses);
});

it.each([
  ['ann@company.co…', 'a cut-off end'],
  ['ann@company.co...', 'a cut-off end'],
  ['ann@company.co ...', 'a cut-off end'],
  ['bob@example.com; ann@company.co…', 'a cut-off end in a list'],
  ['...baker@example.com', 'a cut-off beginning'],
  ['ann@exam...; bob@example.com', 'a cut-off domain'],
  ['***r@example.com (work)', 'a masked local part'],
  ['r@gmail.c** (work)', 'a masked domain'],
  ['r@company.co* (work)', 'a masked domain'],
  ['$ann@example.com (work)', 'a sign of the local part'],
  ['!ann@example.com; b@example.com', 'a sign of the local part'],
  ['b@example.com; $ann@example.com', 'a sign of the local part'],
  ['b@example.com; �rg@example.com', 'a letter that was lost'],
  ['ann@b.co?per.de', 'a letter that was lost'],
  ['maria@empresa.com\n.br', 'a line break before the dot'],
  ['maria@empresa.com.\nbr', 'a line break behind the dot'],
  ['ann@example.co\nm', 'a line break in the domain'],
  ['ann@example.co\nm; bob@example.com', 'a line break in the domain'],
  ['ann@sub.exam\nple.com', 'a line break in the domain'],
  ['ann.\nbaker@example.com', 'a line break in the local part'],
  ['ann_\nbaker@example.com', 'a line break in the local part'],
  ['ann-\nbaker@example.com', 'a line break in the local part'],
  ['ann\n_baker@example.com', 'a line break in the local part'],
  ['annabe\nlle@example.com', 'a line break in the local part'],
  ["o'\nneil@example.com", 'a line break in the local part'],
  ['ann- baker@example.com', 'a hyphen with space'],
  ["o' neil@example.com", 'a quote with space'],
  ["d' angelo@example.com", 'a quote with space'],
  ['bob@example.com; et\nta00@example.com', 'a line break behind what may be a conjunction'],
  ['bob@example.com, y smith@example.com', 'an initial'],
  ['bob@example.com; o neil@example.com', 'an initial'],
  ['ann@example.com; bob%2Bnews@example.com', 'an encoded character without a link'],
  ['ann@[127.0.0.1]; bob@example.com', 'an address literal'],
  ['ann@ example.com; bob@example.com', 'a space behind the @'],
  ['ann @example.com; bob@example.com', 'a space before the @'],
  ['ann @ example.com; bob@example.com', 'space around the @'],
  ['ann@example.co, uk', 'a comma for a dot'],
  ['ann@example.co，uk', 'a wide comma for a dot'],
  ['ann, baker@example.com', 'a comma for a dot'],
  ['ann@example.com:p@ssw.rd', 'a password'],
])('the cell %j is not clear: %s', (cell) => {
  expect(addressesInCell(cell)).toEqual([cell]);
});

describe('an address that something was done to', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/);
  const top = fc.constantFrom('com', 'co.uk', 'com.br', 'de');
  const parts = fc.tuple(name, fc.constantFrom('', '.', '_', '-'), name, name, top);
  const address = parts.map(([first, sign, last, domain, top]) => `${first}${sign}${last}@${domain}.${top}`);
  const around = fc.constantFrom(
    ['', ''],
    ['', ' (work)'],
    ['Ann: ', '; c@example.org'],
    ['c@example.org; ', ''],
    ['<', '>'],
  );

  it.each<[string, (address: string, at: number, sign: string) => string]>([
    ['broken into two lines', (address, at) => `${address.slice(0, at)}\n${address.slice(at)}`],
    ['cut off at its end', (address, at) => `${address.slice(0, at)}…`],
    ['cut off with dots at its end', (address, at) => `${address.slice(0, at)}...`],
    ['cut off at its beginning', (address, at) => `...${address.slice(at)}`],
    ['masked at its beginning', (address, at) => `***${address.slice(at)}`],
    ['masked at its end', (address, at) => `${address.slice(0, at)}***`],
    ['with space behind its dots', (address) => address.replaceAll('.', '. ')],
    ['with commas for its dots', (address) => address.replaceAll('.', ',')],
    ['with commas and space for its dots', (address) => address.replaceAll('.', ', ')],
    ['with a sign before it', (address, _, sign) => sign + address],
  ])('is not read as another one: %s', (_, change) => {
    const sign = fc.constantFrom(...'!#$&*/=?^{|}~`');
    fc.assert(
      fc.property(address, fc.nat(), sign, around, (plain, position, sign, [before = '', after = '']) => {
        const changed = change(plain, 1 + (position % (plain.length - 1)), sign);
        const meant = changed === sign + plain ? changed : plain;
        const found = addressesInCell(`${before}${changed}${after}`);
        expect(found.filter((each) => each !== meant && meant.includes(each))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
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
    'mailto:ann%2Cnews@example.com',
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
