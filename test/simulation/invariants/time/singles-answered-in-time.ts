import type { Fault } from '../../faults/fault.ts';
import { onAnswers, onRequests } from '../answers.ts';
import type { Invariant } from '../invariant.ts';

/** The way to the store and back, a few times. */
const graceMs = 1_000;

/** Single requests: answered by their deadline unless the process stood still, or its store did. */
export const singlesAnsweredInTime: Invariant = {
  name: 'singles answered in time',
  promise:
    'A single request is answered within its timeout and at most a second more, no matter what the mail servers do.',
  watch({ story, faults, fail }) {
    onRequests(story, ({ request, process, timeoutMs }, at) => {
      waiting.set(request, { process, timeoutMs, at });
    });
    const waiting = new Map<
      number,
      { readonly process: string; readonly timeoutMs: number; readonly at: number }
    >();
    onAnswers(story, ({ request, process, email, tookMs }, at) => {
      const asked = waiting.get(request);
      waiting.delete(request);
      if (asked === undefined || tookMs <= asked.timeoutMs + graceMs) return;
      if (faults.during(asked.at, at).some((fault) => isExcuse(fault, process))) return;
      fail(
        `request ${request} for ${email} was answered after ${tookMs} ms; its timeout is ${asked.timeoutMs} ms`,
        [`request ${request} `, email],
      );
    });
    return {
      afterCalm() {
        for (const [request, { process }] of waiting)
          fail(`request ${request} to ${process} was never answered`, [`request ${request} `]);
      },
    };
  },
};

function isExcuse(fault: Fault, process: string): boolean {
  switch (fault.kind) {
    case 'paused':
      return fault.process === process;
    case 'store-away':
    case 'store-losses':
    case 'store-slow':
      return fault.process === undefined || fault.process === process;
    default:
      return false;
  }
}
