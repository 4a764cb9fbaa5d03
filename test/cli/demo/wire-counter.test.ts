import { expect, it } from 'vitest';
import { WireCounter } from '../../../adapters/cli/demo/wire-counter.ts';

it('counts connections that came about, recipients, and groups of commands', () => {
  const wire = new WireCounter();
  wire.note({ kind: 'connecting', lines: ['192.0.2.1'] });
  wire.note({ kind: 'failed', lines: ['refused'] });
  wire.note({ kind: 'connecting', lines: ['192.0.2.2'] });
  wire.note({ kind: 'connected', lines: ['192.0.2.2'] });
  wire.note({ kind: 'received', lines: ['220 RCPT TO: is what I like'] });
  wire.note({ kind: 'sent', lines: ['EHLO probe.example.net'] });
  wire.note({
    kind: 'sent',
    lines: ['MAIL FROM:<a@example.net>', 'RCPT TO:<b@example.com>', 'RCPT TO:<c@example.com>', 'RSET'],
  });
  wire.note({ kind: 'closed', lines: [] });
  expect({ ...wire }).toEqual({ connections: 1, recipients: 2, roundTrips: 2 });
});
