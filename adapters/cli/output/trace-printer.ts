import { dnsAnswerText } from '../../../src/exchange/dns-answer-text.ts';
import type { RecipientEvent, SessionEvent, Trace, TraceEvent } from '../../../src/probe/session/trace.ts';
import { printable } from './printable.ts';

/**
 * Creates a trace that writes what is asked and answered as it happens, each line with the seconds since `startedAt`: answers of DNS, which
 * exchange is asked about which address and what came of it, and the dialogues, with the number of the session:
 *
 *     0.001 DNS * MX example.com: 10 mx.example.com (TTL 300 s)
 *     0.002 ann@example.com * asks mx.example.com
 *     0.004 #1 * connecting to mx.example.com (192.0.2.1)
 *     0.011 #1 < 220 mx.example.com ESMTP
 *     0.012 #1 > EHLO probe.example.net
 *
 * With several egresses, the first line of a session ends with the name of its egress, and so do those about addresses.
 */
export function tracePrinter(
  write: (text: string) => void,
  startedAt: number,
  { showsEgress = false } = {},
): Trace {
  return (event) => {
    const head = `${secondsText(event.at - startedAt)} ${subjectOf(event)}`;
    write(linesOf(event, showsEgress).reduce((text, line) => `${text}${head} ${printable(line)}\n`, ''));
  };
}

/** Returns a duration as `12.345`. */
function secondsText(durationMs: number): string {
  return (Math.max(0, durationMs) / 1_000).toFixed(3).padStart(7);
}

function subjectOf(event: TraceEvent): string {
  if (event.kind === 'dns') return 'DNS';
  return 'session' in event ? `#${event.session}` : printable(event.recipient);
}

function linesOf(event: TraceEvent, showsEgress: boolean): readonly string[] {
  if ('lines' in event) return linesOfSession(event, showsEgress);
  if (event.kind !== 'dns') return [`* ${questionText(event, showsEgress)}`];
  const { question, answer, cached } = event;
  return [`* ${question}: ${dnsAnswerText(answer)}${cached ? ', remembered' : ''}`];
}

function questionText({ kind, egress, host, text }: RecipientEvent, showsEgress: boolean): string {
  const source = showsEgress ? ` from ${egress}` : '';
  return kind === 'asking' ? `asks ${host}${source}` : `${host}${source}: ${text}`;
}

function linesOfSession(
  { kind, egress, host, lines }: SessionEvent,
  showsEgress: boolean,
): readonly string[] {
  const text = lines.join(' ');
  switch (kind) {
    case 'waiting':
      return [`* waits for ${text}`];
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
