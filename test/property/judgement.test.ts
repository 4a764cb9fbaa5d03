import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntaxExplanations } from '../../src/address/syntax-problem.ts';
import { type Meaning, subjectByMeaning } from '../../src/probe/reply/meanings.ts';
import type { SubstatusByStatus } from '../../src/resources.ts';
import type { Evidence, JudgementContext } from '../../src/verdict/evidence.ts';
import { noMailExplanations } from '../../src/verdict/explanations.ts';
import { judge } from '../../src/verdict/judgement.ts';
import { times } from '../support/values/for-all.ts';

const keysOf = <K extends string>(table: Record<K, unknown>) =>
  fc.constantFrom(...(Object.keys(table) as K[]));

const dnsFailures = ['server-failure', 'refused', 'malformed', 'timeout', 'unreachable'] as const;
const connectionErrors = [
  'connection_refused',
  'connection_timeout',
  'connection_failed',
  'connection_closed',
  'address_not_allowed',
  'reply_timeout',
  'reply_too_long',
  'reply_malformed',
  'tls_failed',
] as const;

const evidence: fc.Arbitrary<Evidence> = fc.oneof(
  fc.record({ kind: fc.constant('syntax' as const), problem: keysOf(syntaxExplanations) }),
  fc.record({ kind: fc.constant('no-mail' as const), reason: keysOf(noMailExplanations) }),
  fc.record({ kind: fc.constant('dns-failure' as const), reason: fc.constantFrom(...dnsFailures) }),
  fc.record({
    kind: fc.constant('deadline' as const),
    during: fc.constantFrom('dns' as const, 'probe' as const),
  }),
  fc.record({
    kind: fc.constant('not-asked' as const),
    level: fc.constantFrom('syntax' as const, 'dns' as const),
  }),
  fc.record({
    kind: fc.constant('answer' as const),
    answer: fc.oneof(
      fc.record({
        kind: fc.constant('reply' as const),
        stage: fc.constantFrom('greeting', 'hello', 'starttls', 'mail', 'rcpt', 'reset'),
        reply: fc.record({ code: fc.integer({ min: 200, max: 599 }), lines: fc.array(fc.string()) }),
        classification: fc.record({
          meaning: keysOf(subjectByMeaning),
          certainty: fc.constantFrom('explicit' as const, 'weak' as const),
        }),
      }),
      fc.record({
        kind: fc.constant('unreachable' as const),
        problem: fc.constantFrom('no-address' as const, ...dnsFailures, ...connectionErrors),
        testedMs: fc.constantFrom(1_000, Number.POSITIVE_INFINITY),
      }),
      fc.record({
        kind: fc.constant('dialogue-failed' as const),
        failure: fc.constantFrom(...connectionErrors, 'service-closing' as const, 'desynchronised' as const),
      }),
      fc.constant({ kind: 'smtputf8-unsupported' as const }),
    ),
  }),
);

/** Evenly spread, and on the limit itself at times: of all doubles from 0 to 1, hardly any is above a half. */
const percentage = (most: number) => fc.integer({ min: 0, max: most }).map((percent) => percent / 100);

const context: fc.Arbitrary<JudgementContext> = fc.record({
  disposable: fc.boolean(),
  roleAccount: fc.boolean(),
  filtered: fc.boolean(),
  acceptsEverything: fc.boolean(),
  refusesSome: fc.boolean(),
  probed: fc.boolean(),
  catchAllProbability: percentage(100),
  backup: fc.boolean(),
  putOffFirst: fc.boolean(),
});

const replyThat = (meaning: fc.Arbitrary<Meaning>): fc.Arbitrary<Evidence> =>
  fc.record({ meaning, certainty: fc.constant('explicit' as const) }).map((classification) => ({
    kind: 'answer',
    answer: { kind: 'reply', stage: 'rcpt', reply: { code: 250, lines: [] }, classification },
  }));

/** Evidence and contexts of which about every third pair makes a safe address, and every meaning of a reply is frequent. */
const mostlyAccepted = fc.oneof(
  { weight: 2, arbitrary: replyThat(fc.constant('accepted')) },
  { weight: 1, arbitrary: replyThat(keysOf(subjectByMeaning)) },
  { weight: 1, arbitrary: evidence },
);
const seldom = fc.integer({ min: 0, max: 7 }).map((number) => number === 0);
const mostlyHarmless: fc.Arbitrary<JudgementContext> = fc.record({
  disposable: seldom,
  roleAccount: seldom,
  filtered: fc.boolean(),
  acceptsEverything: seldom,
  refusesSome: fc.boolean(),
  probed: fc.boolean(),
  catchAllProbability: percentage(70),
  backup: fc.boolean(),
  putOffFirst: fc.boolean(),
});

