import { describe, expect, it } from 'vitest';
import { candidates } from '../../src/lookup/candidates.ts';
import { type DomainPatterns, nothingKnown, readDomainPatterns } from '../../src/lookup/domain-patterns.ts';
import { patternsAfterSearch } from '../../src/lookup/learning.ts';
import { readName } from '../../src/lookup/names/person-name.ts';
import { otherPrior, type Pattern, patterns, priorOf } from '../../src/lookup/patterns.ts';
import { candidatesToProbe, candidatesWorthProbing } from '../../src/lookup/stopping.ts';

function nameOf(first: string, last: string) {
  return readName({ first_name: first, last_name: last, domain: 'example.com' })!;
}

const ann = nameOf('Ann', 'Lee');
const noah = nameOf('Noah', 'Smith');

function order(known: DomainPatterns, name = noah): string[] {
  return candidates(name, known).map(({ localPart }) => localPart);
}

function chanceOf(pattern: Pattern, known: DomainPatterns): number {
  return candidates(noah, known, { limit: 100 }).find((candidate) => candidate.pattern === pattern)!
    .probability;
}

function found(...localParts: readonly string[]): DomainPatterns {
  return localParts.reduce(
    (known, accepted) => patternsAfterSearch(known, ann, { accepted, refused: [] }),
    nothingKnown,
  );
}

describe('if nothing is known', () => {
  it('patterns come in the order of their prior shares, which add up to one', () => {
    expect(order(nothingKnown).slice(0, 5)).toEqual(['noah.smith', 'nsmith', 'noah', 'noahs', 'noahsmith']);
    const total = patterns.reduce((sum, pattern) => sum + priorOf(pattern), otherPrior);
    expect(total).toBeCloseTo(1);
  });

  it('ten candidates are offered, or as many as asked for', () => {
    expect(candidates(noah)).toHaveLength(10);
    expect(candidates(noah, nothingKnown, { limit: 3 })).toHaveLength(3);
  });
});

describe('an address found at a domain', () => {
  it.each([
    ['lee', 'smith'],
    ['ann_lee', 'noah_smith'],
    ['leea', 'smithn'],
    ['ann.l', 'noah.s'],
    ['Ann.Lee', 'noah.smith'],
  ])('%s for Ann Lee makes %s the likeliest for Noah Smith', (accepted, likeliest) => {
    const [first, second] = candidates(noah, found(accepted));
    expect(first?.localPart).toBe(likeliest);
    expect(first?.probability).toBeGreaterThan(0.85);
    expect(second?.probability).toBeLessThan(0.05);
  });

  it('counts more when it is not the only one', () => {
    expect(chanceOf('flast', found('alee', 'alee'))).toBeGreaterThan(chanceOf('flast', found('alee')));
    expect(chanceOf('flast', found('alee', 'alee', 'ann'))).toBeGreaterThan(0.6);
  });

  it('that follows no pattern makes all candidates less likely', () => {
    const left = 1 - candidates(noah, found('a7')).reduce((sum, { probability }) => sum + probability, 0);
    expect(left).toBeGreaterThan(0.85);
  });

  it('shows how the domain writes umlauts', () => {
    const joerg = nameOf('Jörg', 'Schäfer');
    const plain = patternsAfterSearch(nothingKnown, nameOf('Hans', 'Müller'), {
      accepted: 'hmuller',
      refused: [],
    });
    expect(order(nothingKnown, joerg)[0]).toBe('joerg.schaefer');
    expect(order(plain, joerg)[0]).toBe('jschafer');
    expect(candidates(joerg, plain)[0]?.probability).toBeGreaterThan(0.6);
  });

  it('shows nothing about choices that it leaves open', () => {
    const jean = nameOf('Jean-Pierre', 'Müller');
    const { choices } = patternsAfterSearch(nothingKnown, jean, { accepted: 'jmueller', refused: [] });
    expect(choices['umlaut:digraph']).toBeCloseTo(1);
    expect(Object.keys(choices).filter((key) => key.startsWith('given-hyphen'))).toEqual([]);
  });
});

describe('a refused candidate', () => {
  it('makes its pattern less likely for others', () => {
    const known = patternsAfterSearch(nothingKnown, ann, { refused: ['ann.lee', 'alee'] });
    expect(order(known)[0]).toBe('noah');
    expect(chanceOf('first.last', known)).toBeLessThan(chanceOf('first.last', nothingKnown));
  });

  it('speaks against its pattern where the person was found by another one', () => {
    const perhapsAway = patternsAfterSearch(nothingKnown, ann, { refused: ['ann.lee'] });
    const there = patternsAfterSearch(nothingKnown, ann, { refused: ['ann.lee'], accepted: 'alee' });
    expect(there.against['first.last']).toBeGreaterThan(3);
    expect(there).toMatchObject({ missed: {}, missesInARow: 0 });
    expect(perhapsAway).toMatchObject({ against: {}, missesInARow: 1 });
    expect(perhapsAway.missed['first.last']).toBeGreaterThan(0.5);
  });

  it('of any number of people who were not found leaves rare patterns a chance, and the common ones too', () => {
    let known = nothingKnown;
    for (let person = 0; person < 500; person++)
      known = patternsAfterSearch(known, ann, { refused: ['ann.lee', 'alee', 'ann'] });
    expect(order(known)[0]).toBe('noahs');
    const probed = candidatesToProbe(noah, known, { limit: 10 }).map(({ localPart }) => localPart);
    expect(probed).toEqual(expect.arrayContaining(['noah.smith', 'nsmith', 'noah']));
  });

  it('counts less if it was one of several spellings', () => {
    const known = patternsAfterSearch(nothingKnown, nameOf('Hans', 'Müller'), { refused: ['hmuller'] });
    expect(known.missed.flast).toBeLessThan(0.3);
    expect(known.missed.flast).toBeGreaterThan(0);
  });

  it('of one person does not outweigh several people found by the pattern', () => {
    const known = patternsAfterSearch(found('alee', 'alee', 'alee'), ann, { refused: ['alee'] });
    expect(order(known)[0]).toBe('nsmith');
  });
});

