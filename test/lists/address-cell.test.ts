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
])('the address in the cell "%s" is "%s"', (cell, address) => {
  expect(addressInCell(cell)).toBe(address);
});

it.each([
  ['ann', 'a word'],
  ['', 'nothing'],
  ['Ann <ann>', 'no address in brackets'],
  ['Ann <ann@example.com> and Bob', 'text behind the brackets'],
  ['Ann <ann@example.com>, Bob <bob@example.com>', 'two people'],
  ['bob@example.com, Ann <ann@example.com>', 'two addresses'],
  ['bob@example.com <ann@example.com>', 'another address as a name'],
  ['Ann <<ann@example.com>>', 'two pairs of brackets'],
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
  ['ann@example.co m', ['ann@example.co m']],
  ['ann@example.co,uk', ['ann@example.co,uk']],
  ['ann baker@example.com', ['ann baker@example.com']],
  ['ann,baker@example.com', ['ann,baker@example.com']],
  ['ann(work)@example.com', ['ann(work)@example.com']],
  ['ann@example.com, bob@@example.com', ['ann@example.com, bob@@example.com']],
  ['n/a', ['n/a']],
  ['  ', []],
])('the addresses in the cell %j are %j', (cell, addresses) => {
  expect(addressesInCell(cell)).toEqual(addresses);
});

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
