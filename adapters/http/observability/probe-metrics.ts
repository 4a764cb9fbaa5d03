import { Counter, Gauge, type Registry } from 'prom-client';
import type { QueueDepth } from '../../../src/ports/work-queue.ts';
import type { Trace, TraceEvent } from '../../../src/probe/session/trace.ts';
import { shareResult } from './shared-result.ts';

const knownCommands = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL', 'RCPT', 'DATA', 'RSET', 'NOOP', 'QUIT']);

/** Returns a trace that counts connections to mail servers, and the commands and replies on them. */
export function createProbeTrace(registry: Registry): Trace {
  const registers = [registry];
  const connections = new Counter({
    name: 'mailproof_probe_connections_total',
    help: 'Connections to mail servers by egress, and by event: connecting, connected, secured by TLS, closed.',
    labelNames: ['event', 'egress'],
    registers,
  });
  const failures = new Counter({
    name: 'mailproof_probe_failures_total',
    help: 'Failures by stage: while connecting, or in conversation.',
    labelNames: ['stage'],
    registers,
  });
  const open = new Gauge({
    name: 'mailproof_probe_connections_open',
    help: 'Connections to mail servers that are open now.',
    registers,
  });
  const commands = new Counter({
    name: 'mailproof_probe_commands_total',
    help: 'SMTP commands sent by name.',
    labelNames: ['command'],
    registers,
  });
  const replies = new Counter({
    name: 'mailproof_probe_replies_total',
    help: 'SMTP replies received by the first digit of their code.',
    labelNames: ['class'],
    registers,
  });
  const connected = new Set<number>();
  return (event: TraceEvent) => {
    if (!('lines' in event)) return;
    const { kind, session, egress, lines } = event;
    switch (kind) {
      case 'waiting':
        return;
      case 'connecting':
      case 'secured':
        connections.inc({ event: kind, egress });
        return;
      case 'connected':
        connections.inc({ event: kind, egress });
        connected.add(session);
        open.set(connected.size);
        return;
      case 'closed':
        connections.inc({ event: kind, egress });
        connected.delete(session);
        open.set(connected.size);
        return;
      case 'failed':
        failures.inc({ stage: connected.has(session) ? 'conversation' : 'connecting' });
        return;
      case 'sent':
        for (const line of lines) commands.inc({ command: commandOf(line) });
        return;
      case 'received':
        replies.inc({ class: `${lines[0]?.charAt(0)}xx` });
    }
  };
}

function commandOf(line: string): string {
  const word = /^[A-Z]+/i.exec(line)?.[0].toUpperCase() ?? '';
  return knownCommands.has(word) ? word : 'other';
}

/**
 * Adds the metrics of the work queue. Returns a function that says from where they are read, when they are scraped. As
 * long as they cannot be read, they have no value.
 */
export function createQueueMetrics(registry: Registry): (read: () => Promise<QueueDepth>) => void {
  let readDepth: () => Promise<QueueDepth | undefined> = async () => undefined;
  const registers = [registry];
  new Gauge({
    name: 'mailproof_queue_batches',
    help: 'Batches of bulk jobs by state: queued, delayed, active. On a shared store, those of all processes.',
    labelNames: ['state'],
    registers,
    async collect() {
      const depth = await readDepth();
      this.reset();
      if (depth === undefined) return;
      for (const state of ['queued', 'delayed', 'active'] as const) this.set({ state }, depth[state]);
    },
  });
  new Gauge({
    name: 'mailproof_queue_oldest_due_retry_seconds',
    help: 'For how long the retry of unknown results has been due that is due longest; 0 if none is due.',
    registers,
    async collect() {
      const depth = await readDepth();
      // Without labels, `reset` would leave a 0.
      this.remove();
      if (depth !== undefined) this.set(depth.oldestDueRetryMs / 1_000);
    },
  });
  return (read) => {
    const shared = shareResult(read);
    readDepth = () => shared().catch(() => undefined);
  };
}
