import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/probe/catch-all/catch-all-odds.ts';
import { type Evidence, type JudgementContext, unknownContext } from '../../../src/verdict/evidence.ts';
import { judge } from '../../../src/verdict/judgement.ts';
import { evidenceOf } from '../../../src/verdict/outcomes/verdict-evidence.ts';
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

const answer = fc.record({
  meaning: fc.constantFrom(...meanings),
  certainty: fc.constantFrom('explicit' as const, 'weak' as const),
  lines: fc.constantFrom([], ['5.1.1 No such user'], ['5.7.1 No']),
});

describe('what the tables can say of a kind of evidence', () => {
  it('has everything that is said of an answer, whatever is known beside it', () => {
    fc.assert(
      fc.property(
        answer,
        context,
        fc.constantFrom(true, false, null),
        ({ meaning, certainty, lines }, known, ofDomain) => {
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
          const verdict = verdictWith({
            ...judge(evidence, known),
            is_domain_catch_all: isUnlooked ? null : isCatchAll,
            is_secure_email_gateway: known.filtered,
            is_disposable: known.disposable,
            is_role_account: known.roleAccount,
          });
          const kind = evidenceOf(verdict)?.kind;
          expect(kind).toBeDefined();
          expect(verdict.confidence).toBeGreaterThanOrEqual(kind!.least);
          expect(verdict.confidence).toBeLessThanOrEqual(kind!.most);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('has what is said of an address whose server was not asked', () => {
    for (const level of ['syntax', 'dns'] as const) {
      const verdict = verdictWith({
        ...judge(
          { kind: 'not-asked', level },
          { ...unknownContext, disposable: true, roleAccount: true, filtered: true },
        ),
        is_domain_catch_all: null,
      });
      const kind = evidenceOf(verdict)?.kind;
      expect(verdict.confidence).toBeGreaterThanOrEqual(kind!.least);
      expect(verdict.confidence).toBeLessThanOrEqual(kind!.most);
    }
  });
});