const substatuses: { [S in keyof SubstatusByStatus]: readonly SubstatusByStatus[S][] } = {
  safe: ['deliverable'],
  risky: ['disposable', 'catch_all', 'mailbox_full', 'role_account', 'unverifiable'],
  invalid: ['invalid_syntax', 'no_mx_records', 'mailbox_not_found', 'mailbox_disabled'],
  unknown: [
    'greylisted',
    'timeout',
    'mail_server_unavailable',
    'blocked',
    'dns_error',
    'temporary_failure',
    'unexpected_response',
    'smtputf8_unsupported',
    'not_asked',
  ],
};

const refusals: readonly Meaning[] = ['mailbox-not-found', 'mailbox-disabled'];

function meaningOf(observed: Evidence): Meaning | undefined {
  return observed.kind === 'answer' && observed.answer.kind === 'reply'
    ? observed.answer.classification.meaning
    : undefined;
}

const settings = { numRuns: 3_000 };

describe('the judgement', () => {
  it('is always one of the documented pairs, explained by one sentence, with a confidence unless unknown', () => {
    fc.assert(
      fc.property(evidence, context, (observed, surroundings) => {
        const verdict = judge(observed, surroundings);
        expect(substatuses[verdict.status]).toContain(verdict.substatus);
        expect(verdict.explanation).toMatch(/^[A-Z].*[a-z)]\.$/);
        if (verdict.status === 'unknown') expect(verdict.confidence).toBeNull();
        else expect(verdict.confidence).toBeGreaterThanOrEqual(0);
        expect(verdict.confidence ?? 0).toBeLessThanOrEqual(100);
      }),
      settings,
    );
  });

  it('is invalid only because of syntax, DNS, or a refusal of this recipient', () => {
    fc.assert(
      fc.property(evidence, context, (observed, surroundings) => {
        if (judge(observed, surroundings).status !== 'invalid') return;
        const meaning = meaningOf(observed);
        const refused =
          meaning !== undefined && refusals.includes(meaning) && subjectByMeaning[meaning] === 'recipient';
        expect(observed.kind === 'syntax' || observed.kind === 'no-mail' || refused).toBe(true);
      }),
      settings,
    );
  });

  it('puts a refusal of the recipient before every risk', () => {
    const certainty = fc.constantFrom('explicit' as const, 'weak' as const);
    times(500).forAll(fc.constantFrom(...refusals), certainty, context, (meaning, sure, surroundings) => {
      const reply = { code: 550, lines: [] };
      const classification = { meaning, certainty: sure };
      const verdict = judge(
        { kind: 'answer', answer: { kind: 'reply', stage: 'rcpt', reply, classification } },
        surroundings,
      );
      expect(verdict.status).toBe('invalid');
    });
  });

  it('is safe exactly if the recipient was accepted and no risk applies', () => {
    fc.assert(
      fc.property(mostlyAccepted, mostlyHarmless, (observed, surroundings) => {
        const { disposable, roleAccount, acceptsEverything, catchAllProbability } = surroundings;
        const risky = disposable || roleAccount || acceptsEverything || catchAllProbability >= 0.5;
        const isSafe = judge(observed, surroundings).status === 'safe';
        expect(isSafe).toBe(meaningOf(observed) === 'accepted' && !risky);
      }),
      settings,
    );
  });

  it('names the first risk that applies: disposable, catch-all, full, role, unverifiable', () => {
    times(500).forAll(context, fc.boolean(), (surroundings, full) => {
      const meaning = full ? ('mailbox-full' as const) : ('accepted' as const);
      const reply = { code: full ? 452 : 250, lines: [] };
      const classification = { meaning, certainty: 'explicit' as const };
      const verdict = judge(
        { kind: 'answer', answer: { kind: 'reply', stage: 'rcpt', reply, classification } },
        surroundings,
      );
      const risks = [
        surroundings.disposable && 'disposable',
        surroundings.catchAllProbability >= 0.5 && 'catch_all',
        full && 'mailbox_full',
        surroundings.roleAccount && 'role_account',
        surroundings.acceptsEverything && 'unverifiable',
      ].filter((risk) => risk !== false);
      expect(verdict.substatus).toBe(risks[0] ?? 'deliverable');
    });
  });
});
