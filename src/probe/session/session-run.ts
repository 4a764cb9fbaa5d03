import type { Clock, Identity } from '../../ports.ts';
import type { Admission, Gate } from './admission.ts';
import type { Ask, ProbeAnswer } from './ask.ts';
import { Conversation, noteFor, type StepPatience } from './conversation.ts';
import type { Dialler } from './dialler.ts';
import { type Greeting, greet } from './dialogue.ts';
import type { ExchangeConduct } from './exchange-conduct.ts';
import { Session } from './session.ts';
import { type AskSource, type ServicePhase, SessionService } from './session-service.ts';
import type { Trace } from './trace.ts';

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
  readonly #source: AskSource;
  readonly #context: RunContext;
  readonly #controller = new AbortController();
  #service: SessionService | undefined;
  #over = false;

  constructor(source: AskSource, context: RunContext) {
    this.#source = source;
    this.#context = context;
  }

  get phase(): 'opening' | ServicePhase {
    return this.#over ? 'ending' : (this.#service?.phase ?? 'opening');
  }

  /** Those asked about and not answered yet. */
  get asks(): readonly Ask[] {
    return this.#service?.asks ?? [];
  }

  /** Whether it takes asks now. */
  get ready(): boolean {
    return this.#service?.ready ?? false;
  }

  /** Whether it awaits every reply before the next command. */
  get lockstep(): boolean {
    return this.#service?.lockstep ?? false;
  }

  /** How many recipients it has room for, or will have once it is open. */
  get room(): number {
    if (this.#over) return 0;
    return this.#service?.room ?? this.#context.conduct.policy.refusalsPerSession;
  }

  /** There is work for it. */
  wake(): void {
    this.#service?.wake();
  }

  /** Lets an idle session end. */
  dismiss(): void {
    this.#service?.dismiss();
  }

  /** Ends the session at once, in any phase. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    this.#service?.wake();
  }

  /** Rejects where a store or our own code fails, never for what a server does, nor when aborted. */
  async run(): Promise<void> {
    const { gate, conduct } = this.#context;
    const { signal } = this.#controller;
    const { policy } = conduct;
    let admission: Admission | undefined;
    try {
      admission = await gate.admit(policy, {
        signal,
        patientUntil: this.#source.patientUntil,
        onLost: () => this.#lost(),
      });
      if (admission.kind === 'pause') this.#source.settleAll({ kind: 'paused', reason: admission.reason });
      else await this.#connect();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (admission?.kind === 'lease') await admission.release();
    }
  }

  /** Whoever is being asked about is asked about again by another session. */
  #lost(): void {
    this.abort(new Error('The place of this connection was lost: the process must have stood still.'));
  }

  async #connect(): Promise<void> {
    const { clock, host, trace, patience, identity, conduct, dialler, idleMs, sessionNumber } = this.#context;
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
      const session = new Session({ conversation, capabilities, mailFrom, conduct });
      this.#service = new SessionService(session, { source: this.#source, conduct, clock, idleMs, signal });
      await this.#service.run();
      if (!session.broken && !signal.aborted) await session.quit(patience.quitMs);
    } finally {
      this.#over = true;
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
    const classification = conduct.classify(reply, stage);
    // Too busy for anybody: most often over in a moment, so those who are patient wait for the next session.
    if (this.#source.otherSessions(this) === 0 && (await conduct.backOff(classification))) return;
    const alone = this.#turnedAway({ kind: 'reply', stage, reply, classification });
    if (alone) await conduct.heed(classification, stage);
  }

  /** No session came about. While there are others, that only means: not so many. */
  #turnedAway(answer: ProbeAnswer): boolean {
    const others = this.#source.otherSessions(this);
    if (others === 0) this.#source.settleAll(answer);
    else this.#context.conduct.servesOnly(others);
    return others === 0;
  }
}
