import { describe, expect, it } from 'vitest';
import type { Meaning } from '../../src/probe/reply/meanings.ts';
import type { DialogueFailure } from '../../src/probe/session/dialogue.ts';
import type { GivenAnswer } from '../../src/probe/session/probe-request.ts';
import { type JudgementContext, unknownContext } from '../../src/verdict/evidence.ts';
import { explanations, noMailExplanations } from '../../src/verdict/explanations.ts';
import { judge } from '../../src/verdict/judgement.ts';

/** A context in which an acceptance is safe: the domain refuses recipients that do not exist. */
const selective: JudgementContext = { ...unknownContext, catchAllProbability: 0.001 };

function reply(meaning: Meaning, certainty: 'explicit' | 'weak' = 'explicit'): GivenAnswer {
  return {
    kind: 'reply',
    stage: 'rcpt',
    reply: { code: 550, lines: [] },
    classification: { meaning, certainty },
  };
}

/** Judges the answer of an exchange: status/substatus, and the explanation. */
function judged(answer: GivenAnswer, context: JudgementContext = selective): string[] {
  const { status, substatus, explanation } = judge({ kind: 'answer', answer }, context);
  return [`${status}/${substatus}`, explanation];
}

describe('a reply that means', () => {
  it.each([
    ['accepted', 'safe/deliverable', explanations.deliverable],
    ['no-information', 'risky/unverifiable', explanations.unverifiable],
    ['mailbox-full', 'risky/mailbox_full', explanations.mailboxFull],
    ['mailbox-not-found', 'invalid/mailbox_not_found', explanations.notFound],
    ['mailbox-disabled', 'invalid/mailbox_disabled', explanations.disabled],
    ['greylisted', 'unknown/greylisted', explanations.greylisted],
    ['mailbox-busy', 'unknown/temporary_failure', explanations.mailboxBusy],
    ['verification-pending', 'unknown/temporary_failure', explanations.verificationPending],
    ['sender-refused', 'unknown/blocked', explanations.senderRefused],
    ['client-blocked', 'unknown/blocked', explanations.blocked],
    ['policy-refused', 'unknown/blocked', explanations.policyRefused],
    ['rate-limited', 'unknown/temporary_failure', explanations.rateLimited],
    ['too-many-missing', 'unknown/temporary_failure', explanations.rateLimited],
    ['too-many-recipients', 'unknown/temporary_failure', explanations.rateLimited],
    ['session-limit', 'unknown/temporary_failure', explanations.rateLimited],
    ['server-unavailable', 'unknown/temporary_failure', explanations.temporaryFailure],
    ['temporary-failure', 'unknown/temporary_failure', explanations.temporaryFailure],
    ['tls-required', 'unknown/temporary_failure', explanations.tlsRequired],
    ['not-responsible', 'unknown/mail_server_unavailable', explanations.notResponsible],
    ['smtputf8-required', 'unknown/smtputf8_unsupported', explanations.smtpUtf8],
    ['unexpected', 'unknown/unexpected_response', explanations.unexpected],
  ] as const)('%s makes the address %s', (meaning, outcome, explanation) => {
    expect(judged(reply(meaning))).toEqual([outcome, explanation]);
  });

  it('that the mailbox does not exist, without saying so, is less certain and explained as such', () => {
    const weak = judge({ kind: 'answer', answer: reply('mailbox-not-found', 'weak') }, selective);
    const clear = judge({ kind: 'answer', answer: reply('mailbox-not-found') }, selective);
    expect(weak).toMatchObject({
      status: 'invalid',
      substatus: 'mailbox_not_found',
      explanation: explanations.notFoundWeak,
    });
    expect(weak.confidence).toBeLessThan(clear.confidence ?? 0);
  });

  it('that the mailbox is full outweighs that it is a role account, and not that the domain takes everything', () => {
    const full = (context: Partial<typeof unknownContext>) =>
      judged(reply('mailbox-full'), { ...selective, ...context })[0];
    expect(full({ roleAccount: true, acceptsEverything: true })).toBe('risky/mailbox_full');
    expect(full({ catchAllProbability: 0.999 })).toBe('risky/catch_all');
    expect(full({ disposable: true })).toBe('risky/disposable');
  });

  it('that the mailbox is disabled is less certain without words to that effect', () => {
    const weak = judge({ kind: 'answer', answer: reply('mailbox-disabled', 'weak') }, selective);
    const clear = judge({ kind: 'answer', answer: reply('mailbox-disabled') }, selective);
    expect(weak.confidence).toBeLessThan(clear.confidence ?? 0);
  });
});

