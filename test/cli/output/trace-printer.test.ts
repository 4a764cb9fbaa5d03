import { describe, expect, it } from 'vitest';
import { tracePrinter } from '../../../adapters/cli/output/trace-printer.ts';
import type { SessionEvent, TraceEvent } from '../../../src/probe/session/trace.ts';

const startedAt = 1_700_000_000_000;

function printed(...events: Pick<SessionEvent, 'kind' | 'lines'>[]): string {
  let text = '';
  const print = tracePrinter((more) => {
    text += more;
  }, startedAt);
  events.forEach((event, index) => {
    print({
      ...event,
      at: startedAt + 12 * (index + 1),
      session: 2,
      egress: 'probe.example.net',
      host: 'mx.example.com',
    });
  });
  return text;
}

describe('tracePrinter', () => {
  it('shows a dialogue with relative times, one SMTP line per line', () => {
    const text = printed(
      { kind: 'connecting', lines: ['192.0.2.1'] },
      { kind: 'connected', lines: ['192.0.2.1'] },
      { kind: 'received', lines: ['220-mx.example.com', '220 ready'] },
      { kind: 'sent', lines: ['MAIL FROM:<a@example.net>', 'RCPT TO:<b@example.com>'] },
      { kind: 'secured', lines: [] },
      { kind: 'failed', lines: ['No reply came.'] },
      { kind: 'closed', lines: [] },
    );
    expect(text).toBe(
      [
        '  0.012 #2 * connecting to mx.example.com (192.0.2.1)',
        '  0.024 #2 * connected to mx.example.com',
        '  0.036 #2 < 220-mx.example.com',
        '  0.036 #2 < 220 ready',
        '  0.048 #2 > MAIL FROM:<a@example.net>',
        '  0.048 #2 > RCPT TO:<b@example.com>',
        '  0.060 #2 * TLS is up',
        '  0.072 #2 * failed: No reply came.',
        '  0.084 #2 * connection closed',
        '',
      ].join('\n'),
    );
  });

  it('shows what DNS answers, which exchange is asked about whom, and what came of it', () => {
    let text = '';
    const print = tracePrinter((more) => (text += more), startedAt);
    const about = { recipient: 'ann@example.com', egress: 'own', host: 'mx.example.com' };
    const ofSession = { session: 1, egress: 'own', host: 'mx.example.com' };
    const records = [
      { preference: 10, exchange: 'mx.example.com' },
      { preference: 20, exchange: '' },
    ];
    const events = [
      {
        ...{ kind: 'dns', recipient: 'ann@example.com', question: 'MX example.com', cached: false },
        answer: { kind: 'records', records, ttlSeconds: 300 },
      },
      { kind: 'asking', ...about, text: '' },
      {
        ...{ kind: 'dns', ...ofSession, question: 'A mx.example.com', cached: true },
        answer: { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' },
      },
      {
        ...{ kind: 'dns', ...ofSession, question: 'AAAA mx.example.com', cached: false },
        answer: { kind: 'no-domain', ttlSeconds: 60 },
      },
      { kind: 'waiting', ...ofSession, lines: ['2 s, because it limited us'] },
      { kind: 'answered', ...about, text: 'it cannot be reached: connection refused' },
    ];
    for (const event of events) print({ ...event, at: startedAt + 7 } as TraceEvent);
    expect(text).toBe(
      [
        '  0.007 DNS * MX example.com: 10 mx.example.com, 20 . (TTL 300 s)',
        '  0.007 ann@example.com * asks mx.example.com',
        '  0.007 DNS * A mx.example.com: server-failure (SERVFAIL), remembered',
        '  0.007 DNS * AAAA mx.example.com: no such name',
        '  0.007 #1 * waits for 2 s, because it limited us',
        '  0.007 ann@example.com * mx.example.com: it cannot be reached: connection refused',
        '',
      ].join('\n'),
    );
  });

  it('names the egress of each session where there are several', () => {
    let text = '';
    const print = tracePrinter((more) => (text += more), startedAt, { showsEgress: true });
    const event = { at: startedAt, egress: '192.0.2.9', host: 'mx.example.com' };
    print({ ...event, session: 2, kind: 'connecting', lines: ['192.0.2.1'] });
    print({ ...event, kind: 'asking', recipient: 'ann@example.com', text: '' });
    expect(text).toBe(
      '  0.000 #2 * connecting to mx.example.com (192.0.2.1) from 192.0.2.9\n' +
        '  0.000 ann@example.com * asks mx.example.com from 192.0.2.9\n',
    );
  });

  it('escapes control characters from a server', () => {
    const text = printed({ kind: 'received', lines: ['550 \u001b[2J\u009b1mno\rsuch user'] });
    expect(text).toBe('  0.012 #2 < 550 \\u{1b}[2J\\u{9b}1mno\\u{d}such user\n');
  });
});
