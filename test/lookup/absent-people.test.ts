import { describe, expect, it } from 'vitest';
import { shareOfJob } from '../../src/concurrency/work-share.ts';
import type { LookupRow } from '../../src/resources.ts';
import { withResolvers } from '../support/until.ts';
import { chargedLookups, knowing } from './charged-lookups.ts';

const domain = 'acme.example.com';

function person(first_name: string, last_name: string): LookupRow {
  return { first_name, last_name, domain };
}

/** A different person for each number, none of whom has an address at the domain. */
function leaver(number: number): LookupRow {
  const letters = [...number.toString(26)].map((digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 26)),
  );
  return person(`Bea${letters.join('')}`, `Gone${letters.join('')}`);
}

/** Lookups at a domain where these local parts exist, and the number of addresses asked so far. */
function company(...localParts: readonly string[]) {
  let questions = 0;
  const answer = knowing(...localParts.map((localPart) => `${localPart}@${domain}`));
  const { promise: begun, resolve: begin } = withResolvers();
  const world = chargedLookups(async (...asked) => {
    questions += 1;
    begin();
    return answer(...asked);
  });
  const { lookups } = world;
  return {
    ...world,
    get questions() {
      return questions;
    },
    /** Resolves at the first question. */
    begun,
    single: (row: LookupRow) =>
      lookups
        .lookup({ row, timeoutMs: 90_000, signal: () => undefined, account: undefined })
        .then(({ result }) => result.email),
    bulk: (row: LookupRow) =>
      lookups
        .attempt(row, {
          share: shareOfJob({ id: 'job', account: 'acme' }),
          timeoutMs: 90_000,
          signal: new AbortController().signal,
        })
        .then(({ result }) => result.email),
  };
}

describe.each([5, 50, 500])('after %i people who have left the company', (count) => {
  describe.each(['single', 'bulk'] as const)('were looked up in %s lookups', (kind) => {
    it.each(count === 500 ? ['nsmith'] : ['noah.smith', 'nsmith', 'noah'])(
      'a present person is found as %s',
      async (localPart) => {
        const running = company(localPart);
        for (let number = 0; number < count; number += 1)
          expect(await running[kind](leaver(number))).toBeNull();
        expect(running.questions).toBeLessThanOrEqual(20 * count);
        expect(await running.single(person('Noah', 'Smith'))).toBe(`${localPart}@${domain}`);
      },
    );
  });

  it('and others who were found, a present person is found', async () => {
    const running = company('alee', 'cray', 'nsmith');
    await running.single(person('Ann', 'Lee'));
    await running.single(person('Cay', 'Ray'));
    for (let number = 0; number < count; number += 1) await running.bulk(leaver(number));
    expect(await running.single(person('Noah', 'Smith'))).toBe(`nsmith@${domain}`);
  });

  it('the last of them costs no more than twice as many questions as the first', async () => {
    const running = company('noah.smith');
    await running.single(leaver(0));
    const first = running.questions;
    for (let number = 1; number < count; number += 1) await running.single(leaver(number));
    const before = running.questions;
    await running.single(leaver(count));
    expect(running.questions - before).toBeLessThanOrEqual(2 * first);
  });
});

describe('a list that begins with five people who have left', () => {
  it('finds all others, asked for at the same time', async () => {
    const running = company('noah.smith', 'ann.lee', 'bob.ray');
    const rows = [
      ...[0, 1, 2, 3, 4].map(leaver),
      person('Noah', 'Smith'),
      person('Ann', 'Lee'),
      person('Bob', 'Ray'),
    ];
    const found = await Promise.all(rows.map((row) => running.bulk(row)));
    expect(found.slice(5)).toEqual(
      ['noah.smith', 'ann.lee', 'bob.ray'].map((localPart) => `${localPart}@${domain}`),
    );
  });
});

