import type { TraceEvent } from './trace.ts';

/** Something that was asked or answered while an address was verified. Contains no address but that one. */
export interface VerificationStep {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Host name of the exchange; null for a note. */
  readonly exchange: string | null;
  /** Name of the egress; null for a note. */
  readonly egress: string | null;
  /** `connect`: the connection was begun, opened, encrypted, failed or closed. `note`: what else there is to know. */
  readonly kind: 'connect' | 'command' | 'reply' | 'note';
  readonly text: string;
}

/** What happened in a session before it is known whether it asks about the address. */
const mostKept = 40;

interface SessionState {
  /** Commands whose reply has not arrived; undefined for those that were sent before the request began. */
  readonly unanswered: (string | undefined)[];
  /** Whether the request has seen its beginning, so that a reply to nothing is the greeting. */
  readonly isNew: boolean;
  /** Undefined once the session has asked about the address: its steps are then handed on at once. */
  kept: VerificationStep[] | undefined;
}

/**
 * Finds the steps about one recipient in the trace of all sessions. Replies arrive in the order of the commands (RFC 2920 §3.1), so
 * that those about other recipients are left out.
 */
export class RecipientSteps {
  readonly #address: string;
  readonly #onStep: (step: VerificationStep) => void;
  /** Sessions with an event since the request began; the closed ones are removed. */
  readonly #sessions = new Map<number, SessionState>();

  /** `address`: as it is sent to exchanges. */
  constructor(address: string, onStep: (step: VerificationStep) => void) {
    this.#address = address.toLowerCase();
    this.#onStep = onStep;
  }

  /** `unanswered`: how many commands of the session had no reply before the event. */
  record(event: TraceEvent, unanswered: number): void {
    const state = this.#sessions.get(event.session) ?? {
      unanswered: Array<undefined>(unanswered).fill(undefined),
      isNew: event.kind === 'connecting',
      kept: [],
    };
    this.#sessions.set(event.session, state);
    switch (event.kind) {
      case 'sent':
        for (const command of event.lines) this.#send(command, event, state);
        break;
      case 'received':
        this.#receive(event, state);
        break;
      case 'closed':
        this.#sessions.delete(event.session);
        this.#add('connect', 'closed', event, state);
        break;
      case 'connecting':
      case 'connected':
      case 'secured':
      case 'failed':
        this.#add('connect', [event.kind, ...event.lines].join(' '), event, state);
        break;
    }
  }

  #send(command: string, event: TraceEvent, state: SessionState): void {
    state.unanswered.push(command);
    const recipient = recipientOf(command);
    if (recipient === this.#address) {
      for (const step of state.kept ?? []) this.#onStep(step);
      state.kept = undefined;
    }
    if (recipient === undefined || recipient === this.#address) this.#add('command', command, event, state);
  }

  #receive(event: TraceEvent, state: SessionState): void {
    const isGreeting = state.isNew && state.unanswered.length === 0;
    const command = state.unanswered.shift();
    if (command === undefined && !isGreeting) return;
    const recipient = command === undefined ? undefined : recipientOf(command);
    if (recipient === undefined || recipient === this.#address)
      this.#add('reply', event.lines.join('\n'), event, state);
  }

  #add(
    kind: VerificationStep['kind'],
    text: string,
    { at, host, egress }: TraceEvent,
    { kept }: SessionState,
  ): void {
    const step = { at, exchange: host, egress, kind, text };
    if (kept === undefined) this.#onStep(step);
    else if (kept.length < mostKept) kept.push(step);
  }
}

/** Returns the recipient that a command names, in lower case; undefined for every other command. */
function recipientOf(command: string): string | undefined {
  return /^RCPT TO:<(.*)>/i.exec(command)?.[1]?.toLowerCase();
}
