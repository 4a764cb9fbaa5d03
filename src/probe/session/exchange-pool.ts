import { onAbort } from '../../concurrency/abort-listeners.ts';
import type { ExchangePolicies } from '../../exchange/policy.ts';
import type { Clock, Identity } from '../../ports.ts';
import type { KnownReplies } from '../reply/known-replies.ts';
import type { Gate } from './admission.ts';
import { Ask, type ProbeAnswer, type Recipient } from './ask.ts';
import type { StepPatience } from './conversation.ts';
import type { Dialler } from './dialler.ts';
import { ExchangeConduct } from './exchange-conduct.ts';
import { recipientsPerGroup, type Session } from './session.ts';
import { SessionRun } from './session-run.ts';
import type { AskSource } from './session-service.ts';
import type { Trace } from './trace.ts';

/** What all pools of an engine share. */
export interface PoolContext {
  readonly clock: Clock;
  readonly identity: Identity;
  readonly policies: ExchangePolicies;
  readonly patience: StepPatience;
  readonly idleMs: number;
  readonly trace: Trace | undefined;
  readonly gate: Gate;
  readonly knownReplies: KnownReplies;
  readonly dialler: Dialler;
  readonly nextSessionNumber: () => number;
  readonly onAnswer: (recipient: Recipient, answer: ProbeAnswer) => void;
}

/** With less room than this left in all sessions of a busy exchange, a further one is opened in time. */
const roomKept = 5;

/** The queue of questions to one exchange, and the sessions that serve it. */
export class ExchangePool implements AskSource {
  readonly host: string;
  readonly #context: PoolContext;
  readonly #conduct: ExchangeConduct;
  readonly #queue: Ask[] = [];
  readonly #runs = new Set<SessionRun>();
  readonly #onEmpty: () => void;

  constructor(host: string, context: PoolContext, onEmpty: () => void) {
    this.host = host;
    this.#context = context;
    this.#conduct = new ExchangeConduct(host, context);
    this.#onEmpty = onEmpty;
  }

  get pacingKey(): string {
    return this.#conduct.policy.pacingKey;
  }