describe('a refusal', () => {
  it('is surer with an enhanced status code for the mailbox than with words only', () => {
    const refusal = (line: string) => {
      const answer = { ...reply('mailbox-not-found'), reply: { code: 550, lines: [line] } } as GivenAnswer;
      return judge({ kind: 'answer', answer }, selective).confidence ?? 0;
    };
    expect(refusal('5.1.1 User unknown')).toBeGreaterThan(refusal('User unknown'));
    expect(refusal('5.7.1 User unknown')).toBe(refusal('User unknown'));
  });
});

describe('an accepted recipient', () => {
  const accepted = (context: Partial<JudgementContext>) =>
    judge({ kind: 'answer', answer: reply('accepted') }, { ...selective, ...context });

  it('is the less certain, the more the domain may accept everybody', () => {
    const percents = [0, 0.1, 0.3, 0.49, 0.51, 0.9, 1].map(
      (catchAllProbability) => accepted({ catchAllProbability }).confidence ?? 0,
    );
    expect(percents).toEqual([...percents].sort((a, b) => b - a));
    expect(new Set(percents).size).toBe(percents.length);
  });

  it.each([
    ['a filter stands before the server', { filtered: true }, explanations.deliverableFiltered],
    ['it was put off before', { putOffFirst: true }, explanations.deliverable],
    [
      'it is open whether the domain accepts everybody',
      { catchAllProbability: 0.2 },
      explanations.deliverableUndetermined,
    ],
    [
      'that is open, but others were refused there',
      { catchAllProbability: 0.04, refusesSome: true },
      explanations.deliverableRefusesSome,
    ],
    [
      'the catch-all probe contradicts other replies',
      { catchAllProbability: 0.3, refusesSome: true, probed: true },
      explanations.deliverableContradicted,
    ],
    [
      'only a backup could be asked',
      { catchAllProbability: 0.3, refusesSome: true, backup: true },
      explanations.deliverableByBackup,
    ],
  ] as const)('is safe, but less certain, if %s', (_why, context, explanation) => {
    const judgement = accepted(context);
    expect(judgement).toMatchObject({ status: 'safe', substatus: 'deliverable', explanation });
    expect(judgement.confidence).toBeLessThan(accepted({}).confidence ?? 0);
  });

  it.each([
    ['disposable', { disposable: true }, explanations.disposable],
    ['catch_all', { catchAllProbability: 0.999 }, explanations.catchAll],
    ['catch_all', { catchAllProbability: 0.999, refusesSome: true }, explanations.catchAllRefusesSome],
    ['catch_all', { catchAllProbability: 0.7, probed: true }, explanations.catchAllLikely],
    ['catch_all', { catchAllProbability: 0.7 }, explanations.catchAllUnprobed],
    ['catch_all', { catchAllProbability: 0.7, refusesSome: true }, explanations.catchAllContradicted],
    ['catch_all', { catchAllProbability: 0.999, backup: true }, explanations.backupAccepts],
    ['role_account', { roleAccount: true }, explanations.roleAccount],
    ['unverifiable', { acceptsEverything: true }, explanations.unverifiable],
  ] as const)('is risky for one reason: %s, %j', (substatus, context, explanation) => {
    const judgement = accepted(context);
    expect(judgement).toMatchObject({ status: 'risky', substatus, explanation });
    expect(judgement.confidence).toBeLessThan(accepted({}).confidence ?? 0);
  });

  it('is never certain', () => {
    expect(accepted({ catchAllProbability: 0 }).confidence).toBeLessThan(100);
    const hopeless = { disposable: true, roleAccount: true, acceptsEverything: true, filtered: true };
    expect(accepted(hopeless).confidence).toBeGreaterThan(0);
  });
});

