import { expect, it } from 'vitest';
import { WireCounter } from '../../../adapters/cli/demo/demo-run.ts';

it('counts established connections, recipients, and groups of commands', () => {
  const wire = new WireCounter();
  wire.count({ kind: 'connecting', lines: ['192.0.2.1'] });
  wire.count({ kind: 'failed', lines: ['refused'] });
  wire.count({ kind: 'connecting', lines: ['192.0.2.2'] });
  wire.count({ kind: 'connected', lines: ['192.0.2.2'] });
  wire.count({ kind: 'received', lines: ['220 RCPT TO: is what I like'] });
  wire.count({ kind: 'sent', lines: ['EHLO probe.example.net'] });
  wire.count({
    kind: 'sent',
    lines: ['MAIL FROM:<a@example.net>', 'RCPT TO:<b@example.com>', 'RCPT TO:<c@example.com>', 'RSET'],
  });
  wire.count({ kind: 'closed', lines: [] });
  expect({ ...wire }).toEqual({ connections: 1, recipients: 2, roundTrips: 2 });
});
