import type { HoldResult, HoldState, NewJob } from '../../../../src/ports/index.ts';
import type { Invariant } from '../invariant.ts';
import { watchJobs } from '../watched-jobs.ts';

interface JobCharge {
  readonly milliCredits: number;
  state: 'open' | HoldState;
  refunded: number;
}

/** Jobs: one charge each, all of it for a job that was done; what was not done is given back. */
export const jobsChargedOnce: Invariant = {
  name: 'jobs are charged once',
  promise:
    'A list is charged once, however often it is sent under its idempotency key with the same API key, and addresses without a result are refunded.',
  watch({ story, stores, fail }) {
    const charges = new Map<string, JobCharge>();
    const watched = watchJobs(story);
    const created = new Map<string, NewJob>();
    const jobIdOf = new Map<string, string>();
    /** A key whose job has failed, because its credits were given back, is free for another one. */
    const failed = new Set<string>();
    story.onCall(
      ['ledger.hold', 'ledger.capture', 'ledger.release', 'ledger.grant', 'jobs.create', 'jobs.fail'],
      ({ method, args, outcome }) => {
        if (!('value' in outcome)) return;
        if (method === 'ledger.hold' && (outcome.value as HoldResult).kind === 'held') {
          const { id, milliCredits } = args[0] as { id: string; milliCredits: number };
          if (!charges.has(id)) charges.set(id, { milliCredits, state: 'open', refunded: 0 });
        } else if (method === 'ledger.capture' || method === 'ledger.release') {
          const charge = charges.get(args[0] as string);
          if (charge !== undefined) charge.state = outcome.value === 'captured' ? 'captured' : 'released';
        } else if (method === 'ledger.grant') {
          const { id, milliCredits } = args[0] as { id: string; milliCredits: number };
          const charge = charges.get(id.replace(/^refund:/, ''));
          if (charge !== undefined) charge.refunded = milliCredits;
        } else if (method === 'jobs.create') {
          const job = args[0] as NewJob;
          if ((outcome.value as { created: boolean }).created) created.set(job.id, job);
        } else if (method === 'jobs.fail') failed.add(args[0] as string);
      },
    );
    story.on('job-accepted', ({ job, jobId, account }) => {
      const first = jobIdOf.get(job);
      jobIdOf.set(job, jobId);
      if (first !== undefined && first !== jobId && !failed.has(first))
        fail(`${job} was accepted twice, as two jobs`, [job]);
      const charge = charges.get(jobId);
      if (account !== undefined && charge?.state === 'released')
        fail(`${job} was accepted although its credits had been given back`, [job]);
    });
    return {
      async afterCalm() {
        const paidUnderKey = new Map<string, string>();
        for (const [jobId, { account, idempotency, milliCreditsPerItem }] of created) {
          const name = story.nameOf(jobId);
          // Of a job that was deleted, the store said this at last.
          const job = (await stores.jobs.get(jobId)) ?? watched.get(jobId)?.record;
          const charge = charges.get(jobId);
          if (job === undefined || account === null || charge === undefined) continue;
          if (charge.state === 'open') return fail(`${name} still has an open hold`, [name]);
          const isDone = job.completedAt !== null;
          if (isDone !== (charge.state === 'captured') && job.failedAt === null)
            return fail(`${name} is ${isDone ? 'done' : 'not done'}, but its hold is ${charge.state}`, [
              name,
            ]);
          if (job.startedAt !== null && charge.state !== 'captured')
            return fail(`${name} was worked on, but its hold is ${charge.state}`, [name]);
          const unused = job.failedAt === null ? 0 : (job.total - job.processed) * milliCreditsPerItem;
          if (charge.state === 'captured' && charge.refunded !== unused)
            return fail(`${name} should have ${unused} refunded, and has ${charge.refunded}`, [name]);
          if (charge.state !== 'captured' || idempotency === null || charge.refunded === charge.milliCredits)
            continue;
          const [owner, key] = JSON.parse(idempotency.key) as [string, string];
          const other = paidUnderKey.get(`${owner} ${key}`);
          if (other !== undefined)
            return fail(`${name} and ${story.nameOf(other)} were both charged under the key ${key}`, [
              name,
              key,
            ]);
          paidUnderKey.set(`${owner} ${key}`, jobId);
        }
      },
    };
  },
};
