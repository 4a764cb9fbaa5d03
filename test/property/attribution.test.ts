import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { type Fault, wordingNames } from '../support/scripted-exchange.ts';
import { times } from '../support/values/for-all.ts';

const people = ['ann', 'bob', 'cay', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon', 'kay', 'lee'];

const chunks = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });
const existing = fc.subarray(people);
const wordings = fc.constantFrom(...wordingNames);
const recipients = fc.shuffledSubarray(people, { minLength: 1 });

/** One fault on each of the first connections, mostly at replies about recipients. */
function faultsOf(kinds: readonly Fault['kind'][]): fc.Arbitrary<readonly (readonly Fault[])[]> {
  const reply = fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 4, arbitrary: fc.integer({ min: 2, max: 9 }) },
  );
  const fault = fc.record({ reply, kind: fc.constantFrom(...kinds) });
  return fc.array(fc.array(fault, { minLength: 1, maxLength: 1 }), { minLength: 1, maxLength: 4 });
}

/** On the first connection, a reply is lost, and soon after that the server closes the connection. */
const lossThenEnd = fc
  .record({
    lost: fc.integer({ min: 2, max: 8 }),
    gap: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('hang-up' as const, 'closing' as const),
  })
  .map(({ lost, gap, kind }): readonly (readonly Fault[])[] => [
    [
      { reply: lost, kind: 'lost' },
      { reply: lost + gap, kind },
    ],
  ]);

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
  await closeEngine(world);
  expect(world.exchange.open).toBe(0);
  expect(world.clock.pending).toBe(0);
  return verdicts.map((verdict) => verdict.status);
}

/** Asks about the first address, and about the others while the server, reply by reply, answers that. */
async function statusesOfTwoGroups(
  [first = '', ...others]: readonly string[],
  script: Parameters<typeof scriptedEngine>[0],
): Promise<readonly string[]> {
  const world = scriptedEngine({ ...script, pipelining: true, replyMs: 1 }, { connectionsPerExchange: 1 });
  const { engine, clock } = world;
  const leading = engine.verify(first);
  // The reply to EHLO has come, then the one to MAIL; those to RCPT and RSET are still to come.
  await clock.advance(2);
  let settled = false;
  const verdicts = Promise.all([leading, ...others.map((email) => engine.verify(email))]).finally(() => {
    settled = true;
  });
  verdicts.catch(() => {});
  while (!settled) await clock.advance(1_000);
  await closeEngine(world);
  return (await verdicts).map(({ status }) => status);
}

async function closeEngine(world: ReturnType<typeof scriptedEngine>): Promise<void> {
  let closed = false;
  const done = world.engine.close().then(() => {
    closed = true;
  });
  while (!closed) await world.clock.advance(60_000);
  await done;
}

describe('the verdict', () => {
  it('is the same however replies are worded and split into packets, with and without pipelining', async () => {
    await times(100).forAllAsync(
      recipients,
      existing,
      chunks,
      fc.boolean(),
      fc.boolean(),
      wordings,
      async (probed, known, sizes, pipelining, echo, wording) => {
        const knows = (recipient: string) => known.map(emailOf).includes(recipient);
        const results = await statuses(probed.map(emailOf), {
          knows,
          pipelining,
          echo,
          wording,
          chunks: sizes,
        });
        expect(results).toEqual(probed.map((person) => (known.includes(person) ? 'safe' : 'invalid')));
      },
    );
  });
});

interface FaultOptions {
  readonly kinds: readonly Fault['kind'][];
  readonly echo: fc.Arbitrary<boolean>;
  /** How long each reply takes, so that none comes with the next. Default: those to one packet come together. */
  readonly replyMs?: fc.Arbitrary<number>;
}

/** Runs verifications with faulty replies, and passes each verdict to `check`: the true status, and the faults by connection. */
async function withFaults(
  { kinds, echo, replyMs }: FaultOptions,
  check: (status: string, truth: 'safe' | 'invalid', faults: readonly (readonly Fault[])[]) => void,
): Promise<void> {
  const script = fc.record(
    {
      pipelining: fc.boolean(),
      echo,
      wording: wordings,
      chunks,
      faults: faultsOf(kinds),
      ...(replyMs !== undefined && { replyMs }),
    },
    { requiredKeys: ['pipelining', 'echo', 'wording', 'chunks', 'faults'] },
  );
  await times(200).forAllAsync(recipients, existing, script, async (probed, known, generated) => {
    const knows = (recipient: string) => known.map(emailOf).includes(recipient);
    const results = await statuses(probed.map(emailOf), { ...generated, knows });
    for (const [index, person] of probed.entries()) {
      const truth = known.includes(person) ? 'safe' : 'invalid';
      check(results[index] ?? '', truth, generated.faults);
    }
  });
}

