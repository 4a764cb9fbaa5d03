import { steadyNow } from '../../concurrency/steady-time.ts';
import type { HeldLeases } from '../../exchange/egress-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import { EgressFailed } from '../egress/egress-failed.ts';
import type { WayOut } from '../egress/way-out.ts';
import { connectPatienceMs, isTested } from './connect-patience.ts';
import type { Dialler, DialResult } from './dialler.ts';
import { type DialogueFailure, type GreetingResult, mayBeOurs } from './dialogue.ts';
import type { ExchangeMonitor } from './exchange-monitor.ts';
import type { AnswerListener, ProbeAnswer } from './probe-request.ts';
import type { RequestQueue } from './request-queue.ts';

export interface FailedOpeningDependencies {
  /** Name of the egress. */
  readonly egress: string;
  readonly wayOut: WayOut;
  readonly host: string;
  readonly identity: Identity;
  readonly dialler: Pick<Dialler, 'recordGreeting'>;
  readonly clock: Clock;
  readonly monitor: ExchangeMonitor;
  readonly queue: RequestQueue;
  /** How long a connection may take. */
  readonly connectMs: number;
  /** True if other sessions serve the same queue, or are about to. */
  readonly hasOthers: () => boolean;
  /** Called for each answer before the caller receives it. */
  readonly onAnswer: AnswerListener;
}

/** A connection that ended before the server was ready for recipients. */
export interface UngreetedConnection {
  /** The IP address that it led to. */
  readonly address: string;
  /** How many leases there were when it got its own. */
  readonly held: HeldLeases;
  /** Fires when the session is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Decides what becomes of the queue when a session could not be opened. If it was the only one, its requests are answered
 * with the reason. Otherwise they wait for the other sessions, and the exchange may have a limit on connections.
 */
export class FailedOpening {
  readonly #dependencies: FailedOpeningDependencies;

  constructor(dependencies: FailedOpeningDependencies) {
    this.#dependencies = dependencies;
  }

  /** There is no connection. `held`: how many leases there were when it got those for the last address it tried. */
  onNotConnected(dialled: Exclude<DialResult, { kind: 'connected' }>, held: HeldLeases): void {
    const { egress, monitor } = this.#dependencies;
    switch (dialled.kind) {
      case 'paused':
        monitor.onPaused(dialled.pause);
        this.#answerAll({ kind: 'paused', reason: dialled.pause.reason });
        return;
      case 'egress-failed':
        this.#rejectAll(new EgressFailed(egress, dialled.error));
        return;
      case 'unreachable':
        this.#answerOrWait(dialled, held);
    }
  }

  /** The server refused us at the greeting, at EHLO or at STARTTLS, or the connection was lost there. */
  async onNotGreeted(
    greeting: Exclude<GreetingResult, { kind: 'ready' }>,
    connection: UngreetedConnection,
  ): Promise<void> {
    const { monitor, hasOthers } = this.#dependencies;
    if (greeting.kind === 'failed') return await this.#onLost(greeting, connection);
    const { address, held } = connection;
    const { stage, reply } = greeting;
    const classification = monitor.classify(reply, stage);
    monitor.onRefusal(classification, stage);
    // A busy server is often free again in a moment, and one with a limit after another session: the queue waits.
    if (!hasOthers()) {
      if (monitor.isProviderLimit(classification, held)) return;
      if (await monitor.backOff(classification, stage, address)) return;
    }
    const wasOnlySession = this.#answerOrWait({ kind: 'reply', stage, reply, classification }, held);
    if (wasOnlySession) await monitor.onReply(classification, stage, { address });
  }

  async #onLost(
    { stage, failure }: Extract<GreetingResult, { kind: 'failed' }>,
    { held, signal }: UngreetedConnection,
  ): Promise<void> {
    const { wayOut, monitor } = this.#dependencies;
    const wayOutFailure = mayBeOurs(failure) ? await wayOut.findFailure(signal) : undefined;
    if (wayOutFailure !== undefined) this.#rejectAll(wayOutFailure);
    // The next session serves the queue, without TLS.
    else if (stage === 'starttls') monitor.onTlsFailure();
    else if (stage === 'greeting') this.#onUngreeted(failure, held);
    else this.#answerOrWait({ kind: 'dialogue-failed', failure }, held);
  }

  /** Whatever accepted the connection, it was perhaps not the server. Beside other sessions, it was. */
  #onUngreeted(failure: DialogueFailure, held: HeldLeases): void {
    const { dialler, host } = this.#dependencies;
    const wasOnlySession = this.#answerOrWait({ kind: 'dialogue-failed', failure, ungreeted: true }, held);
    if (wasOnlySession) dialler.recordGreeting(host, false);
  }

  /** Answers the whole queue if this was the only session, and returns true. Otherwise the server has a limit on connections. */
  #answerOrWait(answer: ProbeAnswer, held: HeldLeases): boolean {
    const { monitor, connectMs, hasOthers } = this.#dependencies;
    const isOnly = !hasOthers();
    if (isOnly) {
      monitor.onNoGreeting();
      this.#answerAll(answer);
    } else if (isTestedWith(answer, connectMs)) monitor.onConnectionLimit(held);
    return isOnly;
  }

  /** Answers the queue. Leaves callers who came later and are more patient to the next session. */
  #answerAll(answer: ProbeAnswer): void {
    const { clock, queue, connectMs, host, identity, onAnswer } = this.#dependencies;
    const now = steadyNow(clock);
    const answered = queue.takeIf(({ deadlineAt }) =>
      isTestedWith(answer, connectPatienceMs(deadlineAt - now, connectMs)),
    );
    for (const request of answered) {
      onAnswer(request.recipient, answer, { host, identity });
      request.resolve(answer);
    }
  }

  #rejectAll(reason: EgressFailed): void {
    for (const request of this.#dependencies.queue.takeAll()) request.reject(reason);
  }
}

/** True if an answer is one for callers with this patience, too. */
function isTestedWith(answer: ProbeAnswer, patienceMs: number): boolean {
  return answer.kind !== 'unreachable' || isTested(answer, patienceMs);
}
