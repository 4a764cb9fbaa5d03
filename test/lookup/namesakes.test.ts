import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { DomainKnowledge } from '../../src/lookup/domain-knowledge.ts';
import { lookupExplanations } from '../../src/lookup/explanations.ts';
import { readName } from '../../src/lookup/names/person-name.ts';
import { explanations } from '../../src/verdict/explanations.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { chargedLookups, knowing } from './charged-lookups.ts';

const domain = 'acme.example.com';
const dayMs = 86_400_000;

/** Lookups at a domain where these local parts exist, by names in the form `First/Last`. */
function company(...localParts: readonly string[]) {
  const world = chargedLookups(knowing(...localParts.map((localPart) => `${localPart}@${domain}`)));
  return {
    ...world,
    async lookUp(person: string) {
      const [first_name = '', last_name = ''] = person.split('/');
      const { result } = await world.lookups.lookup({
        row: { first_name, last_name, domain },
        timeoutMs: 90_000,
        signal: () => undefined,
        account: undefined,
      });
      return result;
    },
    async stored() {
      return (await world.stores.cache.get(`lookup-patterns:${domain}`))?.value ?? '';
    },
  };
}

const certain = {
  confidence: expect.toSatisfy((confidence: number) => confidence > 70),
  explanation: explanations.deliverable,
};

describe('an address that was found for somebody else', () => {
  it.each([
    ['John/Smith', 'Jane/Smith', 'jsmith'],
    ['Anna/Berg', 'Anna/Klein', 'anna'],
    ['Jan/de Vries', 'Joost/de Vries', 'jdevries'],
    ['Иван/Петров', 'Илья/Петров', 'ipetrov'],
    ['Alexander/Smith', 'Alexandra/Smith', 'asmith'],
    ['Christopher/Berg', 'Christian/Berg', 'chris'],
    ['Jean-Pierre/Dupont', 'Jean-Marc/Dupont', 'jean.dupont'],
    ['John A./Smith', 'John B./Smith', 'john.smith'],
    ['Muhammad Ali/Khan', 'Muhammad Raza/Khan', 'mkhan'],
    ['Ana/García López', 'Ana/García Pérez', 'agarcia'],
    ['Robert/Smith Sr.', 'Robert/Smith Jr.', 'rsmith'],
    ['Robert/Smith', 'Robert/Smith III', 'robert.smith'],
    ['João/Silva Filho', 'João/Silva Neto', 'joao.silva'],
  ])('is a weak find: %s, then %s', async (owner, other, localPart) => {
    const running = company(localPart);
    const email = `${localPart}@${domain}`;
    expect(await running.lookUp(owner)).toMatchObject({ email, ...certain });
    const second = await running.lookUp(other);
    expect(second).toMatchObject({ status: 'safe', email, explanation: lookupExplanations.anothers });
    expect(second.confidence).toBeLessThan(50);
    expect(second.confidence).toBeGreaterThan(10);
  });

  it('is hardly one at all where it fits only by a pattern that the company does not use', async () => {
    const running = company('alee', 'bray', 'cfox', 'dhall');
    for (const person of ['Ann/Lee', 'Bob/Ray', 'Cay/Fox', 'Dan/Hall']) await running.lookUp(person);
    const { email, confidence } = await running.lookUp('Alee/Karlsson');
    expect(email === null || confidence! < 10).toBe(true);
  });

  it('gives way to one that was found for nobody', async () => {
    const running = company('jsmith', 'jane.smith');
    // After two who are not there, the company's pattern is in doubt, so that several are asked about.
    for (const person of ['John/Smith', 'Bob/Ray', 'Cay/Fox']) await running.lookUp(person);
    expect(await running.lookUp('Jane/Smith')).toMatchObject({ email: `jane.smith@${domain}`, ...certain });
  });

  it('stays a certain find for that person', async () => {
    const running = company('jsmith');
    for (const person of ['John/Smith', 'Jane/Smith', 'James/Smith']) await running.lookUp(person);
    running.clock.leap(2 * dayMs);
    expect(await running.lookUp('John/Smith')).toMatchObject(certain);
    expect((await running.lookUp('Jane/Smith')).confidence).toBeLessThan(50);
  });

  it('is told from those of others even if they are looked up at once', async () => {
    const running = company('bray', 'jsmith');
    await running.lookUp('Bob/Ray');
    const found = await Promise.all(['John/Smith', 'Jane/Smith', 'James/Smith'].map(running.lookUp));
    expect(found.filter(({ confidence }) => confidence! > 70)).toHaveLength(1);
  });
});

describe('the same person by another name', () => {
  it.each([
    ['Robert/Smith', 'Bob/Smith', 'rsmith'],
    ['Bob/Smith', 'Robert/Smith', 'smith'],
    ['Robert/Smith', 'Dr. Robert J./SMITH, PhD', 'rsmith'],
    ['Robert/Smith', 'Smith, Robert/-', 'rsmith'],
    ['Hans/Müller', 'Hans/Muller', 'hmuller'],
    ['Hans/Mueller', 'Hans/Müller', 'hmueller'],
    ['Ana/García Márquez', 'Ana/García', 'agarcia'],
    ['Eva/Meyer-Schmidt', 'Eva/Schmidt', 'eva'],
    ['Сергей/Хохлов', 'Sergey/Khokhlov', 'sergey'],
    ['Zhang/Wei', 'Wei/Zhang', 'wei.zhang'],
    ['John A./Smith', 'John Albert/Smith', 'john.smith'],
    ['Jean-Pierre/Dupont', 'Jean/Dupont', 'jean.dupont'],
    ['Robert/Smith Jr.', 'Bob/Smith, Junior', 'rsmith'],
  ])('is found for certain: %s, then %s', async (one, other, localPart) => {
    const running = company(localPart);
    await running.lookUp(one);
    expect(await running.lookUp(other)).toMatchObject({ email: `${localPart}@${domain}`, ...certain });
  });
});

describe('what is remembered of whom an address was found for', () => {
  const named = (first_name: string, last_name: string) => readName({ first_name, last_name, domain })!;

  it('names nobody, and differs from domain to domain', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const knowledge = new DomainKnowledge(cache, clock);
    const outcome = { accepted: 'jsmith', refused: [] };
    const owners = [];
    for (const at of ['example.com', 'example.org']) {
      await knowledge.learn(at, named('John', 'Smith'), outcome);
      const { value } = (await cache.get(`lookup-patterns:${at}`))!;
      expect(value).not.toMatch(/john|smith/i);
      owners.push(Object.values(JSON.parse(value).owners).flat());
    }
    expect(owners[0]).not.toHaveLength(0);
    expect(owners[0]).not.toEqual(owners[1]);
  });

  it('goes with the address when that is forgotten', async () => {
    const running = company('jsmith');
    await running.lookUp('John/Smith');
    expect(JSON.parse(await running.stored()).owners).not.toEqual({});
    await running.lookups.forget(`jsmith@${domain}`);
    expect(JSON.parse(await running.stored())).toMatchObject({ found: [], owners: {} });
  });

  it('takes a few kilobytes at most, however many people are found', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const knowledge = new DomainKnowledge(cache, clock);
    for (let number = 0; number < 100; number += 1)
      await knowledge.learn(domain, named('María José', `Núñez-Gómez ${'x'.repeat(number)}`), {
        accepted: `mnunez${number}`,
        refused: [],
      });
    const { value } = (await cache.get(`lookup-patterns:${domain}`))!;
    expect(Object.keys(JSON.parse(value).owners)).toHaveLength(64);
    expect(value.length).toBeLessThan(8_000);
  });
});
