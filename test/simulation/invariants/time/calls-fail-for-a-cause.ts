import type { Fault } from '../../faults/fault.ts';
import type { Invariant } from '../invariant.ts';

/** Caches, and what is known of resolvers, outlast a fault for some time. */
const aftermathMs = 180_000;

/** A sweep waits for one that is under way, and fails with it. */
const sharedSweepMs = 60_000;

/** Judged where it is known what was asked: "errors have a cause". */
const judgedElsewhere: readonly string[] = ['verify', 'lookup', 'jobs.submit', 'jobs.checkCredits'];

/** What a call may be told although nothing has failed. Whether it is true is judged by rules of their own. */
const answersByCall: Readonly<Record<string, readonly string[]>> = {
  'accounts.subtract': ['insufficient_credits'],
  'jobs.submit under a used key': ['conflict'],
  'jobs.delete': ['conflict', 'not_found'],
  'a job that is not there': ['not_found'],
};
/** These may come after the job was deleted. The client knows whether it asked for that, and otherwise ends the day. */
const readingCalls: readonly string[] = ['jobs.status', 'jobs.lookupStatus', 'jobs.describe'];

/** What operators and clients do beside verifications fails only with the store, or when the process is closed. */
export const callsFailForACause: Invariant = {
  name: 'calls fail for a cause',
  promise:
    'Any other call fails only if the store fails meanwhile, at the lower levels also if no resolver answers, if its process is being closed, or for a reason that it states itself, as that a job is not found; close() itself does not fail while the store works.',
  watch({ story, faults, fail }) {
    const closing = new Set<string>();
    story.on('process-closing', ({ process }) => {
      closing.add(process);
    });
    let isAnyDeleted = false;
    story.on('deletion-asked', () => {
      isAnyDeleted = true;
    });
    const hasCause = (code: string, call: string, work: Work) => {
      switch (code) {
        case 'engine_closed':
          return closing.has(work.process) && call !== 'close';
        case 'storage_unavailable':
          return faults
            .during(work.from - (call === 'accounts.sweep' ? sharedSweepMs : 0), work.until)
            .some((fault) => strikesStore(fault, work.process));
        case 'service_unavailable':
          return (
            call === 'verify at a lower level' &&
            faults
              .during(work.from - aftermathMs, work.until)
              .some((fault) => strikesDns(fault, work.process))
          );
        default:
          return false;
      }
    };
    story.on('call-failed', ({ process, call, code, message, tookMs }, at) => {
      if (judgedElsewhere.includes(call) || answersByCall[call]?.includes(code)) return;
      if (code === 'not_found' && isAnyDeleted && readingCalls.includes(call)) return;
      if (!hasCause(code, call, { process, from: at - tookMs, until: at }))
        fail(`${call} fails at ${process} with ${code} although nothing of ours had failed: ${message}`, [
          process,
        ]);
    });
    return {};
  },
};

interface Work {
  readonly process: string;
  readonly from: number;
  readonly until: number;
}

function strikesStore(fault: Fault, process: string): boolean {
  switch (fault.kind) {
    case 'store-away':
    case 'store-losses':
      return (fault.process ?? process) === process;
    default:
      return false;
  }
}

function strikesDns(fault: Fault, process: string): boolean {
  switch (fault.kind) {
    case 'resolvers-silent':
    case 'paused':
      return fault.process === process;
    case 'resolvers-fail':
    case 'resolvers-lie':
    case 'resolvers-slow':
      return true;
    default:
      return strikesStore(fault, process);
  }
}