describe('a reply', () => {
  it('that is lost, late or followed by a close is never attributed to another recipient', async () => {
    await withFaults(
      { kinds: ['lost', 'late', 'hang-up', 'closing'], echo: fc.boolean(), replyMs: fc.constant(1) },
      (status, truth) => expect(['unknown', truth]).toContain(status),
    );
  });

  it('that comes twice at once is never attributed to another recipient, nor one that goes astray beside it', async () => {
    await withFaults(
      { kinds: ['doubled', 'lost', 'late', 'hang-up', 'closing'], echo: fc.boolean() },
      (status, truth) => expect(['unknown', truth]).toContain(status),
    );
  });

  it('that names its recipient is attributed by that name, and one comes unless three connections fail', async () => {
    // A server that does not greet is not asked again.
    const isAsked = (faults: readonly (readonly Fault[])[]) => faults.flat().every(({ reply }) => reply > 1);
    await withFaults(
      { kinds: ['doubled', 'lost', 'late'], echo: fc.constant(true) },
      (status, truth, faults) =>
        expect(faults.length < 3 && isAsked(faults) ? [truth] : ['unknown', truth]).toContain(status),
    );
  });

  it('that names its recipient counts, although a third connection words its replies to RSET in another way', async () => {
    const probed = ['cay', 'fay', 'lee', 'bob', 'ida'].map(emailOf);
    const results = await statuses(probed, {
      knows: (recipient) => probed.includes(recipient),
      pipelining: true,
      echo: true,
      wording: 'changing',
      faults: [[{ reply: 2, kind: 'lost' }], [{ reply: 8, kind: 'late' }]],
    });
    expect(results).toEqual(['safe', 'safe', 'safe', 'safe', 'safe']);
  });

  it('without one to RSET behind it is not believed, although another one was lost before it', async () => {
    await times(300).forAllAsync(
      recipients,
      existing,
      wordings,
      lossThenEnd,
      async (probed, known, wording, faults) => {
        const knows = (recipient: string) => known.map(emailOf).includes(recipient);
        const results = await statuses(probed.map(emailOf), { knows, wording, pipelining: true, faults });
        for (const [index, person] of probed.entries())
          expect(['unknown', known.includes(person) ? 'safe' : 'invalid']).toContain(results[index]);
      },
    );
  });

  it.each([
    ['that is lost is not replaced by one', fc.integer({ min: 2, max: 9 }), 'lost'],
    ['to RSET that comes twice is never attributed to a recipient', fc.constant(4), 'doubled'],
  ] as const)('%s of the group behind it', async (_, reply, kind) => {
    const fewPeople = fc.shuffledSubarray(people.slice(0, 6), { minLength: 3 });
    const faulty = fc.record({ reply, kind: fc.constant(kind) });
    await times(200).forAllAsync(
      fewPeople,
      existing,
      wordings,
      faulty,
      async (probed, known, wording, fault) => {
        const knows = (recipient: string) => known.map(emailOf).includes(recipient);
        const results = await statusesOfTwoGroups(probed.map(emailOf), { knows, wording, faults: [[fault]] });
        for (const [index, person] of probed.entries())
          expect(['unknown', known.includes(person) ? 'safe' : 'invalid']).toContain(results[index]);
      },
    );
  });
});

describe('the pool', () => {
  it('never exceeds its limits on connections, recipients per transaction and refusals per session', async () => {
    const limits = fc.record({
      connectionsPerExchange: fc.integer({ min: 1, max: 4 }),
      tuning: fc.record({
        recipientsPerTransaction: fc.integer({ min: 1, max: 10 }),
        recipientsPerSession: fc.integer({ min: 1, max: 20 }),
        refusalsPerSession: fc.integer({ min: 1, max: 9 }),
      }),
    });
    const faults = faultsOf(['lost', 'doubled', 'hang-up', 'closing']);
    await times(100).forAllAsync(
      recipients,
      existing,
      limits,
      faults,
      fc.boolean(),
      async (probed, known, limit, faultLists, pipelining) => {
        const knows = (recipient: string) => known.map(emailOf).includes(recipient);
        const world = scriptedEngine({ knows, pipelining, faults: faultLists }, limit);
        await world.verifyAll(probed.map(emailOf));
        await closeEngine(world);
        expect(world.exchange.peak).toBeLessThanOrEqual(limit.connectionsPerExchange);
        for (const session of world.exchange.sessions) {
          expect(session.mostRecipients).toBeLessThanOrEqual(limit.tuning.recipientsPerTransaction);
          expect(session.recipients).toBeLessThanOrEqual(limit.tuning.recipientsPerSession);
          expect(session.refusals).toBeLessThanOrEqual(limit.tuning.refusalsPerSession);
        }
      },
    );
  });
});