  /** Rejects with the signal's reason, or where a store fails. */
  async ask(
    recipient: Recipient,
    options: { deadlineAt: number; signal: AbortSignal },
  ): Promise<ProbeAnswer> {
    const { signal } = options;
    signal.throwIfAborted();
    const ask = new Ask(recipient, options.deadlineAt);
    const forget = onAbort(signal, () => this.#forsake(ask, signal.reason));
    this.#queue.push(ask);
    this.#pump();
    try {
      return await ask.answer;
    } finally {
      forget();
    }
  }

  /** Ends one session that has nothing to do. True if there was one. */
  dismissIdle(): boolean {
    for (const run of this.#runs) {
      if (run.phase !== 'idle') continue;
      run.dismiss();
      return true;
    }
    return false;
  }

  /** Gives up whatever is asked; busy and opening sessions are cut off, idle and ending ones may say QUIT. */
  giveUp(reason: unknown): void {
    for (const ask of this.#queue.splice(0)) ask.giveUp(reason);
    for (const run of this.#runs) {
      for (const ask of run.asks) if (ask.live) ask.giveUp(reason);
      if (run.phase === 'opening' || run.phase === 'busy') run.abort(reason);
    }
    this.#pump();
  }

  // ------------------------------------------------------------------------------------ what sessions ask of it

  get waiting(): number {
    return this.#queue.length;
  }

  get patientUntil(): number {
    return this.#queue.reduce((latest, ask) => Math.max(latest, ask.deadlineAt), 0);
  }

  take(session: Session): readonly Ask[] {
    if (!session.capabilities.smtpUtf8) this.#settleUnsupported();
    const [first] = this.#queue;
    if (first === undefined || (first.wantsFreshSession && !session.unused)) return [];
    const { needsSmtpUtf8 } = first.recipient;
    const room = Math.min(session.room, recipientsPerGroup);
    const taken: Ask[] = [];
    const left: Ask[] = [];
    for (const ask of this.#queue) {
      // A transaction has the SMTPUTF8 parameter or not, and only its first recipient has a fresh session.
      const fits =
        ask.recipient.needsSmtpUtf8 === needsSmtpUtf8 && !(ask.wantsFreshSession && taken.length > 0);
      (fits && taken.length < room ? taken : left).push(ask);
    }
    this.#queue.splice(0, this.#queue.length, ...left);
    return taken;
  }

  putBack(asks: readonly Ask[]): void {
    this.#queue.unshift(...asks);
  }

  settleAll(answer: ProbeAnswer): void {
    for (const ask of this.#queue.splice(0)) {
      this.noted(ask, answer);
      ask.settle(answer);
    }
  }

  otherSessions(run: SessionRun): number {
    let count = 0;
    for (const other of this.#runs) {
      if (other !== run && other.phase !== 'ending') count += 1;
    }
    return count;
  }

  crowded(): boolean {
    return this.#context.gate.crowded(this.pacingKey);
  }

  noted(ask: Ask, answer: ProbeAnswer): void {
    this.#context.onAnswer(ask.recipient, answer);
  }

  // ------------------------------------------------------------------------------------------------------ pumping

  /** Sees to it that what waits is served: by a session that is ready, or by a further one. */
  #pump(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      if (this.#runs.size === 0) this.#onEmpty();
      return;
    }
    if (next.wantsFreshSession) this.#dismissIdleRuns();
    const server = next.wantsFreshSession ? undefined : this.#readyRun();
    server?.wake();
    const { maxConnections } = this.#conduct.policy;
    if (this.#runs.size < maxConnections && this.#needsMore(server !== undefined)) this.#open();
  }

  /** The ready session with the least room, so that budgets run out one after another, not all at once. */
  #readyRun(): SessionRun | undefined {
    let least: SessionRun | undefined;
    for (const run of this.#runs) if (run.ready && run.room < (least?.room ?? Infinity)) least = run;
    return least;
  }

  #dismissIdleRuns(): void {
    for (const run of this.#runs) if (run.phase === 'idle') run.dismiss();
  }

  /** Whether those that wait, or are about to come, need a further session. */
  #needsMore(served: boolean): boolean {
    let left = -this.#queue.length;
    let opening = false;
    let inFlight = 0;
    let inLockstep = false;
    for (const run of this.#runs) {
      left += run.room;
      inFlight += run.asks.length;
      opening ||= run.phase === 'opening';
      inLockstep ||= run.lockstep;
    }
    if (!served && !opening && inLockstep) return true;
    // The next session is opened while the last still has some room, or a busy exchange would wait for it.
    return left < (inFlight > 0 ? roomKept : 0);
  }

  #open(): void {
    const { clock, identity, gate, dialler, patience, idleMs, trace, nextSessionNumber } = this.#context;
    const run = new SessionRun(this, {
      host: this.host,
      conduct: this.#conduct,
      sessionNumber: nextSessionNumber(),
      clock,
      identity,
      gate,
      dialler,
      patience,
      idleMs,
      trace,
    });
    this.#runs.add(run);
    run
      .run()
      .catch((error: unknown) => {
        // A store failed, or our own code: no verdict can be made of that, so those who wait are told.
        for (const ask of [...run.asks, ...this.#queue.splice(0)]) if (ask.live) ask.giveUp(error);
      })
      .finally(() => {
        this.#runs.delete(run);
        this.#pump();
      });
  }

  /** A caller has gone: sessions that work for nobody else are ended at once. */
  #forsake(ask: Ask, reason: unknown): void {
    ask.giveUp(reason);
    const position = this.#queue.indexOf(ask);
    if (position >= 0) this.#queue.splice(position, 1);
    for (const run of this.#runs) {
      const needed =
        run.phase === 'opening'
          ? this.#queue.length > 0
          : run.phase !== 'busy' || run.asks.some((other) => other.live);
      if (!needed) run.abort(new Error('Nobody waits for this conversation any more.'));
    }
  }

  #settleUnsupported(): void {
    const unsupported = this.#queue.filter((ask) => ask.recipient.needsSmtpUtf8);
    if (unsupported.length === 0) return;
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((ask) => !ask.recipient.needsSmtpUtf8));
    for (const ask of unsupported) ask.settle({ kind: 'smtputf8-unsupported' });
  }
}
