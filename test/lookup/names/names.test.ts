import { describe, expect, it } from 'vitest';
import { candidates } from '../../../src/lookup/candidates.ts';
import { nothingKnown } from '../../../src/lookup/domain-patterns.ts';
import { type PersonName, readName } from '../../../src/lookup/names/person-name.ts';
import { candidatesToProbe } from '../../../src/lookup/stopping.ts';
import { type NameCase, names } from './names.ts';

function nameOf(first: string, last: string, domain = 'example.com'): PersonName | undefined {
  return readName({ first_name: first, last_name: last, domain });
}

/** Local parts of all candidates, likeliest first. */
function localParts(first: string, last: string): string[] {
  const name = nameOf(first, last);
  return name === undefined
    ? []
    : candidates(name, undefined, { limit: 100 }).map(({ localPart }) => localPart);
}

describe.each(Object.entries(names))('a name in %s', (_, cases) => {
  it.each(cases.map((nameCase) => [`${nameCase.first} ${nameCase.last}`, nameCase] as const))(
    '%s begins with its likeliest spelling in the three commonest patterns',
    (_name, { first, last, domain, expected }: NameCase) => {
      const found = candidates(nameOf(first, last, domain)!);
      const best = (['first.last', 'flast', 'first'] as const).map(
        (pattern) => found.find((candidate) => candidate.pattern === pattern)?.localPart,
      );
      expect(best).toEqual(expected);
      expect(expected).toContain(found[0]?.localPart);
    },
  );
});

it('the tables have at least 400 names of 60 languages', () => {
  const all = Object.values(names).flat();
  expect(Object.keys(names).length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ first, last }) => `${first} ${last}`)).size).toBeGreaterThanOrEqual(400);
});

describe('other spellings come later', () => {
  it.each([
    ['J.C.', 'Penney', ['j.c.penney', 'jcpenney']],
    ['Grace (Gracie)', 'Hall', ['gracie.hall']],
    ['Jas', 'Singh', ['jas.singh', 'james.singh']],
    ['Geo.', 'Hall', ['geo.hall', 'george.hall']],
    ['Chan', 'Tai Man, Peter', ['taiman.chan']],
    ['Kjell Arne', 'Johansen', ['kjell.arne.johansen', 'kjellarne.johansen']],
  ])('%s %s', (first, last, expected) => {
    expect(localParts(first, last)).toEqual(expect.arrayContaining(expected));
  });

  it('Sales in brackets behind a family name is none', () => {
    expect(localParts('Grace', 'Hall (Sales)')).not.toContain('sales.hall');
  });

  it.each([
    ['Hans', 'Müller', ['hmueller', 'hmuller']],
    ['Björn', 'Sjöberg', ['bjorn.sjoberg', 'bjoern.sjoeberg']],
    ['Søren', 'Holm', ['soren.holm', 'soeren.holm']],
    ['Åge', 'Holm', ['age.holm', 'aage.holm']],
    ['Jean-Pierre', 'Dupont', ['jean-pierre.dupont', 'jeanpierre.dupont', 'jean.dupont']],
    ['Jean-Pierre', 'Dupont', ['jdupont', 'jpdupont']],
    ['Jan', 'van den Berg', ['jan.vandenberg', 'jan.berg', 'jan.van.den.berg']],
    ['Ana', 'García Márquez', ['ana.garcia', 'ana.garciamarquez', 'ana.marquez']],
    ['John Q.', 'Public', ['john.public', 'john.q.public']],
    ['Mary Ann', 'Evans', ['mary.evans', 'maryann.evans']],
    ['Robert', 'Jones', ['robert.jones', 'bob.jones', 'rob.jones']],
    ['Robert', 'Jones', ['rjones', 'bjones', 'robertjones']],
    ['Bob', 'Jones', ['bob.jones', 'robert.jones']],
    ['Сергей', 'Хохлов', ['sergey.khokhlov', 'sergey.hohlov', 'sergei.khokhlov']],
    ['Χρήστος', 'Χατζής', ['christos.chatzis', 'hristos.hatzis']],
    ['Xəyal', 'Quliyev', ['khayal.guliyev', 'khayal.quliyev', 'xayal.quliyev']],
    ['Николай', 'Райков', ['nikolay.raykov', 'nikolai.raikov']],
    ['வசந்தி', 'முத்துக்குமார்', ['vasandi.muthukkumar', 'vasanthi.muthukumar']],
  ])('%s %s: %j', (first, last, inOrder) => {
    const all = localParts(first, last);
    expect(inOrder.filter((localPart) => !all.includes(localPart))).toEqual([]);
    expect(inOrder.map((localPart) => all.indexOf(localPart))).toEqual(
      inOrder.map((localPart) => all.indexOf(localPart)).sort((one, other) => one - other),
    );
  });
});

