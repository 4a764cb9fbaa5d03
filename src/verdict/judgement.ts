import { syntaxExplanations } from '../address/syntax-problem.ts';
import type { SmtpReply } from '../ports/smtp-transport.ts';
import { parseEnhancedCode } from '../probe/reply/enhanced-status-code.ts';
import type { DialogueFailure } from '../probe/session/dialogue.ts';
import type { GivenAnswer } from '../probe/session/probe-request.ts';
import type { SubstatusByStatus, VerdictStatus } from '../resources.ts';
import { decide } from './catch-all/catch-all-odds.ts';
import {
  deliveryProbability,
  disposableProbability,
  percentOf,
  refusalProbability,
} from './confidence/confidence.ts';
import type { Evidence, JudgementContext } from './evidence.ts';
import { explanations, noMailExplanations } from './explanations.ts';

/** Invalid because of syntax or DNS. */
const certain = 100;

/** From this probability on, an acceptance is judged as one by an exchange that accepts any recipient. */
export const likelyCatchAll = 0.5;

/** The part of a verdict that depends on the evidence. */
export type Judgement = VerdictStatus & { readonly explanation: string; readonly confidence: number | null };

/**
 * Derives status, substatus, explanation and confidence from the evidence. Pure and total. The status is `invalid` only
 * because of syntax, because DNS says that the domain takes no mail, or because this recipient was refused permanently.
 */
export function judge(evidence: Evidence, context: JudgementContext): Judgement {
  switch (evidence.kind) {
    case 'syntax':
      return invalid('invalid_syntax', syntaxExplanations[evidence.problem], certain);
    case 'no-mail':
      return invalid('no_mx_records', noMailExplanations[evidence.reason], certain);
    case 'dns-failure':
      return evidence.reason === 'timeout'
        ? unknown('dns_error', explanations.dnsTimeout)
        : unknown('dns_error', explanations.dnsError);
    case 'deadline':
      return unknown('timeout', evidence.during === 'dns' ? explanations.dnsTimeout : explanations.timeout);
    case 'answer':
      return judgeAnswer(evidence.answer, context);
    case 'not-asked':
      return judgeUnasked(evidence.level, context);
  }
}

/** A disposable address is a risk whatever its server would say. */
function judgeUnasked(level: 'syntax' | 'dns', { disposable }: JudgementContext): Judgement {
  if (disposable) return risky('disposable', explanations.disposable, percentOf(disposableProbability()));
  return unknown('not_asked', level === 'dns' ? explanations.notAskedServer : explanations.notAskedDns);
}

function judgeAnswer(answer: GivenAnswer, context: JudgementContext): Judgement {
  switch (answer.kind) {
    case 'reply':
      return judgeReply(answer, context);
    case 'unreachable':
      return judgeUnreachable(answer.problem);
    case 'dialogue-failed':
      return judgeDialogueFailure(answer.failure);
    case 'smtputf8-unsupported':
      return unknown('smtputf8_unsupported', explanations.smtpUtf8);
  }
}

function judgeReply(
  { classification, reply }: Extract<GivenAnswer, { kind: 'reply' }>,
  context: JudgementContext,
): Judgement {
  const weak = classification.certainty === 'weak';
  switch (classification.meaning) {
    case 'accepted':
      return judgeAccepted(context);
    case 'no-information':
      return judgeAccepted({ ...context, acceptsEverything: true });
    case 'mailbox-full':
      return riskOf(context, true) ?? risky('mailbox_full', explanations.mailboxFull, chance(context, true));
    case 'mailbox-not-found':
      return weak
        ? invalid('mailbox_not_found', explanations.notFoundWeak, refusalPercent('notFoundUnexplained'))
        : invalid('mailbox_not_found', explanations.notFound, refusalPercent(clarityOf(reply)));
    case 'mailbox-disabled':
      return invalid(
        'mailbox_disabled',
        explanations.disabled,
        refusalPercent(weak ? 'disabledUnexplained' : 'disabled'),
      );
    case 'greylisted':
      return unknown('greylisted', explanations.greylisted);
    case 'mailbox-busy':
      return unknown('temporary_failure', explanations.mailboxBusy);
    case 'verification-pending':
      return unknown('temporary_failure', explanations.verificationPending);
    case 'sender-refused':
      return unknown('blocked', explanations.senderRefused);
    case 'client-blocked':
      return unknown('blocked', explanations.blocked);
    case 'policy-refused':
      return unknown('blocked', explanations.policyRefused);
    case 'rate-limited':
    case 'too-many-missing':
    case 'too-many-recipients':
    case 'session-limit':
      return unknown('temporary_failure', explanations.rateLimited);
    case 'server-unavailable':
    case 'temporary-failure':
      return unknown('temporary_failure', explanations.temporaryFailure);
    case 'tls-required':
      return unknown('temporary_failure', explanations.tlsRequired);
    case 'not-responsible':
      return unknown('mail_server_unavailable', explanations.notResponsible);
    case 'smtputf8-required':
      return unknown('smtputf8_unsupported', explanations.smtpUtf8);
    case 'unexpected':
      return unknown('unexpected_response', explanations.unexpected);
  }
}

