import type { Clock } from '../../ports/clock.ts';

/** One event on the wire, for monitoring and debugging. Contains email addresses. */
export interface TraceEvent {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Number of the session, counted from 1 per engine. */
  readonly session: number;
  /** Name of the egress. */
  readonly egress: string;
  /** Host name of the exchange. */
  readonly host: string;
  /** `sent`: one group of commands, one round trip. */
  readonly kind: 'connecting' | 'connected' | 'sent' | 'received' | 'secured' | 'failed' | 'closed';
  readonly lines: readonly string[];
}

/** Called for each event, synchronously. */
export type Trace = (event: TraceEvent) => void;

/** Records the events of one session. Undefined if nobody wants them, so that the lines are not even made. */
export type TraceRecorder = ((kind: TraceEvent['kind'], lines: readonly string[]) => void) | undefined;

export function createTraceRecorder(
  clock: Clock,
  trace: Trace | undefined,
  session: { number: number; egress: string; host: string },
): TraceRecorder {
  if (trace === undefined) return undefined;
  const { number, egress, host } = session;
  return (kind, lines) => trace({ at: clock.now(), session: number, egress, host, kind, lines });
}
