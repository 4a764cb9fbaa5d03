/** One line of what happens on the wire, for people who watch. Carries addresses: given only on request. */
export interface TraceEvent {
  readonly at: number;
  /** Numbers the sessions of an engine from 1. */
  readonly session: number;
  /** Host name of the exchange. */
  readonly host: string;
  /** `sent`: one group of commands, one round trip. */
  readonly kind: 'connecting' | 'connected' | 'sent' | 'received' | 'secured' | 'failed' | 'closed';
  readonly lines: readonly string[];
}

export type Trace = (event: TraceEvent) => void;