describe('a name without a rule has no candidates', () => {
  it.each([
    ['ᏣᎳᎩ', 'ᏗᏏ'],
    ['བཀྲ', 'ཤིས'],
    ['', ''],
    ['-', '.'],
    ['😀', '!?'],
    ["'", '’'],
    ['123', '456'],
  ])('%s %s', (first, last) => {
    expect(nameOf(first, last)).toBeUndefined();
  });
});

describe('a name in two fields is read in their order', () => {
  it.each([
    ['Quinn', 'Young'],
    ['David', 'Young'],
    ['Emma', 'Young'],
    ['Young', 'Kim'],
  ])('%s %s, although a part of it is a frequent name of another language', (first, last) => {
    const likeliest = candidates(nameOf(first, last)!).find(({ pattern }) => pattern === 'first.last');
    expect(likeliest?.localPart).toBe(`${first}.${last}`.toLowerCase());
  });
});

describe('a rare spelling is among those worth asking about', () => {
  it.each([
    ['an apostrophe that is kept', 'Gianni', "D'Angelo", "gianni.d'angelo"],
    ['an apostrophe of another kind', 'Siobhan', 'O’Neill', "siobhan.o'neill"],
    ['initials of two given names', 'Marie Claire', 'Dubois', 'mc.dubois'],
    ['initials of two given names', 'John Paul', 'Smith', 'jp.smith'],
    ['umlauts written as in German', 'Gökhan', 'Öztürk', 'goekhan.oeztuerk'],
    ['umlauts written as in German', 'Győző', 'Köves', 'gyozo.koeves'],
    ['a family name of one letter', 'Wei', 'O', 'wei.o'],
  ])('%s: %s %s', (_, first, last, localPart) => {
    const asked = candidatesToProbe(nameOf(first, last)!, nothingKnown, { limit: 20 });
    expect(asked.map((candidate) => candidate.localPart)).toContain(localPart);
  });
});

describe('a name that is not complete', () => {
  it('of one letter is used in patterns that need only its initial', () => {
    expect(localParts('Ann', 'B.')).toEqual(['ann', 'annb', 'ann.b']);
    expect(localParts('J', 'Smith').slice(0, 2)).toEqual(['jsmith', 'j.smith']);
    expect(localParts('J', 'Smith')).not.toContain('j');
    expect(localParts('A', 'B')).toEqual([]);
  });

  it('that is the same twice is used once or in both positions', () => {
    expect(localParts('Madonna', 'Madonna').slice(0, 2)).toEqual(['madonna', 'madonna.madonna']);
    expect(localParts('-', 'Madonna')).toEqual(localParts('Madonna', 'Madonna'));
    expect(localParts('Madonna', '.')).toEqual(localParts('Madonna', 'Madonna'));
  });

  it('is never left empty by removing titles and particles', () => {
    expect(localParts('Dr.', 'Prof')[0]).toBe('dr.prof');
    expect(localParts('Ann', 'MD')[0]).toBe('ann.md');
    expect(localParts('Ann', 'de la')).toContain('ann.dela');
    expect(localParts('Van', 'Der')[0]).toBe('van.der');
  });
});

describe('a frequent name', () => {
  it.each([
    ['Chris', 'Holloway', 'christos.holloway'],
    ['Calvin', 'Holloway', 'alvin.holloway'],
    ['Max', 'Holloway', 'mah.holloway'],
    ['Isaac', 'Holloway', 'isa.holloway'],
  ])(
    'of some languages is not spelled by the rules of another one whose names look like it: %s %s',
    (first, last, other) => {
      expect(localParts(first, last)).toContain(`${first}.${last}`.toLowerCase());
      expect(localParts(first, last)).not.toContain(other);
    },
  );

  it.each([
    ['Brian Holloway', 'example.am'],
    ['Ryan Holloway', 'example.am'],
  ])('is no family name only because it ends like those of a country: %s at %s', (full, domain) => {
    const [first = '', last = ''] = full.split(' ');
    const likeliest = candidates(nameOf(first, last, domain)!)[0];
    expect(likeliest?.localPart).toBe(`${first}.${last}`.toLowerCase());
  });
});

it('a word that transliterates to nothing is left out', () => {
  expect(localParts('Ь Иван', 'Петров')).toEqual(localParts('Иван', 'Петров'));
  expect(localParts('Ь', 'Петров')).toEqual(['petrov']);
});

describe('a role name', () => {
  it('is not a candidate', () => {
    expect(localParts('Ivo', 'Nfo')).toContain('ivo.nfo');
    expect(localParts('Ivo', 'Nfo')).not.toContain('info');
  });

  it('is a candidate if the person has that name', () => {
    expect(localParts('Sales', 'Dupont')).toContain('sales');
    expect(localParts('Ann', 'Info')).toContain('info');
  });
});

it('a local part longer than 64 octets is left out', () => {
  const long = 'a'.repeat(60);
  expect(localParts('Robert', long)).toContain(`r${long}`);
  expect(localParts('Robert', long)).not.toContain(`robert.${long}`);
});