function judgeAccepted(context: JudgementContext): Judgement {
  const risk = riskOf(context, false);
  if (risk !== undefined) return risk;
  return safe(explainAccepted(context), chance(context, false));
}

/** Names what decided: the odds of a catch-all are below one half here. */
function explainAccepted({
  catchAllProbability,
  backup,
  refusesSome,
  probed,
  filtered,
}: JudgementContext): string {
  if (decide(catchAllProbability) !== null)
    return filtered ? explanations.deliverableFiltered : explanations.deliverable;
  if (backup) return explanations.deliverableByBackup;
  if (!refusesSome) return explanations.deliverableUndetermined;
  return probed ? explanations.deliverableContradicted : explanations.deliverableRefusesSome;
}

/** Returns the first risk that applies, in the documented order; for a full mailbox only those that come before it. */
function riskOf(context: JudgementContext, isFull: boolean): Judgement | undefined {
  const risk = (substatus: SubstatusByStatus['risky'], explanation: string) =>
    risky(substatus, explanation, chance(context, isFull));
  if (context.disposable) return risk('disposable', explanations.disposable);
  if (context.catchAllProbability >= likelyCatchAll) return risk('catch_all', explainCatchAll(context));
  if (isFull) return undefined;
  if (context.roleAccount) return risk('role_account', explanations.roleAccount);
  if (context.acceptsEverything) return risk('unverifiable', explanations.unverifiable);
  return undefined;
}

function explainCatchAll({ backup, catchAllProbability, refusesSome, probed }: JudgementContext): string {
  if (backup) return explanations.backupAccepts;
  if (decide(catchAllProbability) === true)
    return refusesSome ? explanations.catchAllRefusesSome : explanations.catchAll;
  if (refusesSome) return explanations.catchAllContradicted;
  return probed ? explanations.catchAllLikely : explanations.catchAllUnprobed;
}

/** Returns the chance of delivery in percent. */
function chance(context: JudgementContext, full: boolean): number {
  return percentOf(deliveryProbability({ ...context, full }));
}

function refusalPercent(kind: Parameters<typeof refusalProbability>[0]): number {
  return percentOf(refusalProbability(kind));
}

/** Whether a refusal names the mailbox by an enhanced status code (RFC 3463, X.1.x), or only in words. */
function clarityOf(reply: SmtpReply): 'notFoundByCode' | 'notFoundByWords' {
  return parseEnhancedCode(reply)?.subject === 1 ? 'notFoundByCode' : 'notFoundByWords';
}

function judgeUnreachable(problem: Extract<GivenAnswer, { kind: 'unreachable' }>['problem']): Judgement {
  switch (problem) {
    case 'no-address':
      return unknown('mail_server_unavailable', explanations.noAddress);
    case 'address_not_allowed':
      return unknown('mail_server_unavailable', explanations.notPublic);
    case 'server-failure':
    case 'refused':
    case 'malformed':
    case 'unreachable':
      return unknown('dns_error', explanations.dnsError);
    case 'timeout':
      return unknown('dns_error', explanations.dnsTimeout);
    default:
      return unknown('mail_server_unavailable', explanations.unreachable);
  }
}

function judgeDialogueFailure(failure: DialogueFailure): Judgement {
  switch (failure) {
    case 'reply_timeout':
    case 'connection_timeout':
      return unknown('timeout', explanations.timeout);
    case 'reply_malformed':
    case 'reply_too_long':
    case 'desynchronised':
      return unknown('unexpected_response', explanations.unexpected);
    case 'service-closing':
      return unknown('temporary_failure', explanations.temporaryFailure);
    case 'tls_failed':
      return unknown('temporary_failure', explanations.tlsRequired);
    default:
      return unknown('mail_server_unavailable', explanations.hangsUp);
  }
}

function safe(explanation: string, percent: number): Judgement {
  return { status: 'safe', substatus: 'deliverable', explanation, confidence: percent };
}

function risky(substatus: SubstatusByStatus['risky'], explanation: string, percent: number): Judgement {
  return { status: 'risky', substatus, explanation, confidence: percent };
}

function invalid(substatus: SubstatusByStatus['invalid'], explanation: string, percent: number): Judgement {
  return { status: 'invalid', substatus, explanation, confidence: percent };
}

function unknown(substatus: SubstatusByStatus['unknown'], explanation: string): Judgement {
  return { status: 'unknown', substatus, explanation, confidence: null };
}
