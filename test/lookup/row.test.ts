import { describe, expect, it } from 'vitest';
import { cleanRow, rowKey } from '../../src/lookup/row.ts';

function row(first_name: string, last_name: string, domain = 'example.com') {
  return { first_name, last_name, domain };
}

describe('a cleaned name', () => {
  it.each([
    ['ANN', 'Ann'],
    ['ann', 'Ann'],
    ['Ann', 'Ann'],
    ['  Ann \t Mary\n', 'Ann Mary'],
    ['\u00A0Ann\u200BMary\u3000', 'Ann Mary'],
    ['JEAN-PIERRE', 'Jean-Pierre'],
    ["o'brien", "O'Brien"],
    ['D’ANGELO', 'D’Angelo'],
    ['j.r.', 'J.R.'],
    ['MCDONALD', 'McDonald'],
    ['McDonald', 'McDonald'],
    ['DeAndre', 'DeAndre'],
    ['van der berg', 'van der Berg'],
    ['VAN DER BERG', 'van der Berg'],
    ['Van der Berg', 'Van der Berg'],
    ['DE', 'DE'],
    ['JP', 'JP'],
    ['de', 'De'],
    ['smith iii', 'Smith III'],
    ['müller', 'Müller'],
    ['ÖZTÜRK', 'Öztürk'],
    ['İBRAHİM', 'İbrahim'],
    ['иван', 'Иван'],
    ['ΓΙΏΡΓΟΣ', 'Γιώργος'],
    ['李', '李'],
    ['გიორგი', 'გიორგი'],
    ['', ''],
  ])('%j is %j', (name, cleaned) => {
    expect(cleanRow(row(name, 'Lee')).first_name).toBe(cleaned);
    expect(cleanRow(row('Ann', name)).last_name).toBe(cleaned);
  });
});

it('a cleaned domain is in small letters without white space, in the script it was given in', () => {
  expect(cleanRow(row('Ann', 'Lee', ' Example.COM\n')).domain).toBe('example.com');
  expect(cleanRow(row('Ann', 'Lee', 'BÜCHER.Example.com')).domain).toBe('bücher.example.com');
});

describe('two rows are the same', () => {
  it.each([
    ['whatever the case', row('ANN', 'lee', 'EXAMPLE.com'), row('Ann', 'Lee')],
    ['whatever the white space', row(' Ann  Mary ', 'van der Berg'), row('AnnMary', 'vander Berg')],
    [
      'in either form of the domain',
      row('Ann', 'Lee', 'xn--bcher-kva.example.com'),
      row('Ann', 'Lee', 'Bücher.example.com'),
    ],
    ['composed or not', row('Jo\u0308rg', 'Lee'), row('Jörg', 'Lee')],
    ['whatever i was made of I', row('IŞIK', 'İbrahim'), row('Işık', 'ibrahim')],
    ['with either small sigma', row('ΓΙΏΡΓΟΣ', 'Lee'), row('Γιώργος', 'Lee')],
  ])('%s', (_, one, other) => {
    expect(rowKey(one)).toBe(rowKey(other));
  });
});

describe('two rows are different', () => {
  it.each([
    ['by a letter', row('Ann', 'Lee'), row('Anna', 'Lee')],
    ['by where the first name ends', row('Ann', 'Alee'), row('Anna', 'Lee')],
    ['by which name is which', row('Lee', 'Ann'), row('Ann', 'Lee')],
    ['by the domain', row('Ann', 'Lee', 'example.org'), row('Ann', 'Lee')],
    ['by a text that is no domain', row('Ann', 'Lee', 'example'), row('Ann', 'Lee', '"example"')],
    ['by a mark', row('Jörg', 'Lee'), row('Jorg', 'Lee')],
  ])('%s', (_, one, other) => {
    expect(rowKey(one)).not.toBe(rowKey(other));
  });
});

it('lone surrogates and control characters are removed or replaced', () => {
  expect(cleanRow(row('A\uD800nn', 'L\0ee'))).toEqual(row('A\uFFFDnn', 'L ee'));
});
