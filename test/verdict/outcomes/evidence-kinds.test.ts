import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmailVerification } from '../../../src/resources.ts';
import { decide } from '../../../src/verdict/catch-all/catch-all-odds.ts';
import { type Evidence, type JudgementContext, unknownContext } from '../../../src/verdict/evidence.ts';
import { judge } from '../../../src/verdict/judgement.ts';
import { evidenceKind, nearestOfTables } from '../../../src/verdict/outcomes/evidence-kinds.ts';
import { evidenceOf } from '../../../src/verdict/outcomes/verdict-evidence.ts';
import { times } from '../../support/values/for-all.ts';
import { verdictWith } from '../verdicts.ts';

const context: fc.Arbitrary<JudgementContext> = fc.record({
  disposable: fc.boolean(),
  roleAccount: fc.boolean(),
  filtered: fc.boolean(),
  acceptsEverything: fc.boolean(),
  refusesSome: fc.boolean(),
  probed: fc.boolean(),
  catchAllProbability: fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0, 0.01, 0.4999, 0.5, 0.99, 1),
  ),
  backup: fc.boolean(),
  putOffFirst: fc.boolean(),
});

const meanings = [
  'accepted',
  'no-information',
  'mailbox-full',
  'mailbox-not-found',
  'mailbox-disabled',
] as const;

const answers = {
  meaning: meanings,
  certainty: ['explicit', 'weak'],
  lines: [[], ['5.1.1 No such user'], ['5.7.1 No']],
} as const;

interface Answer {
  readonly meaning: (typeof meanings)[number];
  readonly certainty: 'explicit' | 'weak';
  readonly lines: readonly string[];
}

const answer: fc.Arbitrary<Answer> = fc.record({
  meaning: fc.constantFrom(...answers.meaning),
  certainty: fc.constantFrom(...answers.certainty),
  lines: fc.constantFrom(...answers.lines),
});

/** What is said of a recipient whose server has answered like this. `ofDomain`: what a backup's domain is known for. */
function verdictOn(
  { meaning, certainty, lines }: Answer,
  known: JudgementContext,
  ofDomain: boolean | null,
): EmailVerification {
  const evidence: Evidence = {
    kind: 'answer',
    answer: {
      kind: 'reply',
      stage: 'rcpt',
      reply: { code: 550, lines },
      classification: { meaning, certainty },
    },
  };
  // Nobody looks at the domain of a server that accepts everybody, and a backup has odds of its own.
  const isUnlooked = known.acceptsEverything || meaning === 'no-information';
  const isCatchAll = known.backup ? ofDomain : decide(known.catchAllProbability);
  return verdictWith({
    ...judge(evidence, known),
    is_domain_catch_all: isUnlooked ? null : isCatchAll,
    is_secure_email_gateway: known.filtered,
    is_disposable: known.disposable,
    is_role_account: known.roleAccount,
  });
}

/** What is said of a disposable address whose server was not asked. */
function verdictUnasked(level: 'syntax' | 'dns'): EmailVerification {
  return verdictWith({
    ...judge(
      { kind: 'not-asked', level },
      { ...unknownContext, disposable: true, roleAccount: true, filtered: true },
    ),
    is_domain_catch_all: null,
  });
}

/** Returns all objects that have one of the values of each field. */
function combinationsOf<Fields extends object>(
  values: { readonly [Name in keyof Fields]: readonly Fields[Name][] },
): readonly Fields[] {
  return Object.entries<readonly unknown[]>(values).reduce<readonly object[]>(
    (all, [name, ofField]) => all.flatMap((each) => ofField.map((value) => ({ ...each, [name]: value }))),
    [{}],
  ) as readonly Fields[];
}

const either = [false, true];

/** Everything that can be said of an answer, at the least and the greatest probabilities of each case. */
function everyVerdict(): readonly EmailVerification[] {
  const contexts = combinationsOf<JudgementContext>({
    disposable: either,
    roleAccount: either,
    filtered: either,
    acceptsEverything: either,
    refusesSome: [false],
    probed: [false],
    catchAllProbability: [0, 0.4999, 0.5, 1],
    backup: either,
    putOffFirst: either,
  });
  const answered = combinationsOf<Answer>(answers).flatMap((each) =>
    contexts.flatMap((known) =>
      ([true, false, null] as const).map((ofDomain) => verdictOn(each, known, ofDomain)),
    ),
  );
  return [...answered, verdictUnasked('syntax'), verdictUnasked('dns')];
}

describe('what the tables can say of a kind of evidence', () => {
  it('has everything that is said of an answer, whatever is known beside it', () => {
    times(5_000).forAll(answer, context, fc.constantFrom(true, false, null), (said, known, ofDomain) => {
      const verdict = verdictOn(said, known, ofDomain);
      const kind = evidenceOf(verdict)?.kind;
      expect(kind).toBeDefined();
      expect(verdict.confidence).toBeGreaterThanOrEqual(kind!.least);
      expect(verdict.confidence).toBeLessThanOrEqual(kind!.most);
    });
  });

  it('goes no further than that: verdicts say the least and the most of it', () => {
    const said = new Map<string, number[]>();
    for (const verdict of everyVerdict()) {
      const { name } = evidenceOf(verdict)!.kind;
      said.set(name, [...new Set([...(said.get(name) ?? []), verdict.confidence!])]);
    }
    expect(said.size).toBe(30);
    for (const [name, confidences] of said) {
      const { least, most } = evidenceKind(name)!;
      expect([name, least, most]).toEqual([name, Math.min(...confidences), Math.max(...confidences)]);
    }
  });

  it('has what is said of an address whose server was not asked', () => {
    for (const level of ['syntax', 'dns'] as const) {
      const verdict = verdictUnasked(level);
      const kind = evidenceOf(verdict)?.kind;
      expect(verdict.confidence).toBeGreaterThanOrEqual(kind!.least);
      expect(verdict.confidence).toBeLessThanOrEqual(kind!.most);
    }
  });

  it('is next to what a verdict says that has learned to say more, or less', () => {
    const kind = evidenceKind('accepted')!;
    expect([60, 80, 99].map((confidence) => nearestOfTables(kind, confidence))).toEqual([77, 80, 97]);
  });

  it('is not known of evidence that there is none of', () => {
    expect(evidenceKind('accepted+nonsense')).toBeUndefined();
  });
});
