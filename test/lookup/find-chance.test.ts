import { describe, expect, it } from 'vitest';
import { nothingKnown } from '../../src/lookup/domain-patterns.ts';
import { findChance } from '../../src/lookup/find-chance.ts';
import { patternsAfterSearch } from '../../src/lookup/learning.ts';
import { readName } from '../../src/lookup/names/person-name.ts';

/** How likely an address is the person's, where the first ones were found for others before. */
function chanceOf(fullName: string, email: string, others: readonly (readonly [string, string])[] = []) {
  const [accepted = '', domain = ''] = email.split('@');
  const named = (text: string) => readName({ first_name: text, last_name: '', domain })!;
  const known = others.reduce(
    (before, [other, localPart]) =>
      patternsAfterSearch(before, named(other), { accepted: localPart, refused: [] }),
    nothingKnown,
  );
  return findChance(named(fullName), known, { accepted, refused: [] });
}

const byInitial = [
  ['Ann Lee', 'alee'],
  ['Bob Ray', 'bray'],
] as const;
const byFirst = [
  ['Ruth Lee', 'ruth'],
  ['Bob Ray', 'bob'],
] as const;

describe('the chance that an accepted address is the person’s', () => {
  it('is close to one for a full name, and for a rare one', () => {
    expect(chanceOf('Maria Holloway', 'maria.holloway@example.com')).toBeGreaterThan(0.97);
    expect(chanceOf('Maria Holloway', 'mholloway@example.com', byInitial)).toBeGreaterThan(0.97);
  });

  it.each([
    ['Jane Smith', 'Jane Holloway', 'jsmith@example.com', 'jholloway@example.com'],
    ['Minjun Kim', 'Minjun Ahn', 'mkim@example.kr', 'mahn@example.kr'],
    ['Minh Nguyen', 'Minh Duong', 'mnguyen@example.vn', 'mduong@example.vn'],
  ])('is lower for %s than for %s, whose family name is rarer', (frequent, rarer, one, other) => {
    expect(chanceOf(frequent, one, byInitial)).toBeLessThan(chanceOf(rarer, other, byInitial) - 0.01);
  });

  it('is a guess for M. Kim at a Korean company, and less so at one elsewhere', () => {
    expect(chanceOf('Minjun Kim', 'mkim@example.kr', byInitial)).toBeLessThan(0.5);
    expect(chanceOf('Minjun Kim', 'mkim@example.de', byInitial)).toBeGreaterThan(0.5);
  });

  it('is lower for a frequent given name alone than for a rare one', () => {
    const [anna, rare] = ['Anna Holloway', 'Isolde Holloway'].map((name) =>
      chanceOf(name, `${name.split(' ')[0]!.toLowerCase()}@example.com`, byFirst),
    );
    expect(anna).toBeLessThan(0.95);
    expect(rare).toBeGreaterThan(anna!);
  });

  it('is lower for a pattern that the company is not known to use', () => {
    const known = chanceOf('Jane Smith', 'smith@example.com', [['Ann Lee', 'lee']]);
    expect(chanceOf('Jane Smith', 'smith@example.com', byFirst)).toBeLessThan(known);
  });
});
