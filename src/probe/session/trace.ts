import type { Clock } from '../../ports/clock.ts';
import type { DnsAnswer, MxRecord } from '../../ports/dns.ts';
import type { Stage } from '../reply/meanings.ts';

/** The SMTP session that an event is of. */
export interface TracedSession {
  /** Number of the session, counted from 1 per engine. */
  readonly session: number;
  /** Name of the egress. */
  readonly egress: string;
  /** Host name of the exchange. */
  readonly host: string;
}

/** An event of one SMTP session. */
export interface SessionEvent extends TracedSession {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** `sent`: one group of commands, one round trip. `waiting`: for a connection, the end of a pause, or a rate; `lines` say which. */
  readonly kind:
    | 'waiting'
    | 'connecting'
    | 'connected'
    | 'sent'
    | 'received'
    | 'secured'
    | 'failed'
    | 'closed';
  readonly lines: readonly string[];
}

/**
 * An answer of DNS: to a session, about the addresses of its exchange, or for a recipient, about where mail for it goes.
 */
export type DnsEvent = {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly kind: 'dns';
  /** Type and name, such as `MX example.com`. */
  readonly question: string;
  readonly answer: DnsAnswer<MxRecord> | DnsAnswer<string>;
  /** True if the answer was remembered, and nothing was asked. */
  readonly cached: boolean;
} & (TracedSession | { readonly recipient: string });

/**
 * What becomes of the question about a recipient at one exchange, through one egress: it is being asked, has to wait because all
 * connections are busy, is not asked because the exchange is paused, or was answered. If the exchange gave no usable answer, the next
 * one is asked, if there is one.
 */
export interface RecipientEvent {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly kind: 'asking' | 'queued' | 'paused' | 'answered';
  /** The address, as it is sent to exchanges. */
  readonly recipient: string;
  /** Name of the egress. */
  readonly egress: string;
  /** Host name of the exchange. */
  readonly host: string;
  /** What was found out, or why nothing; empty while it is being asked. */
  readonly text: string;
  /** `answered` only: the stage of the conversation whose reply decided. Undefined if no reply did. */
  readonly stage?: Stage;
}

/** One event of verification, for monitoring and debugging. Contains email addresses. */
export type TraceEvent = SessionEvent | DnsEvent | RecipientEvent;

/** Called for each event, synchronously. */
export type Trace = (event: TraceEvent) => void;

/**
 * A trace that is not always listened to. `isObserved`: false as long as nobody wants events, so that they are not even made;
 * undefined: true. `unanswered`: how many commands of the session had no reply before the event.
 */
export interface ObservedTrace {
  (event: TraceEvent, unanswered?: number): void;
  readonly isObserved?: boolean;
}

/** Whether anybody wants events now. */
export function isObserved(trace: ObservedTrace | undefined): trace is ObservedTrace {
  return trace !== undefined && trace.isObserved !== false;
}

/** Lines that are made only if somebody wants them. */
type Lines = readonly string[] | (() => readonly string[]);

export function linesOf(lines: Lines): readonly string[] {
  return typeof lines === 'function' ? lines() : lines;
}

/** Records the events of one session. Undefined if nobody will ever want them. */
export type TraceRecorder = ((kind: SessionEvent['kind'], lines: Lines) => void) | undefined;

export function createTraceRecorder(
  clock: Clock,
  trace: ObservedTrace | undefined,
  session: { number: number; egress: string; host: string },
): TraceRecorder {
  if (trace === undefined) return undefined;
  const { number, egress, host } = session;
  // Counted while nobody listens, too: whoever begins to must not take the next reply for one to what comes after.
  let unanswered = 0;
  return (kind, lines) => {
    const before = unanswered;
    if (kind === 'received') unanswered = Math.max(0, unanswered - 1);
    else if (kind === 'sent') unanswered += linesOf(lines).length;
    if (!isObserved(trace)) return;
    trace({ at: clock.now(), session: number, egress, host, kind, lines: linesOf(lines) }, before);
  };
}

/** Told of an answer of DNS. */
export type DnsRecorder =
  | ((question: string, answer: DnsEvent['answer'], cached: boolean) => void)
  | undefined;

/** `asker`: on whose behalf DNS is asked. */
export function createDnsRecorder(
  clock: Clock,
  trace: ObservedTrace | undefined,
  asker: TracedSession | { readonly recipient: string },
): DnsRecorder {
  if (trace === undefined) return undefined;
  return (question, answer, cached) => {
    if (isObserved(trace)) trace({ at: clock.now(), kind: 'dns', question, answer, cached, ...asker });
  };
}
