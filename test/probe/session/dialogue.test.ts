import { describe, expect, it } from 'vitest';
import { greet } from '../../../src/probe/session/dialogue.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };
const hello = { code: 250, lines: ['mx.example.com', 'STARTTLS'] };

/** Returns what follows a reply to STARTTLS. */
function followUp(reply: { code: number; lines: string[] }) {
  const dialogue = greet(identity, { tls: true });
  dialogue.next();
  dialogue.next({ replies: [{ code: 220, lines: ['mx.example.com'] }] });
  dialogue.next({ replies: [hello] });
  return dialogue.next({ replies: [reply] }).value;
}

describe('A server that offers STARTTLS', () => {
  it('is spoken to in TLS once it is ready for that', () => {
    expect(followUp({ code: 220, lines: ['Go ahead'] })).toEqual({ kind: 'start-tls' });
  });

  it('is spoken to in plain text if it refuses', () => {
    expect(followUp({ code: 454, lines: ['TLS not available'] })).toMatchObject({ kind: 'ready' });
  });

  it('is not spoken to any more if its reply to EHLO comes again: it may be ready for TLS', () => {
    expect(followUp(hello)).toEqual({ kind: 'failed', stage: 'starttls', failure: 'desynchronised' });
  });
});