describe('what is known of a domain', () => {
  it('is not changed by learning more', () => {
    const known = Object.freeze(found('alee'));
    const before = JSON.stringify(known);
    patternsAfterSearch(known, noah, { accepted: 'nsmith', refused: ['noah.smith'] });
    expect(JSON.stringify(known)).toBe(before);
  });

  it('survives being stored', () => {
    const known = patternsAfterSearch(found('alee'), nameOf('Hans', 'Müller'), {
      accepted: 'hmueller',
      refused: ['h'],
    });
    expect(readDomainPatterns(JSON.stringify(known))).toEqual(known);
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"confirmed":7}',
    '{"confirmed":{"first":"many"},"refuted":null}',
    '{"confirmed":{"first":-1,"flast":1e9}}',
  ])('is nothing where the stored text is %j', (text) => {
    expect(readDomainPatterns(text)).toEqual(nothingKnown);
  });

  it('stays small and lets a domain change its pattern', () => {
    let known: DomainPatterns = nothingKnown;
    for (let person = 0; person < 1000; person++)
      known = patternsAfterSearch(known, ann, { accepted: 'alee', refused: [] });
    expect(JSON.stringify(known).length).toBeLessThan(600);
    for (let person = 0; person < 100; person++)
      known = patternsAfterSearch(known, ann, { accepted: 'ann', refused: [] });
    expect(order(known)[0]).toBe('noah');
  });
});

describe('a search continues', () => {
  it('down to rare patterns if no person has been found yet', () => {
    const worth = candidatesWorthProbing(candidates(noah), nothingKnown);
    expect(worth.length).toBeGreaterThanOrEqual(5);
    expect(worth).toEqual(candidates(noah).slice(0, worth.length));
  });

  it('no further than the known pattern if several people follow it', () => {
    const known = found('alee', 'alee', 'alee');
    expect(candidatesWorthProbing(candidates(noah, known), known).map(({ localPart }) => localPart)).toEqual([
      'nsmith',
    ]);
  });

  it('with all common patterns until a person was found, however many were not', () => {
    let known = nothingKnown;
    for (const first of ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gia', 'Hope']) {
      const stranger = nameOf(first, 'Lee');
      const refused = candidatesToProbe(stranger, known, { limit: 10 }).map(({ localPart }) => localPart);
      known = patternsAfterSearch(known, stranger, { refused });
    }
    const probed = candidatesToProbe(noah, known, { limit: 10 }).map(({ localPart }) => localPart);
    expect(probed).toEqual(expect.arrayContaining(['noah.smith', 'nsmith', 'noah']));
  });

  it('with all common patterns after two people in a row who were not found', () => {
    const known = found('lee', 'lee', 'lee', 'lee');
    const probed = (before: DomainPatterns) =>
      candidatesToProbe(noah, before, { limit: 10 }).map(({ localPart }) => localPart);
    const once = patternsAfterSearch(known, ann, { refused: ['lee'] });
    const twice = patternsAfterSearch(once, ann, { refused: ['lee'] });
    expect(probed(known)).toEqual(['smith']);
    expect(probed(once)).toEqual(['smith']);
    expect(probed(twice)).toEqual(['smith', 'noah.smith', 'nsmith', 'noah']);
    const again = patternsAfterSearch(twice, ann, { accepted: 'lee', refused: [] });
    expect(probed(again)).toEqual(['smith']);
  });

  it('with a less likely spelling by the known pattern as well, however many people were not found', () => {
    const hans = nameOf('Hans', 'Müller');
    const probed = (before: DomainPatterns) =>
      candidatesToProbe(hans, before, { limit: 10 }).map(({ localPart }) => localPart);
    let known = found('ann.lee');
    const before = probed(known);
    expect(before).toContain('hans.muller');
    for (const first of ['Bea', 'Cleo', 'Dora', 'Eve'])
      known = patternsAfterSearch(known, nameOf(first, 'Ray'), { refused: [`${first}.ray`.toLowerCase()] });
    expect(probed(known)).toEqual(expect.arrayContaining(before));
  });

  it('as long as its options say', () => {
    expect(candidatesWorthProbing(candidates(noah), nothingKnown, { findValue: 1_000 })).toHaveLength(10);
    expect(candidatesWorthProbing(candidates(noah), nothingKnown, { findValue: 0 })).toEqual([]);
    expect(candidatesWorthProbing(candidates(noah), nothingKnown, { presenceProbability: 0 })).toEqual([]);
  });
});
