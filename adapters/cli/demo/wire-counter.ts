import type { TraceEvent } from '../../../src/probe/session/trace.ts';

/** What went over the wire. */
export interface WireCounts {
  readonly connections: number;
  /** RCPT commands. */
  readonly recipients: number;
  /** Groups of commands sent. */
  readonly roundTrips: number;
}

/** Counts what an engine's trace shows. */
export class WireCounter implements WireCounts {
  connections = 0;
  recipients = 0;
  roundTrips = 0;

  note({ kind, lines }: Pick<TraceEvent, 'kind' | 'lines'>): void {
    if (kind === 'connected') this.connections += 1;
    if (kind !== 'sent') return;
    this.roundTrips += 1;
    this.recipients += lines.filter((line) => line.startsWith('RCPT ')).length;
  }
}
