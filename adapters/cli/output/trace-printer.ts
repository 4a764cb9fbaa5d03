import type { Trace, TraceEvent } from '../../../src/probe/session/trace.ts';
import { printable } from './printable.ts';

/**
 * Creates a trace that writes SMTP dialogues as they happen, each line with the seconds since `startedAt` and the number
 * of the session:
 *
 *     0.004 #1 * connecting to mx.example.com (192.0.2.1)
 *     0.011 #1 < 220 mx.example.com ESMTP
 *     0.012 #1 > EHLO probe.example.net
 *
 * With several egresses, the first line of a session ends with the name of its egress.
 */
export function tracePrinter(
  write: (text: string) => void,
  startedAt: number,
  { showsEgress = false } = {},
): Trace {
  return (event) => {
    const head = `${secondsText(event.at - startedAt)} #${event.session}`;
    write(linesOf(event, showsEgress).reduce((text, line) => `${text}${head} ${printable(line)}\n`, ''));
  };
}

/** Returns a duration as `12.345`. */
export function secondsText(durationMs: number): string {
  return (Math.max(0, durationMs) / 1_000).toFixed(3).padStart(7);
}

function linesOf({ kind, egress, host, lines }: TraceEvent, showsEgress: boolean): readonly string[] {
  const text = lines.join(' ');
  switch (kind) {
    case 'connecting':
      return [`* connecting to ${host} (${text})${showsEgress ? ` from ${egress}` : ''}`];
    case 'connected':
      return [`* connected to ${host}`];
    case 'sent':
      return lines.map((line) => `> ${line}`);
    case 'received':
      return lines.map((line) => `< ${line}`);
    case 'secured':
      return ['* TLS is up'];
    case 'failed':
      return [`* failed: ${text}`];
    case 'closed':
      return ['* connection closed'];
  }
}
