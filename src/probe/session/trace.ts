import { EgressFailed } from '../../exchange/egress-outage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DnsAnswer, MxRecord } from '../../ports/dns.ts';
import type { Stage } from '../reply/meanings.ts';
import type { ProbeAnswer } from './probe-request.ts';

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
  /** `received` only: the command that the reply answers; empty for the greeting. Undefined for a reply to nothing. */
  readonly answers?: string | undefined;
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
  readonly stage?: Stage | undefined;
}

/** One event of verification, for monitoring and debugging. Contains email addresses. */
export type TraceEvent = SessionEvent | DnsEvent | RecipientEvent;

/** Called for each event, synchronously. */
export type Trace = (event: TraceEvent) => void;

/** `isObserved`: false as long as nobody wants events, so that they are not even made; undefined: true. */
export interface ObservedTrace {
  (event: TraceEvent): void;
  readonly isObserved?: boolean;
}

/** Whether anybody wants events now. */
export function isObserved(trace: ObservedTrace | undefined): trace is ObservedTrace {
  return trace !== undefined && trace.isObserved !== false;
}

/** Records the events of one session. Undefined if nobody will ever want them. Lines may be made only if somebody does. */
export type TraceRecorder =
  | ((
      kind: SessionEvent['kind'],
      lines: readonly string[] | (() => readonly string[]),
      answers?: string,
    ) => void)
  | undefined;

export function createTraceRecorder(
  clock: Clock,
  trace: ObservedTrace | undefined,
  session: { number: number; egress: string; host: string },
): TraceRecorder {
  if (trace === undefined) return undefined;
  const { number, egress, host } = session;
  return (kind, lines, answers) => {
    if (!isObserved(trace)) return;
    const made = typeof lines === 'function' ? lines() : lines;
    const event = { at: clock.now(), session: number, egress, host, kind, lines: made };
    trace(answers === undefined ? event : { ...event, answers });
  };
}

/** Returns what is told of answers of DNS. `asker`: on whose behalf it is asked. */
export function createDnsRecorder(
  clock: Clock,
  trace: ObservedTrace | undefined,
  asker: TracedSession | { readonly recipient: string },
): ((question: string, answer: DnsEvent['answer'], cached: boolean) => void) | undefined {
  if (trace === undefined) return undefined;
  return (question, answer, cached) => {
    if (isObserved(trace)) trace({ at: clock.now(), kind: 'dns', question, answer, cached, ...asker });
  };
}

/** Returns a duration in seconds, to a tenth: `1.5`. */
export function secondsOf(durationMs: number): string {
  return String(Math.max(0.1, Math.round(durationMs / 100) / 10));
}

/** A question about a recipient to one exchange through one egress. */
interface TracedQuestion extends Pick<RecipientEvent, 'recipient' | 'egress' | 'host'> {
  readonly clock: Clock;
  readonly trace: ObservedTrace;
  /** True if the exchange was found unreachable a moment ago. */
  readonly isKnown: boolean;
}

/** Tells the trace of a question, and of what comes of it: an answer, or an error for its caller. */
export function traceQuestion({ clock, trace, isKnown, ...about }: TracedQuestion) {
  const record = (kind: RecipientEvent['kind'], text: string, stage?: Stage) => {
    if (isObserved(trace))
      trace({ at: clock.now(), kind, ...about, text, ...(stage !== undefined && { stage }) });
  };
  record('asking', '');
  const onAnswer = (answer: ProbeAnswer) => {
    const known = isKnown && answer.kind === 'unreachable' ? ', as was found out a moment ago' : '';
    if (answer.kind !== 'paused')
      record('answered', `${answerText(answer)}${known}`, answer.kind === 'reply' ? answer.stage : undefined);
    else if (answer.isRerouted) record('paused', 'left to another egress, because this one may be blocked');
    else record('paused', pauseText(answer.reason, answer.until - clock.now()));
  };
  const onError = (error: unknown) => {
    const why = error instanceof EgressFailed ? error.message : 'nobody waits for an answer any longer';
    record('answered', why);
  };
  return { onAnswer, onError };
}

function pauseText(reason: string, pauseMs: number): string {
  return `not asked, because it ${reason} us${pauseMs > 0 ? `: the pause lasts for another ${secondsOf(pauseMs)} s` : ''}`;
}

const replyNames: Readonly<Record<Stage, string>> = {
  greeting: 'its greeting',
  hello: 'its reply to EHLO',
  starttls: 'its reply to STARTTLS',
  mail: 'its reply to MAIL',
  rcpt: 'its reply to RCPT',
  reset: 'its reply to RSET',
};

function answerText(answer: Exclude<ProbeAnswer, { kind: 'paused' }>): string {
  switch (answer.kind) {
    case 'reply': {
      const { stage, classification } = answer;
      return `${replyNames[stage]} means: ${wordsOf(classification.meaning)}`;
    }
    case 'unreachable':
      return answer.problem === 'no-address'
        ? 'it cannot be reached: its name has no address'
        : `it cannot be reached: ${wordsOf(answer.problem)}`;
    case 'dialogue-failed':
      return answer.ungreeted
        ? `it sent no greeting: ${wordsOf(answer.failure)}`
        : `the conversation broke off: ${wordsOf(answer.failure)}`;
    case 'smtputf8-unsupported':
      return 'not asked, because it does not take addresses that are not ASCII';
  }
}

function wordsOf(code: string): string {
  return code.replaceAll(/[-_]/g, ' ');
}