describe('the first person of a company, who is not there', () => {
  const others = [person('Noah', 'Smith'), person('Ann', 'Lee'), person('Bob', 'Ray')];

  it('costs many questions alone, and few while others of the company wait', async () => {
    const alone = company('noah.smith', 'ann.lee', 'bob.ray');
    await alone.bulk(leaver(0));
    const together = company('noah.smith', 'ann.lee', 'bob.ray');
    const found = await Promise.all([leaver(0), ...others].map((row) => together.bulk(row)));
    expect(found.filter((email) => email !== null)).toHaveLength(3);
    expect(together.questions).toBeLessThan(alone.questions);
  });

  it('costs few questions as well if the others come when it is being asked about', async () => {
    const alone = company('noah.smith', 'ann.lee', 'bob.ray');
    await alone.bulk(leaver(0));
    const together = company('noah.smith', 'ann.lee', 'bob.ray');
    const first = together.bulk(leaver(0));
    await together.begun;
    const found = await Promise.all(others.map((row) => together.bulk(row)));
    await first;
    expect(found).not.toContain(null);
    expect(together.questions).toBeLessThan(alone.questions);
  });

  it('and the second, who is not either, cost few questions together while others wait', async () => {
    const alone = company('noah.smith', 'ann.lee', 'bob.ray');
    await alone.bulk(leaver(0));
    const together = company('noah.smith', 'ann.lee', 'bob.ray');
    const found = await Promise.all([leaver(0), leaver(1), ...others].map((row) => together.bulk(row)));
    expect(found.slice(2)).not.toContain(null);
    expect(together.questions).toBeLessThan(alone.questions);
  });

  it('is asked about at length later if nobody is there', async () => {
    const alone = company();
    await alone.bulk(leaver(0));
    const together = company();
    await Promise.all([leaver(0), leaver(1)].map((row) => together.bulk(row)));
    expect(together.questions).toBeGreaterThan(1.4 * alone.questions);
  });

  it('may be there by a rare pattern, and is found then', async () => {
    const running = company('b.gone', 'n.smith', 'a.lee', 'b.ray');
    const found = await Promise.all([person('Bea', 'Gone'), ...others].map((row) => running.bulk(row)));
    expect(found).toEqual(
      ['b.gone', 'n.smith', 'a.lee', 'b.ray'].map((localPart) => `${localPart}@${domain}`),
    );
  });
});

describe('a pattern that one stranger made look right', () => {
  /** Names made up so that the address of one person, `alee`, seems to be formed from a first name. */
  const madeUp = (number: number) => person('Alee', leaver(number).last_name);

  it('hides nobody for longer than two people', async () => {
    const running = company('alee', 'nsmith', 'cray', 'dfox');
    for (let number = 0; number < 50; number += 1) await running.single(madeUp(number));
    const found = [];
    for (const [first, last] of [
      ['Noah', 'Smith'],
      ['Cay', 'Ray'],
      ['Dora', 'Fox'],
    ] as const)
      found.push(await running.single(person(first, last)));
    expect(found[2]).toBe(`dfox@${domain}`);
  });

  it('counts once, however many names fit the address', async () => {
    const running = company('alee', 'nsmith');
    await running.single(madeUp(0));
    const once = await running.stores.cache.get(`lookup-patterns:${domain}`);
    for (let number = 1; number < 20; number += 1) await running.single(madeUp(number));
    const after = await running.stores.cache.get(`lookup-patterns:${domain}`);
    expect(JSON.parse(after!.value).confirmed).toEqual(JSON.parse(once!.value).confirmed);
  });
});

describe('a person with an address of a commoner pattern than the colleagues', () => {
  const colleagues = 'Noah/Smith Ann/Lee Oscar/Ray Cleo/Fox Dora/Hall Eve/Moss Finn/King'
    .split(' ')
    .map((name) => name.split('/')) as [string, string][];
  const addresses = colleagues.map(([first, last]) => `${first[0]}.${last}`.toLowerCase());

  it('found first hides two of them at most', async () => {
    const running = company('zroe', ...addresses);
    expect(await running.single(person('Zoe', 'Roe'))).toBe(`zroe@${domain}`);
    const found = [];
    for (const [first, last] of colleagues) found.push(await running.single(person(first, last)));
    expect(found.slice(2)).toEqual(addresses.slice(2).map((localPart) => `${localPart}@${domain}`));
  });

  it('hides none of those who are looked up at the same time', async () => {
    const running = company('zroe', ...addresses);
    const rows = [['Zoe', 'Roe'] as const, ...colleagues].map(([first, last]) => person(first, last));
    const found = await Promise.all(rows.map((row) => running.bulk(row)));
    expect(found).toEqual(['zroe', ...addresses].map((localPart) => `${localPart}@${domain}`));
  });
});

describe('a person with an unusual address', () => {
  it('found first costs those who are looked up at the same time few questions', async () => {
    const names = 'Noah Ann Oscar Cleo Dora Eve Finn Gina Hugo Ida Jan Kim'.split(' ');
    const running = company('zroe', ...names.map((name) => name.toLowerCase()));
    const rows = [person('Zoe', 'Roe'), ...names.map((name) => person(name, `${name}son`))];
    const found = await Promise.all(rows.map((row) => running.bulk(row)));
    expect(found).not.toContain(null);
    expect(running.questions).toBeLessThan(2 * rows.length);
  });
});

describe('at a company where several people have been found', () => {
  it('a person who is not there is asked about once, not again because of the miss itself', async () => {
    const running = company('alee', 'cray', 'dfox');
    for (const [first, last] of [
      ['Ann', 'Lee'],
      ['Cay', 'Ray'],
      ['Dora', 'Fox'],
    ] as const)
      expect(await running.single(person(first, last))).not.toBeNull();
    const before = running.questions;
    await running.single(leaver(0));
    const first = running.questions - before;
    await running.single(leaver(1));
    expect(running.questions - before).toBe(2 * first);
  });
});
