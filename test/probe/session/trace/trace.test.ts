import { expect, it } from 'vitest';
import { createTraceRecorder, type TraceEvent } from '../../../../src/probe/session/trace.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

it('an event on the wire is told with its time, its session, its egress and its exchange', () => {
  const clock = new ManualClock(1_000);
  const events: TraceEvent[] = [];
  const record = createTraceRecorder(clock, (event) => events.push(event), {
    number: 7,
    egress: 'own',
    host: 'mx',
  });
  clock.leap(5);
  record?.('sent', ['MAIL', 'RSET']);
  expect(events).toEqual([
    { at: 1_005, session: 7, egress: 'own', host: 'mx', kind: 'sent', lines: ['MAIL', 'RSET'] },
  ]);
});

it('nothing is made where nobody wants to know', () => {
  expect(
    createTraceRecorder(new ManualClock(), undefined, { number: 1, egress: 'own', host: 'mx' }),
  ).toBeUndefined();
});
