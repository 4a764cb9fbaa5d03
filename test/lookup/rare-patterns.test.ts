import { expect, it } from 'vitest';
import { type DomainPatterns, nothingKnown } from '../../src/lookup/domain-patterns.ts';
import { patternsAfterSearch } from '../../src/lookup/learning.ts';
import { readName } from '../../src/lookup/names/person-name.ts';
import { candidatesToProbe } from '../../src/lookup/stopping.ts';

/** People of a company whose pattern is rare, in the order in which they are looked up. Two are not there any more. */
const people = [
  ['Nathan', 'Davies', undefined],
  ['David', 'Harris', undefined],
  ['Zoë', 'Costa', 'costa.zoe'],
  ['Valerie', 'Groß', 'gross.valerie'],
  ['Grace', "O'Brien", 'obrien.grace'],
  ['Florian', 'Collins', 'collins.florian'],
  ['Kevin', 'Larsen', 'larsen.kevin'],
  ['Adam', 'Turner', 'turner.adam'],
] as const;

it('people who are not there do not hide the others of a company with a rare pattern', () => {
  let known: DomainPatterns = nothingKnown;
  const found = people.filter(([first_name, last_name, address]) => {
    const name = readName({ first_name, last_name, domain: 'example.net' })!;
    const asked = candidatesToProbe(name, known, { limit: 20 }).map(({ localPart }) => localPart);
    const isFound = address !== undefined && asked.includes(address);
    const refused = isFound ? asked.slice(0, asked.indexOf(address)) : asked;
    known = patternsAfterSearch(known, name, isFound ? { accepted: address, refused } : { refused });
    return isFound;
  });
  expect(found.length).toBeGreaterThanOrEqual(4);
});
