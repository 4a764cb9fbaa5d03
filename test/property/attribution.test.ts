import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedEngine } from '../support/scripted-engine.ts';
import type { Fault } from '../support/scripted-exchange.ts';

const people = ['ann', 'bob', 'cay', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon', 'kay', 'lee'];

const chunks = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });
const existing = fc.subarray(people);
const asked = fc.shuffledSubarray(people, { minLength: 1 });

/** One fault on each of the first connections, near the replies that speak of recipients. */
function faultsOf(kinds: readonly Fault['kind'][]): fc.Arbitrary<readonly (readonly Fault[])[]> {
  const reply = fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 4, arbitrary: fc.integer({ min: 2, max: 9 }) },
  );
  const fault = fc.record({ reply, kind: fc.constantFrom(...kinds) });
  return fc.array(fc.array(fault, { minLength: 1, maxLength: 1 }), { minLength: 1, maxLength: 4 });
}

function emailOf(person: string): string {
  return `${person}@example.com`;
}

async function statuses(
  emails: readonly string[],
  script: Parameters<typeof scriptedEngine>[0],
  options: Parameters<typeof scriptedEngine>[1] = {},
): Promise<readonly string[]> {
  const world = scriptedEngine(script, { connectionsPerExchange: 1, ...options });
  const verdicts = await world.verifyAll(emails);
  await closing(world);
  expect(world.exchange.open).toBe(0);
  expect(world.clock.pending).toBe(0);
  return verdicts.map((verdict) => verdict.status);
}

async function closing(world: ReturnType<typeof scriptedEngine>): Promise<void> {
  let closed = false;
  const done = world.engine.close().then(() => {
    closed = true;
  });
  while (!closed) await world.clock.advance(60_000);
  await done;
}

describe('the verdict', () => {
  it('is the same however replies are cut into packets, pipelined or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        existing,
        chunks,
        fc.boolean(),
        fc.boolean(),
        async (who, known, sizes, pipelining, echo) => {
          const knows = (recipient: string) => known.map(emailOf).includes(recipient);
          const got = await statuses(who.map(emailOf), { knows, pipelining, echo, chunks: sizes });
          expect(got).toEqual(who.map((person) => (known.includes(person) ? 'safe' : 'invalid')));
        },
      ),
      { numRuns: 250 },
    );
  });
});

interface Adversity {
  readonly kinds: readonly Fault['kind'][];
  readonly echo: fc.Arbitrary<boolean>;
  readonly recipientsPerTransaction?: number;
}

/** Gives each verdict on somebody, whatever happens to replies, beside what would be true. */
async function underAdversity(
  { kinds, echo, ...options }: Adversity,
  judge: (got: string, truth: 'safe' | 'invalid') => void,
): Promise<void> {
  const script = fc.record({ pipelining: fc.boolean(), echo, chunks, faults: faultsOf(kinds) });
  await fc.assert(
    fc.asyncProperty(asked, existing, script, async (who, known, given) => {
      const knows = (recipient: string) => known.map(emailOf).includes(recipient);
      const got = await statuses(who.map(emailOf), { ...given, knows }, options);
      for (const [index, person] of who.entries()) {
        judge(got[index] ?? '', known.includes(person) ? 'safe' : 'invalid');
      }
    }),
    { numRuns: 1_000 },
  );
}

describe('a reply', () => {
  it('that is lost, late, doubled, or followed by a hang-up is never taken for another recipient’s', async () => {
    await underAdversity(
      { kinds: ['lost', 'late', 'doubled', 'hang-up', 'closing'], echo: fc.boolean() },
      (got, truth) => expect(['unknown', truth]).toContain(got),
    );
  });

  it('whose copy comes only after the next command deceives nobody where each transaction has one recipient', async () => {
    await underAdversity(
      {
        kinds: ['doubled-later', 'doubled', 'lost', 'late'],
        echo: fc.constant(false),
        recipientsPerTransaction: 1,
      },
      (got, truth) => expect(['unknown', truth]).toContain(got),
    );
  });

  it('that names its recipient is attributed by that name, however it was doubled', async () => {
    await underAdversity(
      { kinds: ['doubled-later', 'doubled', 'lost', 'late'], echo: fc.constant(true) },
      (got, truth) => {
        if (truth === 'safe') expect(got).not.toBe('invalid');
      },
    );
  });
});

describe('the pool', () => {
  it('never has more connections, recipients a transaction or refusals a session than allowed', async () => {
    const limits = fc.record({
      connectionsPerExchange: fc.integer({ min: 1, max: 4 }),
      recipientsPerTransaction: fc.integer({ min: 1, max: 10 }),
      recipientsPerSession: fc.integer({ min: 1, max: 20 }),
      refusalsPerSession: fc.integer({ min: 1, max: 9 }),
    });
    const faults = faultsOf(['lost', 'doubled', 'hang-up', 'closing']);
    await fc.assert(
      fc.asyncProperty(
        asked,
        existing,
        limits,
        faults,
        fc.boolean(),
        async (who, known, allowed, wrong, pipelining) => {
          const knows = (recipient: string) => known.map(emailOf).includes(recipient);
          const world = scriptedEngine({ knows, pipelining, faults: wrong }, allowed);
          await world.verifyAll(who.map(emailOf));
          await closing(world);
          expect(world.exchange.peak).toBeLessThanOrEqual(allowed.connectionsPerExchange);
          for (const session of world.exchange.sessions) {
            expect(session.mostRecipients).toBeLessThanOrEqual(allowed.recipientsPerTransaction);
            expect(session.recipients).toBeLessThanOrEqual(allowed.recipientsPerSession);
            expect(session.refusals).toBeLessThanOrEqual(allowed.refusalsPerSession);
          }
        },
      ),
      { numRuns: 250 },
    );
  });
});
