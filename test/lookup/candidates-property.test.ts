import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLocalPart } from '../../src/address/local-part.ts';
import { candidates } from '../../src/lookup/candidates.ts';
import { type DomainPatterns, nothingKnown, readDomainPatterns } from '../../src/lookup/domain-patterns.ts';
import { patternsAfterSearch } from '../../src/lookup/learning.ts';
import { type PersonName, readName } from '../../src/lookup/names/person-name.ts';
import { localPartBy, patterns } from '../../src/lookup/patterns.ts';
import { readFoundAddress } from '../../src/lookup/renderings.ts';
import { cleanRow, rowKey } from '../../src/lookup/row.ts';
import { candidatesWorthProbing } from '../../src/lookup/stopping.ts';
import { names } from './names/names.ts';

const known = Object.values(names).flat();
/** One field in capitals tells the family name, so that such rows are not the same in small letters. */
const isMixed = (text: string) => text !== text.toUpperCase();
const knownFirst = fc.constantFrom(...known.map(({ first }) => first).filter(isMixed));
const knownLast = fc.constantFrom(...known.map(({ last }) => last).filter(isMixed));

const letters = (text: string) => fc.string({ unit: fc.constantFrom(...text), minLength: 1, maxLength: 12 });
const word = fc.oneof(
  letters('abcdefghijklmnopqrstuvwxyz'),
  letters('aeiouäöüßåæøœéèñçłđðþışğ'),
  letters('абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґђј'),
  letters('αβγδεζηθικλμνξοπρσςτυφχψωάέ'),
  fc.constantFrom(
    'van',
    'der',
    'de',
    'la',
    'al',
    'von',
    'und',
    'Dr.',
    'Prof',
    'PhD',
    'Jr.',
    'III',
    'Q.',
    'O’',
    'i',
  ),
);
const made = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '-', '  ', "'", '.', ', ')), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().slice(0, -1).join(''));
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 255 }),
  fc.string({ unit: 'grapheme', maxLength: 255 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...'-.,\'’"()[]/& _abéß19\u0301\u200D\uD800İıª½Ⅲ'), maxLength: 60 }),
);
const field = fc.oneof(knownFirst, knownLast, made, anything);
const row = fc.record({
  first_name: fc.oneof(knownFirst, field),
  last_name: fc.oneof(knownLast, field),
  domain: fc.oneof(fc.constantFrom('example.com', 'example.org', 'com.de', 'com.tr', 'com.br'), anything),
});
const name = row.map(readName).filter((read): read is PersonName => read !== undefined);

/** A domain after some searches for other people. */
const experience = fc
  .array(fc.tuple(name, fc.constantFrom(...patterns), fc.boolean()), { maxLength: 5 })
  .map((people) =>
    people.reduce<DomainPatterns>((before, [person, pattern, there]) => {
      const asked = candidates(person, before).map(({ localPart }) => localPart);
      const own = candidates(person, before, { limit: 100 }).find(
        (candidate) => candidate.pattern === pattern,
      );
      const accepted = own?.localPart;
      if (!there || accepted === undefined) return patternsAfterSearch(before, person, { refused: asked });
      return patternsAfterSearch(before, person, {
        accepted,
        refused: asked.filter((localPart) => localPart !== accepted),
      });
    }, nothingKnown),
  );

function localParts(from: PersonName | undefined): string[] {
  return from === undefined ? [] : candidates(from).map(({ localPart }) => localPart);
}

