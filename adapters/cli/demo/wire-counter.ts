import type { SessionEvent, TraceEvent } from '../../../src/probe/session/trace.ts';

/** Counts of what was sent over the network. */
export interface WireCounts {
  readonly connections: number;
  /** RCPT commands. */
  readonly recipients: number;
  /** Groups of commands sent. */
  readonly roundTrips: number;
}

/** Counts the events of an engine's trace. */
export class WireCounter implements WireCounts {
  connections = 0;
  recipients = 0;
  roundTrips = 0;

  count(event: TraceEvent | Pick<SessionEvent, 'kind' | 'lines'>): void {
    if (event.kind === 'connected') this.connections += 1;
    if (event.kind !== 'sent') return;
    this.roundTrips += 1;
    this.recipients += event.lines.filter((line) => line.startsWith('RCPT ')).length;
  }
}