describe('an exchange that could not be asked, because', () => {
  const dnsError = 'unknown/dns_error';
  const unavailable = 'unknown/mail_server_unavailable';

  it.each([
    ['no-address', unavailable, explanations.noAddress],
    ['address_not_allowed', unavailable, explanations.notPublic],
    ['server-failure', dnsError, explanations.dnsError],
    ['refused', dnsError, explanations.dnsError],
    ['malformed', dnsError, explanations.dnsError],
    ['unreachable', dnsError, explanations.dnsError],
    ['timeout', dnsError, explanations.dnsTimeout],
    ['connection_refused', unavailable, explanations.unreachable],
    ['connection_timeout', unavailable, explanations.unreachable],
  ] as const)('of %s, leaves %s', (problem, outcome, explanation) => {
    expect(judged({ kind: 'unreachable', problem, testedMs: 1_000 })).toEqual([outcome, explanation]);
  });

  it.each([
    ['reply_timeout', 'unknown/timeout', explanations.timeout],
    ['connection_timeout', 'unknown/timeout', explanations.timeout],
    ['reply_malformed', 'unknown/unexpected_response', explanations.unexpected],
    ['reply_too_long', 'unknown/unexpected_response', explanations.unexpected],
    ['desynchronised', 'unknown/unexpected_response', explanations.unexpected],
    ['service-closing', 'unknown/temporary_failure', explanations.temporaryFailure],
    ['tls_failed', 'unknown/temporary_failure', explanations.tlsRequired],
    ['connection_closed', unavailable, explanations.hangsUp],
  ] as const satisfies readonly (readonly [DialogueFailure, string, string])[])(
    'the dialogue failed with %s, leaves %s',
    (failure, outcome, explanation) => {
      expect(judged({ kind: 'dialogue-failed', failure })).toEqual([outcome, explanation]);
    },
  );

  it('it takes ASCII only, leaves unknown', () => {
    expect(judged({ kind: 'smtputf8-unsupported' })).toEqual([
      'unknown/smtputf8_unsupported',
      explanations.smtpUtf8,
    ]);
  });
});

describe('evidence other than an answer', () => {
  it('of silent name servers differs from that of name servers that fail', () => {
    const outcome = { status: 'unknown', substatus: 'dns_error', confidence: null };
    expect(judge({ kind: 'dns-failure', reason: 'timeout' }, unknownContext)).toEqual({
      ...outcome,
      explanation: explanations.dnsTimeout,
    });
    expect(judge({ kind: 'dns-failure', reason: 'refused' }, unknownContext)).toEqual({
      ...outcome,
      explanation: explanations.dnsError,
    });
  });

  it('of a deadline names who was silent', () => {
    const outcome = { status: 'unknown', substatus: 'timeout', confidence: null };
    expect(judge({ kind: 'deadline', during: 'dns' }, unknownContext)).toEqual({
      ...outcome,
      explanation: explanations.dnsTimeout,
    });
    expect(judge({ kind: 'deadline', during: 'probe' }, unknownContext)).toEqual({
      ...outcome,
      explanation: explanations.timeout,
    });
  });

  it('of a domain that takes no mail, or of wrong syntax, is certain', () => {
    expect(judge({ kind: 'no-mail', reason: 'null-mx' }, unknownContext)).toEqual({
      status: 'invalid',
      substatus: 'no_mx_records',
      explanation: noMailExplanations['null-mx'],
      confidence: 100,
    });
    expect(judge({ kind: 'syntax', problem: 'no_at' }, unknownContext)).toMatchObject({
      status: 'invalid',
      substatus: 'invalid_syntax',
      confidence: 100,
    });
  });
});

describe('the explanations', () => {
  it('are single sentences, each different from all others', () => {
    const texts = [...Object.values(explanations), ...Object.values(noMailExplanations)];
    for (const text of texts)
      expect(text).toMatch(/^The [^.]+[a-z)]\.$|^No [^.]+[a-z]\.$|^This [^.]+[a-z]\.$/);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