describe('candidates', () => {
  it('are valid local parts in lower-case ASCII, each once, at most ten', () => {
    fc.assert(
      fc.property(name, experience, (person, before) => {
        const all = candidates(person, before).map(({ localPart }) => localPart);
        for (const localPart of all) {
          expect(localPart).toMatch(/^[a-z0-9]+([._'-][a-z0-9]+)*$/);
          expect(parseLocalPart(localPart, 'example.com')).toEqual({ kind: 'local-part', localPart });
        }
        expect(new Set(all).size).toBe(all.length);
        expect(all.length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 700 },
    );
  });

  it('have no digit that is not in the name', () => {
    fc.assert(
      fc.property(row, (given) => {
        const digits = `${given.first_name} ${given.last_name}`.normalize('NFKC');
        for (const localPart of localParts(readName(given))) {
          for (const digit of localPart.match(/\d/g) ?? []) expect(digits).toContain(digit);
        }
      }),
      { numRuns: 700 },
    );
  });

  it('are sorted by descending probability, with a sum of at most one', () => {
    fc.assert(
      fc.property(name, experience, (person, before) => {
        const chances = candidates(person, before, { limit: 1_000 }).map(({ probability }) => probability);
        expect(chances).toEqual(chances.toSorted((one, other) => other - one));
        expect(chances.every((chance) => chance > 0)).toBe(true);
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeLessThan(1 + 1e-9);
      }),
      { numRuns: 700 },
    );
  });

  it.each([
    { first_name: 'A', last_name: 'Ö Öa', domain: 'example.com' },
    { first_name: 'Kenzō', last_name: 'Abū Bakr', domain: 'example.com' },
  ])('have a chance where a short word of the name is always kept: $first_name $last_name', (given) => {
    const person = readName(given);
    if (person === undefined) throw new Error('The name has to be readable');
    const chances = candidates(person, nothingKnown, { limit: 1_000 }).map(({ probability }) => probability);
    expect(Math.min(...chances)).toBeGreaterThan(0);
  });

  it('follow the pattern that they name', () => {
    fc.assert(
      fc.property(name, experience, (person, before) => {
        for (const { localPart, pattern } of candidates(person, before)) {
          const { likelihoods } = readFoundAddress(person, localPart.toUpperCase(), before);
          expect([...likelihoods.keys()]).toContain(pattern);
          for (const likelihood of likelihoods.values()) expect(likelihood).toBeLessThan(1 + 1e-9);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('worth probing are the first ones', () => {
    fc.assert(
      fc.property(name, experience, (person, before) => {
        const all = candidates(person, before);
        const worth = candidatesWorthProbing(all, before);
        expect(worth).toEqual(all.slice(0, worth.length));
      }),
      { numRuns: 500 },
    );
  });
});

describe('one address found at a domain', () => {
  const plain = letters('abcdefghijklmnoprstuvwz').filter((text) => text.length > 2);
  const person = fc.tuple(plain, plain).filter(([first, last]) => first !== last);

  it('puts its pattern first for all other people', () => {
    fc.assert(
      fc.property(person, person, fc.constantFrom(...patterns), ([f1, l1], [f2, l2], pattern) => {
        const one = readName({ first_name: f1, last_name: l1, domain: 'example.com' })!;
        const other = readName({ first_name: f2, last_name: l2, domain: 'example.com' })!;
        const accepted = localPartBy(pattern, { given: f1, initials: f1.slice(0, 1), family: l1 })!;
        const { likelihoods } = readFoundAddress(one, accepted, nothingKnown);
        fc.pre(likelihoods.size === 1 && (likelihoods.get(pattern) ?? 0) > 0.9);
        const after = patternsAfterSearch(nothingKnown, one, { accepted, refused: [] });
        fc.pre(
          candidates(other, nothingKnown, { limit: 100 }).some((candidate) => candidate.pattern === pattern),
        );
        expect(candidates(other, after)[0]?.pattern).toBe(pattern);
      }),
      { numRuns: 700 },
    );
  });
});

describe('case and white space of the input', () => {
  const space = fc.constantFrom('', ' ', '\t', '\u00A0 ', '\n');
  const person = fc.record({
    first_name: knownFirst,
    last_name: knownLast,
    domain: fc.constant('example.com'),
  });

  it('change no candidate and no key', () => {
    fc.assert(
      fc.property(
        person,
        space,
        space,
        fc.boolean(),
        ({ first_name, last_name, domain }, before, after, upper) => {
          // ß has no capital of its own, and tells the language.
          if (/ß/u.test(first_name + last_name)) return;
          const change = (text: string) => {
            const wide = text.replaceAll(' ', `${before} ${after}`);
            return before + (upper ? wide.toUpperCase() : wide.toLowerCase()) + after;
          };
          const changed = {
            first_name: change(first_name),
            last_name: change(last_name),
            domain: change(domain),
          };
          expect(localParts(readName(changed))).toEqual(
            localParts(readName({ first_name, last_name, domain })),
          );
          expect(rowKey(changed)).toBe(rowKey({ first_name, last_name, domain }));
        },
      ),
      { numRuns: 700 },
    );
  });

  it('are cleaned in one pass', () => {
    fc.assert(
      fc.property(row, (given) => {
        const cleaned = cleanRow(given);
        expect(cleanRow(cleaned)).toEqual(cleaned);
        expect(rowKey(cleaned)).toBe(rowKey(given));
      }),
      { numRuns: 700 },
    );
  });
});

describe('any text', () => {
  it('is read as a name, or rejected', () => {
    fc.assert(
      fc.property(row, (given) => {
        const read = readName(given);
        for (const { value } of read?.readings ?? [])
          expect(value.given.length * value.family.length).toBeGreaterThan(0);
        localParts(read);
        rowKey(given);
      }),
      { numRuns: 700 },
    );
  });

  it('can be read as the stored knowledge of a domain', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.json()), (text) => {
        const john = readName({ first_name: 'John', last_name: 'Smith', domain: 'example.com' })!;
        const total = candidates(john, readDomainPatterns(text)).reduce(
          (sum, { probability }) => sum + probability,
          0,
        );
        expect(total).toBeGreaterThan(0);
        expect(total).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
