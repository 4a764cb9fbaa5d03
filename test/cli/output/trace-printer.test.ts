import { describe, expect, it } from 'vitest';
import { tracePrinter } from '../../../adapters/cli/output/trace-printer.ts';
import { tracedDns } from '../../../adapters/cli/output/traced-dns.ts';
import type { Dns, DnsAnswer, MxRecord } from '../../../src/ports/dns.ts';
import type { TraceEvent } from '../../../src/probe/session/trace.ts';

const startedAt = 1_700_000_000_000;

function printed(...events: Pick<TraceEvent, 'kind' | 'lines'>[]): string {
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

  it('names the egress of each session where there are several', () => {
    let text = '';
    const print = tracePrinter((more) => (text += more), startedAt, { showsEgress: true });
    const event = { at: startedAt, session: 2, egress: '192.0.2.9', host: 'mx.example.com' };
    print({ ...event, kind: 'connecting', lines: ['192.0.2.1'] });
    expect(text).toBe('  0.000 #2 * connecting to mx.example.com (192.0.2.1) from 192.0.2.9\n');
  });

  it('escapes control characters from a server', () => {
    const text = printed({ kind: 'received', lines: ['550 \u001b[2J\u009b1mno\rsuch user'] });
    expect(text).toBe('  0.012 #2 < 550 \\u{1b}[2J\\u{9b}1mno\\u{d}such user\n');
  });
});

describe('tracedDns', () => {
  const mx: DnsAnswer<MxRecord> = {
    kind: 'records',
    records: [
      { preference: 10, exchange: 'mx.example.com' },
      { preference: 20, exchange: '' },
    ],
    ttlSeconds: 300,
  };
  const failure: DnsAnswer<string> = { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' };
  let closed = 0;
  const dns: Dns = {
    mx: async () => mx,
    a: async () => failure,
    aaaa: async () => ({ kind: 'no-domain', ttlSeconds: 60 }),
    close: async () => {
      closed += 1;
    },
  };

  it('shows each answer and returns it unchanged', async () => {
    let text = '';
    const traced = tracedDns(dns, {
      write: (more) => {
        text += more;
      },
      now: () => startedAt + 7,
      startedAt,
    });
    expect(await traced.mx('example.com')).toBe(mx);
    expect(await traced.a('mx.example.com')).toBe(failure);
    await traced.aaaa('mx.example.com');
    await traced.close();
    expect(text).toBe(
      [
        '  0.007 DNS * MX example.com: 10 mx.example.com, 20 . (TTL 300 s)',
        '  0.007 DNS * A mx.example.com: server-failure (SERVFAIL)',
        '  0.007 DNS * AAAA mx.example.com: no such name',
        '',
      ].join('\n'),
    );
    expect(closed).toBe(1);
  });
});
