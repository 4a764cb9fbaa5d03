import type { Forgotten } from '../../../src/bulk/forgetting.ts';
import { MailproofError } from '../../../src/errors.ts';
import type { EmailLookup, EmailVerification } from '../../../src/resources.ts';
import type { ForgetOutcome, LookupOutcome, NoAnswer, RequestOutcome } from '../story/happening.ts';
import type { CallOutcome } from './front.ts';

/** Returns what a client was told: `done`, the code of an error, or `lost` if its process died. */
export function outcomeOf(outcome: CallOutcome<unknown>, done: string): string {
  if (outcome.kind === 'answered') return done;
  return outcome.kind === 'lost' ? 'lost' : codeOf(outcome.error);
}

/** False if a client must ask again to know what came of its call. */
export function isKnown(outcome: string): boolean {
  return !['lost', 'storage_unavailable', 'engine_closed'].includes(outcome);
}

export function requestOutcome(
  outcome: CallOutcome<Readonly<EmailVerification>>,
  left: Error,
): RequestOutcome {
  if (outcome.kind !== 'answered') return noAnswer(outcome, left);
  const { status, substatus, confidence, is_domain_catch_all: catchAll } = outcome.value;
  return { kind: 'verdict', status, substatus, confidence, catchAll, result: outcome.value };
}

export function lookupOutcome(outcome: CallOutcome<EmailLookup>, left: Error): LookupOutcome {
  if (outcome.kind !== 'answered') return noAnswer(outcome, left);
  const { substatus, email, credits_consumed: credits } = outcome.value;
  return { kind: 'finding', substatus, email, credits, result: outcome.value };
}

export function forgetOutcome(outcome: CallOutcome<Forgotten>): ForgetOutcome {
  if (outcome.kind === 'answered') return { kind: 'forgotten', ...outcome.value };
  if (outcome.kind === 'lost') return { kind: 'connection-lost' };
  return { kind: 'error', code: codeOf(outcome.error), message: messageOf(outcome.error) };
}

function noAnswer(outcome: Exclude<CallOutcome<never>, { kind: 'answered' }>, left: Error): NoAnswer {
  if (outcome.kind === 'lost') return { kind: 'connection-lost' };
  if (outcome.error === left) return { kind: 'client-left' };
  return { kind: 'error', code: codeOf(outcome.error), message: messageOf(outcome.error) };
}

export function codeOf(error: unknown): string {
  return error instanceof MailproofError
    ? error.code
    : `unexpected ${error instanceof Error ? error.name : ''}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
