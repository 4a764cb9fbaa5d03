import { DeadlineExceeded } from '../concurrency/deadline.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { PauseReason } from '../ports/leases.ts';
import type { GivenAnswer, ProbeAnswer } from '../probe/session/probe-request.ts';
import { gateShut } from './gate-shut.ts';
import { type FaultChecks, throwIfOurFault } from './local-outage.ts';

/** The answer of one of a domain's exchanges. */
export interface ExchangeAnswer {
  readonly host: string;
  readonly answer: GivenAnswer;
  /** True if no other exchange needs to be asked. */
  readonly conclusive: boolean;
}

/** What came of asking an exchange: its answer, that we could not ask it, or that the deadline has passed. */
export type AskedExchange = ProbeAnswer | ServiceUnavailable | DeadlineExceeded;

/** What the exchanges of a domain have answered, which are asked in their order until one answer is conclusive. */
export class ExchangeAnswers {
  #best: ExchangeAnswer | undefined;
  #fault: ServiceUnavailable | undefined;
  #shut: { readonly host: string; readonly why: PauseReason; readonly until: number } | undefined;

  /** Returns whether no other exchange is to be asked. Throws the deadline, unless one that serves the domain has replied. */
  add(host: string, answer: AskedExchange): boolean {
    if (answer instanceof DeadlineExceeded) {
      const best = this.#best?.answer;
      if (this.#shut === undefined && (best?.kind !== 'reply' || isNotResponsible(best))) throw answer;
      return true;
    }
    if (answer instanceof ServiceUnavailable) {
      this.#fault ??= answer;
      return false;
    }
    if (answer.kind === 'paused') {
      const { reason: why, until } = answer;
      if (this.#shut === undefined || until < this.#shut.until) this.#shut = { host, why, until };
      return false;
    }
    const conclusive = isConclusive(answer);
    const best = this.#best?.answer;
    if (conclusive || best === undefined || informationRank(answer) > informationRank(best))
      this.#best = { host, answer, conclusive };
    return conclusive;
  }

  get conclusive(): ExchangeAnswer | undefined {
    return this.#best?.conclusive ? this.#best : undefined;
  }

  /**
   * Returns the conclusive answer, or else the most informative one. Without a conclusive one, rejects with
   * ServiceUnavailable if an exchange could not be asked because of us, or is left alone, or if we can resolve no name or
   * reach no mail server at all.
   */
  async result(checks: FaultChecks): Promise<ExchangeAnswer> {
    const best = this.#best;
    if (best?.conclusive) return best;
    if (this.#fault !== undefined) throw this.#fault;
    // That we stay away is no fault of the address.
    if (this.#shut !== undefined) throw gateShut(this.#shut.host, this.#shut);
    if (best === undefined) throw new RangeError('A plan names at least one exchange.');
    if (best.answer.kind === 'unreachable' || best.answer.kind === 'dialogue-failed')
      await throwIfOurFault(best.answer, checks);
    return best;
  }
}

/** Returns the error if it is one of an exchange that could not be asked, and throws all others. */
export function faultOf(error: unknown): ServiceUnavailable | DeadlineExceeded {
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
