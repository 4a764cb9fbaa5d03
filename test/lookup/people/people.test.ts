import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mayOwn, type OwnerDigests, ownerDigests } from '../../../src/lookup/address-owner.ts';
import { candidates } from '../../../src/lookup/candidates.ts';
import { type DomainPatterns, nothingKnown } from '../../../src/lookup/domain-patterns.ts';
import { patternsAfterSearch } from '../../../src/lookup/learning.ts';
import { readName } from '../../../src/lookup/names/person-name.ts';
import { candidatesToProbe } from '../../../src/lookup/stopping.ts';

/** One line of the list: a name as typed into a form, and the local part in use at the company, if any. */
interface Person {
  readonly language: string;
  readonly fullName: string;
  readonly domain: string;
  readonly address: string | null;
  readonly isCatchAll: boolean;
}

const people = readFileSync(new URL('./open.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Person => JSON.parse(line))
  .filter(({ isCatchAll }) => !isCatchAll);

const limit = 20;

/** Looks everybody up, one after another, at companies that refuse unknown recipients. */
function lookUpAll() {
  const mailboxes = new Set(people.map(({ address, domain }) => `${address}@${domain}`));
  const known = new Map<string, DomainPatterns>();
  const owners = new Map<string, OwnerDigests>();
  const answers: { chance: number; isAccepted: boolean }[] = [];
  const outcomes = people.map(({ fullName, domain, address, language }) => {
    const name = readName({ first_name: fullName, last_name: '', domain });
    const before = known.get(domain) ?? nothingKnown;
    const refused: string[] = [];
    let accepted: string | undefined;
    let open = 1;
    for (const { localPart, probability } of name ? candidatesToProbe(name, before, { limit }) : []) {
      const chance = 0.86 * probability;
      const email = `${localPart}@${domain}`;
      const isAccepted = mailboxes.has(email);
      answers.push({ chance: chance / open, isAccepted });
      open -= chance;
      if (isAccepted && mayOwn(name!, email, owners.get(email) ?? [])) {
        accepted = localPart;
        owners.set(email, owners.get(email) ?? ownerDigests(name!, email));
        break;
      }
      refused.push(localPart);
    }
    if (name !== undefined)
      known.set(
        domain,
        patternsAfterSearch(before, name, accepted === undefined ? { refused } : { refused, accepted }),
      );
    return { language, address, accepted };
  });
  return { outcomes, answers };
}

describe('people of 84 languages, as somebody who did not know the rules wrote them down', () => {
  const { outcomes, answers } = lookUpAll();
  const findable = outcomes.filter(({ address }) => address !== null);

  it('are found in nineteen of twenty cases', () => {
    const found = findable.filter(({ address, accepted }) => address === accepted);
    expect(found.length / findable.length).toBeGreaterThan(19 / 20);
  });

  it('are never confused with others, unless as weak finds', () => {
    const wrong = outcomes.filter(({ address, accepted }) => accepted !== undefined && accepted !== address);
    expect(wrong).toEqual([]);
  });

  it('have candidates whose chances are those of being accepted, to three hundredths', () => {
    const bins = Array.from({ length: 10 }, () => ({ chance: 0, accepted: 0 }));
    for (const { chance, isAccepted } of answers) {
      const bin = bins[Math.min(9, Math.floor(chance * 10))]!;
      bin.chance += chance;
      bin.accepted += isAccepted ? 1 : 0;
    }
    const error = bins.reduce((sum, { chance, accepted }) => sum + Math.abs(chance - accepted), 0);
    expect(error / answers.length).toBeLessThan(0.03);
  });

  it('all have a candidate', () => {
    const without = people.filter(({ fullName, domain }) => {
      const name = readName({ first_name: fullName, last_name: '', domain });
      return name === undefined || candidates(name).length === 0;
    });
    expect(without.map(({ fullName }) => fullName)).toEqual([]);
  });
});
