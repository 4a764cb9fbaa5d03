import type { Clock } from '../../ports.ts';
import type { Ask, ProbeAnswer } from './ask.ts';
import type { ExchangeConduct } from './exchange-conduct.ts';
import type { Session } from './session.ts';
import type { SessionRun } from './session-run.ts';

/** The queue that a session serves. */
export interface AskSource {
  /** Asks for one transaction of this session; none if those that wait are not for it. */
  take(session: Session): readonly Ask[];
  /** To the front, to be asked again. */
  putBack(asks: readonly Ask[]): void;
  /** Answers all that wait. */
  settleAll(answer: ProbeAnswer): void;
  /** How many other sessions serve this queue, or are about to. */
  otherSessions(run: SessionRun): number;
  /** Whether an idle session should make room for another exchange. */
  crowded(): boolean;
  /** Told of an answer before it is given, and before any answer of the same transaction is given. */
  noted(ask: Ask, answer: ProbeAnswer): void;
  readonly waiting: number;
  /** When the most patient of those that wait gives up. */
  readonly patientUntil: number;
}

export type ServicePhase = 'busy' | 'idle' | 'ending';

/** Serves a queue with one session until its share is done, it breaks, or there is nothing left to do. */
export class SessionService {
  phase: ServicePhase = 'busy';
  readonly #session: Session;
  readonly #source: AskSource;
  readonly #conduct: ExchangeConduct;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #signal: AbortSignal;
  readonly #inFlight = new Set<Ask>();
  #failure: { error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(
    session: Session,
    context: {
      source: AskSource;
      conduct: ExchangeConduct;
      clock: Clock;
      /** How long it stays without work. */
      idleMs: number;
      signal: AbortSignal;
    },
  ) {
    this.#session = session;
    this.#source = context.source;
    this.#conduct = context.conduct;
    this.#clock = context.clock;
    this.#idleMs = context.idleMs;
    this.#signal = context.signal;
  }

  get asks(): readonly Ask[] {
    return [...this.#inFlight];
  }

  get ready(): boolean {
    return this.phase !== 'ending' && !this.#stopped && this.#session.ready;
  }

  get room(): number {
    return this.phase === 'ending' || this.#stopped ? 0 : this.#session.room;
  }

  get lockstep(): boolean {
    return !this.#session.pipelining;
  }

  wake(): void {
    this.#wake();
  }

  dismiss(): void {
    this.phase = 'ending';
    this.#wake();
  }

  /** Rejects where a store or our own code fails. */
  async run(): Promise<void> {
    while (this.#inFlight.size > 0 || !this.#stopped) {
      const asks = this.ready ? this.#source.take(this.#session) : [];
      if (asks.length > 0) this.#start(asks);
      else if (this.#inFlight.size > 0) await this.#change();
      else if (this.#done() || !(await this.#idle())) break;
    }
    this.phase = 'ending';
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  get #stopped(): boolean {
    return this.#session.broken || this.#signal.aborted || this.#failure !== undefined;
  }

  /** Its share is served, or those who wait are not for it, or its place is wanted. */
  #done(): boolean {
    return this.#session.room === 0 || this.#source.waiting > 0 || this.#source.crowded();
  }

  #start(asks: readonly Ask[]): void {
    this.phase = 'busy';
    for (const ask of asks) this.#inFlight.add(ask);
    this.#transact(asks)
      .catch((error: unknown) => {
        this.#failure ??= { error };
        for (const ask of asks) if (ask.live) ask.giveUp(error);
      })
      .finally(() => {
        for (const ask of asks) this.#inFlight.delete(ask);
        this.#wake();
      });
  }

  async #transact(asks: readonly Ask[]): Promise<void> {
    const unused = this.#session.unused;
    const { rulings, broken } = await this.#session.ask(asks);
    if (broken !== undefined) this.#conduct.brokeOff(broken, this.#session, unused && this.#session.unused);
    const settled: { ask: Ask; answer: ProbeAnswer }[] = [];
    const again: Ask[] = [];
    for (const [index, ask] of asks.entries()) {
      const ruling = rulings[index];
      if (ruling === undefined || !ask.live) continue;
      if (ruling.kind === 'settle') {
        settled.push({ ask, answer: ruling.answer });
        this.#source.noted(ask, ruling.answer);
      } else {
        ask.wantsFreshSession ||= ruling.freshSession;
        again.push(ask);
      }
    }
    for (const ask of asks) this.#inFlight.delete(ask);
    this.#source.putBack(again);
    for (const { ask, answer } of settled) {
      ask.settle(answer);
      if (answer.kind === 'reply') await this.#conduct.heed(answer.classification, answer.stage);
    }
  }

  /** Resolves when there is more to do, or less in flight. */
  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = () => {};
  }

  /** Waits for work. False if the session should end instead. */
  async #idle(): Promise<boolean> {
    this.phase = 'idle';
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(this.#idleMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = () => {};
    return this.#source.waiting > 0 && this.#stillIdle();
  }

  /** The phase may have been changed by `dismiss` meanwhile. */
  #stillIdle(): boolean {
    return this.phase === 'idle' && !this.#signal.aborted;
  }
}
