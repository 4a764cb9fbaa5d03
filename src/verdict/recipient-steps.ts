import { dnsAnswerText } from '../exchange/dns-answer-text.ts';
import type {
  DnsEvent,
  ObservedTrace,
  RecipientEvent,
  SessionEvent,
  Trace,
  TracedSession,
  TraceEvent,
} from '../probe/session/trace.ts';
import { recipientOf } from '../probe/session/transaction.ts';

/** Something that was asked or answered while an address was verified. Contains no address but that one. */
export interface VerificationStep {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Host name of the exchange; null if the step is about none. */
  readonly exchange: string | null;
  /** Name of the egress; null if the step is about none. */
  readonly egress: string | null;
  /**
   * `dns`: a question to DNS and its answer. `connect`: the connection was begun, opened, encrypted, failed or closed. `pause`: what is waited
   * for, or why an exchange is not asked. `note`: which exchange is asked, what its answer is taken for, and what else there is to know.
   */
  readonly kind: 'dns' | 'connect' | 'command' | 'reply' | 'pause' | 'note';
  readonly text: string;
}

/** `isReply`: whether the step tells what a mail server has replied about the address, or what that is taken for. */
export type StepListener = (step: VerificationStep, isReply: boolean) => void;

/** Hands the trace on to those who verify an address and want to see what is asked. */
export class SessionTraces {
  readonly #observers = new Set<RecipientSteps>();
  /** Where sessions and questions are recorded. */
  readonly trace: ObservedTrace;

  /** `always`: receives every event. */
  constructor(always: Trace | undefined) {
    const observers = this.#observers;
    const record = (event: TraceEvent) => {
      always?.(event);
      for (const observer of observers) observer.record(event);
    };
    this.trace = Object.defineProperty(record, 'isObserved', {
      get: () => always !== undefined || observers.size > 0,
    });
  }

  /** Calls `onStep` for each step about an address, as it is sent to exchanges. The returned function ends that. */
  observe(address: string, onStep: StepListener): () => void {
    const observer = new RecipientSteps(address, onStep);
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }
}

/** What happened in a session before it is known whether it asks about the address. */
const mostKept = 40;

interface SessionState {
  /** True once the request has seen its beginning, or a command: earlier ones and their replies are about others. */
  isFollowed: boolean;
  /** True as long as it has asked about no recipient, and the request has seen its beginning. */
  isOpening: boolean;
  /** Undefined once the session has asked about the address: its steps are then handed on at once. */
  kept: VerificationStep[] | undefined;
}

/**
 * Finds the steps about one recipient in the trace, and leaves out those about others. A session is taken to be opened for the
 * address, too, if it is opened while the address waits for its exchange.
 */
class RecipientSteps {
  readonly #address: string;
  readonly #onStep: StepListener;
  /** Sessions with an event since the request began; the closed ones are removed. */
  readonly #sessions = new Map<number, SessionState>();
  /** Egresses and exchanges that the address waits for. */
  readonly #awaited = new Set<string>();

  /** `address`: as it is sent to exchanges. */
  constructor(address: string, onStep: StepListener) {
    this.#address = address.toLowerCase();
    this.#onStep = onStep;
  }

  record(event: TraceEvent): void {
    switch (event.kind) {
      case 'dns':
        this.#recordDns(event);
        return;
      case 'asking':
      case 'queued':
      case 'paused':
      case 'answered':
        if (event.recipient.toLowerCase() === this.#address) this.#recordQuestion(event);
        return;
      default:
        this.#recordSession(event, this.#ensureState(event));
    }
  }

  #recordDns(event: DnsEvent): void {
    const { at, question, answer, cached } = event;
    const text = `${question}: ${dnsAnswerText(answer)}${cached ? ', remembered' : ''}`;
    if ('session' in event) this.#tell('dns', text, event, this.#ensureState(event));
    else if (event.recipient.toLowerCase() === this.#address)
      this.#onStep({ at, exchange: null, egress: null, kind: 'dns', text }, false);
  }

  #recordQuestion({ kind, at, egress, host, text, stage }: RecipientEvent): void {
    if (kind === 'asking') this.#awaited.add(placeOf({ egress, host }));
    if (kind === 'paused' || kind === 'answered') this.#awaited.delete(placeOf({ egress, host }));
    const isPause = kind === 'queued' || kind === 'paused';
    const step = { at, exchange: host, egress, text: kind === 'asking' ? 'is asked' : text };
    this.#onStep({ ...step, kind: isPause ? 'pause' : 'note' }, stage === 'rcpt' || stage === 'reset');
  }

  #recordSession(event: SessionEvent, state: SessionState): void {
    const { kind, lines, session } = event;
    switch (kind) {
      case 'sent':
        for (const command of lines) this.#send(command, event, state);
        return;
      case 'received':
        this.#receive(event, state);
        return;
      case 'waiting':
        this.#tell('pause', `waits for ${lines.join(' ')}`, event, state);
        return;
      default:
        if (kind === 'closed') this.#sessions.delete(session);
        this.#tell('connect', [kind, ...lines].join(' '), event, state);
    }
  }

  #ensureState(event: SessionEvent | (DnsEvent & TracedSession)): SessionState {
    const known = this.#sessions.get(event.session);
    if (known !== undefined) return known;
    const isNew = ['dns', 'connecting', 'waiting'].includes(event.kind);
    const state: SessionState = { isFollowed: isNew, isOpening: isNew, kept: [] };
    this.#sessions.set(event.session, state);
    return state;
  }

  #send(command: string, event: SessionEvent, state: SessionState): void {
    state.isFollowed = true;
    const recipient = recipientOf(command)?.toLowerCase();
    if (recipient !== undefined) state.isOpening = false;
    if (recipient === this.#address) {
      this.#awaited.delete(placeOf(event));
      this.#handOnKept(state);
      state.kept = undefined;
    }
    if (recipient === undefined || recipient === this.#address) this.#tell('command', command, event, state);
  }

  #receive(event: SessionEvent, state: SessionState): void {
    if (event.answers === undefined || !state.isFollowed) return;
    const recipient = recipientOf(event.answers)?.toLowerCase();
    if (recipient === undefined || recipient === this.#address)
      this.#tell('reply', event.lines.join('\n'), event, state, recipient !== undefined);
  }

  /** Hands a step of a session on, or keeps it until the session asks about the address. */
  #tell(
    kind: VerificationStep['kind'],
    text: string,
    event: TracedSession & { readonly at: number },
    state: SessionState,
    isReply = false,
  ): void {
    const step = { at: event.at, exchange: event.host, egress: event.egress, kind, text };
    const isForAddress = state.isOpening && this.#awaited.has(placeOf(event));
    if (isForAddress) this.#handOnKept(state);
    if (isForAddress || state.kept === undefined) this.#onStep(step, isReply);
    else if (state.kept.length < mostKept) state.kept.push(step);
  }

  #handOnKept({ kept }: SessionState): void {
    for (const step of kept?.splice(0) ?? []) this.#onStep(step, false);
  }
}

function placeOf({ egress, host }: Pick<TracedSession, 'egress' | 'host'>): string {
  return `${egress} ${host}`;
}
