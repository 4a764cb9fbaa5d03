import { DeadlineExceeded } from '../concurrency/deadline.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { MxPlan } from '../exchange/mx-plan.ts';
import type { PauseReason } from '../ports/leases.ts';
import { gateShut } from '../probe/gate-shut.ts';
import type { GivenAnswer, ProbeAnswer } from '../probe/session/probe-request.ts';
import { type FaultChecks, throwIfOurFault } from './local-outage.ts';

/** The answer of one of a domain's exchanges. */
export interface ExchangeAnswer {
  readonly host: string;
  readonly answer: GivenAnswer;
  /** True if no other exchange needs to be asked. */
  readonly conclusive: boolean;
}

/**
 * Asks the exchanges in their order until one gives a conclusive answer. If none does, or the deadline passes after one that
 * serves the domain has replied, returns the most informative one. Rejects with ServiceUnavailable if one of them could not be
 * asked because of us, or is left alone, or if we can resolve no name or reach no mail server at all, and with the errors
 * of `ask`.
 */
export async function askExchanges(
  { hosts }: Extract<MxPlan, { kind: 'exchanges' }>,
  ask: (host: string) => Promise<ProbeAnswer>,
  checks: FaultChecks,
): Promise<ExchangeAnswer> {
  let best: ExchangeAnswer | undefined;
  let fault: ServiceUnavailable | undefined;
  let shut: { readonly host: string; readonly why: PauseReason; readonly until: number } | undefined;
  for (const host of hosts) {
    const answer = await ask(host).catch(faultOf);
    if (answer instanceof DeadlineExceeded) {
      if (shut !== undefined) break;
      if (best?.answer.kind !== 'reply' || isNotResponsible(best.answer)) throw answer;
      break;
    }
    if (answer instanceof ServiceUnavailable) {
      fault ??= answer;
      continue;
    }
    if (answer.kind === 'paused') {
      const { reason: why, until } = answer;
      if (shut === undefined || until < shut.until) shut = { host, why, until };
      continue;
    }
    if (isConclusive(answer)) return { host, answer, conclusive: true };
    if (best === undefined || informationRank(answer) > informationRank(best.answer))
      best = { host, answer, conclusive: false };
  }
  if (fault !== undefined) throw fault;
  // That we stay away is no fault of the address.
  if (shut !== undefined) throw gateShut(shut.host, shut);
  if (best === undefined) throw new RangeError('A plan names at least one exchange.');
  if (best.answer.kind === 'unreachable' || best.answer.kind === 'dialogue-failed')
    await throwIfOurFault(best.answer, checks);
  return best;
}

function faultOf(error: unknown): ServiceUnavailable | DeadlineExceeded {
  if (error instanceof ServiceUnavailable || error instanceof DeadlineExceeded) return error;
  throw error;
}

/** True for the reply of a server that does not take mail for the domain. */
export function isNotResponsible(answer: GivenAnswer): boolean {
  return answer.kind === 'reply' && answer.classification.meaning === 'not-responsible';
}

/** Returns false if the next exchange must be asked, because this one is unusable (RFC 5321 §5.1). */
function isConclusive(answer: GivenAnswer): boolean {
  switch (answer.kind) {
    case 'reply':
      return (
        (answer.stage === 'mail' || answer.stage === 'rcpt') &&
        !isNotResponsible(answer) &&
        !isAboutServer(answer)
      );
    case 'smtputf8-unsupported':
      return true;
    case 'unreachable':
    case 'dialogue-failed':
      return false;
  }
}

type ReplyAnswer = Extract<ProbeAnswer, { kind: 'reply' }>;

/** Limits on us are not about the server: a backup would count what we ask as well. Permanent refusals are final. */
function isAboutServer({ classification, reply }: ReplyAnswer): boolean {
  const { meaning, reach } = classification;
  const isTrouble = meaning === 'server-unavailable' || meaning === 'temporary-failure';
  return isTrouble && reply.code < 500 && reach !== 'recipient';
}

/** Ranks inconclusive answers: the higher, the more informative. */
function informationRank(answer: GivenAnswer): number {
  if (isNotResponsible(answer)) return 2;
  return { reply: 3, 'smtputf8-unsupported': 3, 'dialogue-failed': 1, unreachable: 0 }[answer.kind];
}
