import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DomainPatterns, nothingKnown, readDomainPatterns } from '../../src/lookup/domain-patterns.ts';
import { patternsAfterSearch } from '../../src/lookup/learning.ts';
import { readName } from '../../src/lookup/names/person-name.ts';
import { localPartBy, patterns } from '../../src/lookup/patterns.ts';
import { candidatesToProbe } from '../../src/lookup/stopping.ts';
import { times } from '../support/values/for-all.ts';

const firstNames = ['Ann', 'Bob', 'Cay', 'Dora', 'Jörg', 'Zoë', 'Alee', 'Jean-Luc'] as const;
const lastNames = ['Lee', 'Smith', 'Müller', 'van den Berg', 'O’Neil', 'Ray', 'García López'] as const;

const nameDrawn = fc
  .tuple(fc.constantFrom(...firstNames), fc.constantFrom(...lastNames))
  .map(([first_name, last_name]) => readName({ first_name, last_name, domain: 'example.com' })!);

const noah = readName({ first_name: 'Noah', last_name: 'Smith', domain: 'example.com' })!;
const common = fc.constantFrom(...(['first.last', 'flast', 'first'] as const));
const limit = 10;

/** A stranger's lookup: of somebody who is not there, or made up to fit an address by any of the patterns. */
const event = fc.record({
  name: nameDrawn,
  pattern: fc.option(fc.constantFrom(...patterns), { freq: 1, nil: undefined }),
  times: fc.constantFrom(1, 1, 2, 5, 20),
});

function afterEvents(
  events: readonly (typeof event extends fc.Arbitrary<infer E> ? E : never)[],
): DomainPatterns {
  let known = nothingKnown;
  for (const { name, pattern, times } of events) {
    for (let time = 0; time < times; time += 1) {
      const probed = candidatesToProbe(name, known, { limit });
      expect(probed.length).toBeLessThanOrEqual(limit);
      const position = probed.findIndex((candidate) => candidate.pattern === pattern);
      const refused = probed.slice(0, position === -1 ? limit : position).map(({ localPart }) => localPart);
      const accepted = probed[position]?.localPart;
      known = patternsAfterSearch(known, name, accepted === undefined ? { refused } : { refused, accepted });
    }
    known = readDomainPatterns(JSON.stringify(known));
  }
  return known;
}

function localPartOfNoah(pattern: 'first.last' | 'flast' | 'first'): string {
  return localPartBy(pattern, { given: 'noah', initials: 'n', family: 'smith' })!;
}

describe('a present person whose pattern is common', () => {
  it('is asked about after any number of people who were not found', () => {
    times(50).forAll(fc.array(event, { maxLength: 12 }), common, (events, pattern) => {
      const known = afterEvents(events.map((one) => ({ ...one, pattern: undefined })));
      const probed = candidatesToProbe(noah, known, { limit }).map(({ localPart }) => localPart);
      expect(probed).toContain(localPartOfNoah(pattern));
    });
  });

  it('keeps its place when other common patterns are added at the end', () => {
    const ann = readName({ first_name: 'Ann', last_name: 'van den Berg', domain: 'example.com' })!;
    const known = afterEvents([{ name: ann, pattern: undefined, times: 5 }]);
    const probed = candidatesToProbe(noah, known, { limit }).map(({ localPart }) => localPart);
    expect(probed).toEqual(expect.arrayContaining(['noah.smith', 'nsmith', 'noah']));
  });

  it('is asked about after anything that strangers looked up, at the latest when two others were not found', () => {
    times(50).forAll(
      fc.array(event, { maxLength: 12 }),
      fc.array(nameDrawn, { minLength: 2, maxLength: 4 }),
      common,
      (events, missed, pattern) => {
        let known = afterEvents(events);
        for (const name of missed) {
          const refused = candidatesToProbe(name, known, { limit }).map(({ localPart }) => localPart);
          known = patternsAfterSearch(known, name, { refused });
        }
        const probed = candidatesToProbe(noah, known, { limit }).map(({ localPart }) => localPart);
        expect(probed).toContain(localPartOfNoah(pattern));
      },
    );
  });
});

describe('what is known of a domain', () => {
  it('stays small, whatever was looked up', () => {
    times(50).forAll(fc.array(event, { maxLength: 12 }), (events) => {
      expect(JSON.stringify(afterEvents(events)).length).toBeLessThan(2_000);
    });
  });
});
