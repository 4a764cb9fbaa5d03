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
    ["DELL'ACQUA", "Dell'Acqua"],
    ['SANT’ANNA', 'Sant’Anna'],
    ["N'GOLO", "N'Golo"],
    ["john's", "John's"],
    ['O&#39;Bryan', "O'Bryan"],
    ['D&#x27;Angelo', "D'Angelo"],
    ['D&apos;Angelo', "D'Angelo"],
    ['Zo&#235;', 'Zoë'],
    ['Ann &#60;b&#62;', 'Ann &#60;b&#62;'],
    ['&#9999999;', '&#9999999;'],
    ["В'ЯЧЕСЛАВ", "В'ячеслав"],
    ['STRAUß', 'Strauß'],
    ['STRAUẞ', 'Strauß'],
    ['strauß', 'Strauß'],
    ['Strauß', 'Strauß'],
    ['ijsbrand', 'IJsbrand'],
    ['IJZERMAN', 'IJzerman'],
    ['van ijzendoorn', 'van IJzendoorn'],
    ['IJAZ', 'Ijaz'],
    ['ijeoma', 'Ijeoma'],
    ['DE LA TORRE', 'de la Torre'],
    ['LE PEN', 'Le Pen'],
    ['SMITH, PHD', 'Smith'],
    ['Smith, Ph.D., MBA', 'Smith'],
    ['SMITH, JR.', 'Smith, Jr.'],
    ['Smith, John', 'Smith, John'],
    ['Smith,', 'Smith,'],
    [', PhD', ', PhD'],
    ['PHD', 'Phd'],
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

describe('I is the capital of ı, and İ that of i,', () => {
  it.each([
    ['in a row with another letter of Turkish only', row('DOĞAN', 'KILIÇ'), ['Doğan', 'Kılıç']],
    ['in a row in small letters', row('ibrahim', 'yıldırım'), ['İbrahim', 'Yıldırım']],
    ['in a word with Ş', row('MEHMET', 'IŞIK'), ['Mehmet', 'Işık']],
    [
      'at a Turkish domain, in a row that was typed in Turkish',
      row('ÇİĞDEM', 'IRMAK', 'acme.com.tr'),
      ['Çiğdem', 'Irmak'],
    ],
    [
      'at a Turkish domain, with a letter that others have as well',
      row('GÖKÇE', 'KILIÇ', 'acme.com.tr'),
      ['Gökçe', 'Kılıç'],
    ],
    ['at a domain of Azerbaijan', row('GÜNEL', 'QIZI', 'acme.az'), ['Günel', 'Qızı']],
  ] as const)('%s', (_, given, [first_name, last_name]) => {
    expect(cleanRow(given)).toMatchObject({ first_name, last_name });
  });

  it.each([
    ['elsewhere', row('FRANÇOISE', 'MARTIN'), ['Françoise', 'Martin']],
    ['in ASCII, not even at a Turkish domain', row('ALI', 'YILMAZ', 'acme.com.tr'), ['Ali', 'Yilmaz']],
    ['in Romanian with an old Ş', row('ŞTEFĂNIŢĂ', 'ILIE'), ['Ştefăniţă', 'Ilie']],
    ['at a Romanian domain', row('ŞERBAN', 'IONICA', 'acme.ro'), ['Şerban', 'Ionica']],
  ] as const)('but not %s', (_, given, [first_name, last_name]) => {
    expect(cleanRow(given)).toMatchObject({ first_name, last_name });
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
    ['with apostrophes in either case', row("DELL'ACQUA", 'STRAUß'), row("Dell'Acqua", 'Strauß')],
    ['whatever i was made of I, with another mark', row('Ann', 'ßİ\u0301'), row('Ann', 'ßí')],
    ['with a degree or without', row('Ann', 'Lee, PhD'), row('Ann', 'Lee')],
    ['whatever i was made of I', row('IŞIK', 'İbrahim'), row('Işık', 'ibrahim')],
    ['whatever dots are left of i', row('Ann', 'İ\u0307 lee'), row('Ann', 'i lee')],
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
