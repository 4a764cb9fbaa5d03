import type { CacheEntry } from '../../../../src/ports/index.ts';
import type { Fault } from '../../faults/fault.ts';
import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';
import { readStoredResult } from '../stored-result.ts';

interface StoredVerdict {
  readonly holdId: string;
  readonly process: string;
  readonly at: number;
  paidAt: number | undefined;
}

/** A verdict that was on its way to the store when the other process was paid has arrived by then. */
const graceMs = 2_000;
/** The longest that a request is worked on, with what is still to be stored and paid. */
const workMs = 240_000;
const reusedForMs = 12 * 3_600_000;
const prefix = 'verification:';

/** A process that stood still while another one took over its work notices that, and delivers the other's verdict. */
export const takenOverWorkIsChargedOnce: Invariant = {
  name: 'taken-over work is charged once',
  promise: 'If two processes have worked on one request, because one of them stood still, you pay once.',
  watch({ story, faults, fail }) {
    const verdicts = new Map<string, StoredVerdict[]>();
    const byHold = new Map<string, { readonly key: string; readonly verdict: StoredVerdict }>();
    story.onCall(['cache.set', 'ledger.capture'], ({ process, method, args, outcome }, at) => {
      if (!('value' in outcome)) return;
      if (method === 'cache.set' && (args[0] as string).startsWith(prefix)) {
        const { value } = args[1] as CacheEntry;
        const { verdict, holdId } = readStoredResult(value);
        const key = (args[0] as string).slice(prefix.length);
        // It was forgotten, and is worked out again for whoever asks.
        if (value === '') verdicts.delete(key);
        if (holdId === undefined || verdict === undefined || verdict.status === 'unknown') return;
        const stored = { holdId, process, at, paidAt: undefined };
        verdicts.set(key, [...(verdicts.get(key) ?? []), stored]);
        byHold.set(holdId, { key, verdict: stored });
      } else if (method === 'ledger.capture' && outcome.value === 'captured') {
        const paid = byHold.get(args[0] as string);
        if (paid === undefined || paid.verdict.paidAt !== undefined) return;
        const { key, verdict } = paid;
        verdict.paidAt = at;
        const earlier = (verdicts.get(key) ?? []).find(
          (other) =>
            other.process !== verdict.process &&
            other.paidAt !== undefined &&
            other.paidAt + graceMs < verdict.at &&
            other.paidAt + reusedForMs > verdict.at,
        );
        if (earlier?.paidAt === undefined) return;
        // What is excused is a store that one of both could not reach while it worked, and a clock that was set.
        const isExcused =
          faults
            .during(earlier.paidAt - graceMs, earlier.paidAt + workMs)
            .some((fault) => isExcuse(fault, earlier.process)) ||
          faults.during(verdict.at - workMs, at).some((fault) => isExcuse(fault, verdict.process));
        if (isExcused) return;
        fail(
          `${verdict.process} charges for ${key} ${verdict.at - earlier.paidAt} ms after ${earlier.process} did`,
          [key],
        );
      }
    });
    // A refund takes back what was charged.
    story.onCall(['ledger.grant'], ({ args, outcome }) => {
      if (!('value' in outcome)) return;
      const paid = byHold.get((args[0] as { id: string }).id.replace(/^refund:/, ''));
      if (paid === undefined) return;
      verdicts.set(
        paid.key,
        (verdicts.get(paid.key) ?? []).filter((verdict) => verdict !== paid.verdict),
      );
    });
  },
};

function isExcuse(fault: Fault, process: string): boolean {
  return fault.kind !== 'paused' && fault.kind !== 'killed' && strikesProcess(fault, process);
}
