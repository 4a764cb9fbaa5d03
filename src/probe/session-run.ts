import type { Clock, Identity } from '../ports.ts';
import type { Admission, Gate } from './admission.ts';
import type { Ask, ProbeAnswer } from './ask.ts';
import { Conversation, noteFor, type StepPatience } from './conversation.ts';
import type { Dialler } from './dialler.ts';
import { type Break, type Greeting, greet } from './dialogue.ts';
import type { ExchangeConduct } from './exchange-conduct.ts';
import { Session } from './session.ts';
import type { Trace } from './trace.ts';

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

export interface RunContext {
  readonly host: string;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly conduct: ExchangeConduct;
  readonly gate: Gate;
  readonly dialler: Dialler;
  readonly patience: StepPatience;
  /** How long a session without work is kept open. */
  readonly idleMs: number;
  readonly trace: Trace | undefined;
  readonly sessionNumber: number;
}

/** One session from waiting for its place to the end of its connection. */
export class SessionRun {
  phase: 'opening' | 'busy' | 'idle' | 'ending' = 'opening';
  /** Those of the transaction under way. */
  asks: readonly Ask[] = [];
  readonly #source: AskSource;
  readonly #context: RunContext;
  readonly #controller = new AbortController();
  #wake: () => void = () => {};

  constructor(source: AskSource, context: RunContext) {
    this.#source = source;
    this.#context = context;
  }

  /** Gives an idle session work. */
  wake(): void {
    this.#wake();
  }

  /** Lets an idle session end. */
  dismiss(): void {
    this.phase = 'ending';
    this.#wake();
  }

  /** Ends the session at once, in any phase. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    this.#wake();
  }

  /** Rejects where a store or our own code fails, never for what a server does, nor when aborted. */
  async run(): Promise<void> {
    const { gate, conduct } = this.#context;
    const { signal } = this.#controller;
    const { policy } = conduct;
    let admission: Admission | undefined;
    try {
      admission = await gate.admit(policy, { signal, patientUntil: this.#source.patientUntil });
      if (admission.kind === 'pause') this.#source.settleAll({ kind: 'paused', reason: admission.reason });
      else await this.#connect();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (admission?.kind === 'lease') await admission.release();
    }
  }

  async #connect(): Promise<void> {
    const { clock, host, trace, patience, identity, conduct, dialler, sessionNumber } = this.#context;
    const { signal } = this.#controller;
    const note = noteFor(clock, trace, { number: sessionNumber, host });
    const dialled = await dialler.dial(host, {
      connectMs: patience.connectMs,
      patientUntil: this.#source.patientUntil,
      signal,
      note,
    });
    if (dialled.kind === 'unreachable') {
      this.#turnedAway({ kind: 'unreachable', problem: dialled.problem });
      return;
    }
    const conversation = new Conversation(dialled.connection, { host, patience, note });
    const hangUp = () => conversation.close();
    signal.addEventListener('abort', hangUp, { once: true });
    try {
      const { policy } = conduct;
      const greeting = await conversation.run(greet(identity, { tls: policy.tls }));
      if (signal.aborted) return;
      if (greeting.kind !== 'ready') return await this.#refused(greeting);
      conduct.welcomed();
      const { capabilities } = greeting;
      const { mailFrom } = identity;
      await this.#serve(new Session({ conversation, capabilities, mailFrom, conduct }));
    } finally {
      signal.removeEventListener('abort', hangUp);
      conversation.close();
      note('closed', []);
    }
  }

  async #refused(greeting: Exclude<Greeting, { kind: 'ready' }>): Promise<void> {
    const { conduct } = this.#context;
    if (greeting.kind === 'broken') {
      // Those who wait are served by the next session, which will not try TLS.
      if (greeting.stage === 'starttls') conduct.cannotSecure();
      else this.#turnedAway({ kind: 'broken', broken: greeting.broken });
      return;
    }
    const { stage, reply } = greeting;
    const reading = conduct.classify(reply, stage);
    // Too busy for anybody: most often over in a moment, so those who are patient wait for the next session.
    if (this.#source.otherSessions(this) === 0 && (await conduct.backOff(reading))) return;
    const alone = this.#turnedAway({ kind: 'reply', stage, reply, reading });
    if (alone) await conduct.heed(reading, stage);
  }

  /** No session came about. While there are others, that only means: not so many. */
  #turnedAway(answer: ProbeAnswer): boolean {
    const others = this.#source.otherSessions(this);
    if (others === 0) this.#source.settleAll(answer);
    else this.#context.conduct.servesOnly(others);
    return others === 0;
  }

  async #serve(session: Session): Promise<void> {
    const { signal } = this.#controller;
    let broken: Break | undefined;
    while (broken === undefined && session.room > 0 && !signal.aborted) {
      this.phase = 'busy';
      this.asks = this.#source.take(session);
      if (this.asks.length > 0) broken = await this.#transact(session);
      else if (this.#source.waiting > 0 || this.#source.crowded() || !(await this.#idle())) break;
    }
    this.phase = 'ending';
    this.asks = [];
    if (broken === undefined && !signal.aborted) await session.quit(this.#context.patience.quitMs);
  }

  async #transact(session: Session): Promise<Break | undefined> {
    const { conduct } = this.#context;
    const { asks } = this;
    const unused = session.unused;
    const { rulings, broken } = await session.ask(asks);
    if (broken !== undefined) conduct.brokeOff(broken, session, unused && session.unused);
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
    this.#source.putBack(again);
    for (const { ask, answer } of settled) {
      ask.settle(answer);
      if (answer.kind === 'reply') await conduct.heed(answer.reading, answer.stage);
    }
    return broken;
  }

  /** Waits for work. False if the session should end instead. */
  async #idle(): Promise<boolean> {
    this.phase = 'idle';
    await new Promise<void>((resolve) => {
      const cancel = this.#context.clock.after(this.#context.idleMs, resolve);
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
    return this.phase === 'idle' && !this.#controller.signal.aborted;
  }
}
