import type { JobRecord, NewJob } from '../../../../src/ports/index.ts';
import type { Invariant } from '../invariant.ts';

interface CreatedJob {
  readonly id: string;
  readonly process: string;
  readonly at: number;
  readonly items: number;
  readonly milliCreditsPerItem: number;
}

interface RefusedList {
  readonly name: string;
  readonly process: string;
  readonly from: number;
  readonly at: number;
}

const undoneWithinMs = 2 * 3_600_000;

/** Lists that were submitted without a key, and refused: nobody asks for their jobs again. */
export const refusedListsCostOnlyTheirResults: Invariant = {
  name: 'refused lists cost only their results',
  promise:
    'If you get an error for a list, you pay only for those of its addresses that had a result by then.',
  watch({ story, faults, fail }) {
    const created: CreatedJob[] = [];
    const captured = new Set<string>();
    const refunds = new Map<string, number>();
    /** Items that had a result when the job was given up. */
    const processed = new Map<string, number>();
    const accepted = new Set<string>();
    const submitted = new Map<string, { readonly process: string; readonly at: number }>();
    const refused: RefusedList[] = [];
    story.onCall(
      ['jobs.create', 'jobs.fail', 'ledger.capture', 'ledger.grant'],
      ({ process, method, args, outcome }, at) => {
        if (!('value' in outcome)) return;
        if (method === 'jobs.create') {
          const [{ id, account, idempotency, milliCreditsPerItem }, items] = args as readonly [
            NewJob,
            readonly unknown[],
          ];
          if (account === null || idempotency !== null) return;
          created.push({ id, process, at, items: items.length, milliCreditsPerItem });
        } else if (method === 'ledger.capture') {
          if (outcome.value === 'captured') captured.add(args[0] as string);
        } else if (method === 'jobs.fail') {
          const { job } = outcome.value as { job: JobRecord };
          processed.set(job.id, job.processed);
        } else if (method === 'ledger.grant') {
          const { id, milliCredits } = args[0] as { id: string; milliCredits: number };
          refunds.set(id.replace(/^refund:/, ''), milliCredits);
        }
      },
    );
    story.on('job-submitted', ({ job, process, key }, at) => {
      if (key === undefined) submitted.set(job, { process, at });
    });
    story.on('job-accepted', ({ jobId }) => {
      accepted.add(jobId);
    });
    story.on('job-refused', ({ job, why }, at) => {
      const submission = submitted.get(job);
      if (submission === undefined || why === 'connection_lost') return;
      refused.push({ name: job, process: submission.process, from: submission.at, at });
    });
    return {
      afterCalm() {
        for (const { name, process, from, at } of refused) {
          // A process that dies forgets what it has to undo.
          const hasDied = faults
            .during(from, at + undoneWithinMs)
            .some((fault) => fault.kind === 'killed' && fault.process === process);
          if (hasDied) continue;
          for (const job of created) {
            if (job.process !== process || job.at < from || job.at > at || accepted.has(job.id)) continue;
            if (!captured.has(job.id)) continue;
            const cost = job.items * job.milliCreditsPerItem - (refunds.get(job.id) ?? 0);
            const due = (processed.get(job.id) ?? 0) * job.milliCreditsPerItem;
            if (cost > due) fail(`${name} was refused, and has cost ${cost} milli-credits`, [name, job.id]);
          }
        }
      },
    };
  },
};
