import { expect, it } from 'vitest';
import { createTraceRecorder } from '../../src/probe/session/trace.ts';
import { SessionTraces } from '../../src/verdict/recipient-steps.ts';
import { ManualClock } from '../support/manual-clock.ts';

function startSession() {
  const traces = new SessionTraces(undefined);
  const session = { number: 1, egress: 'own', host: 'mx' };
  const record = createTraceRecorder(new ManualClock(), traces.trace, session);
  return { traces, record };
}

it('lines of replies are not made while nobody wants to see them', () => {
  const { traces, record } = startSession();
  let made = 0;
  const reply = () => {
    made += 1;
    return ['250 OK'];
  };
  record?.('received', reply);
  expect(made).toBe(0);
  const end = traces.observe('ann@example.com', () => {});
  record?.('received', reply);
  end();
  record?.('received', reply);
  expect(made).toBe(1);
});

it('who begins to look sees no replies to commands that were sent before', () => {
  const { traces, record } = startSession();
  record?.('sent', ['MAIL FROM:<us@example.org>', 'RCPT TO:<bob@example.com>', 'RSET']);
  record?.('received', ['250 MAIL'], 'MAIL FROM:<us@example.org>');
  const steps: string[] = [];
  traces.observe('ann@example.com', ({ text }) => steps.push(text));
  record?.('received', ['550 bob'], 'RCPT TO:<bob@example.com>');
  record?.('received', ['250 RSET'], 'RSET');
  record?.('sent', ['RCPT TO:<ann@example.com>']);
  record?.('received', ['250 ann'], 'RCPT TO:<ann@example.com>');
  expect(steps).toEqual(['RCPT TO:<ann@example.com>', '250 ann']);
});
