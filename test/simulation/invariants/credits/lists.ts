import type { HoldResult, HoldState, JobRecord, NewJob } from '../../../../src/ports/index.ts';
import type { Invariant } from '../invariant.ts';
import { watchJobs } from '../watched-jobs.ts';
import { keepAccountBooks } from './balances.ts';

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
    /** A key whose job has failed, or cannot be charged any more, because its credits were given back, is free for another one. */
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
      const isFree = first === undefined || failed.has(first) || charges.get(first)?.state === 'released';
      if (!isFree && first !== jobId) fail(`${job} was accepted twice, as two jobs`, [job]);
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

/** Lists under idempotency keys: whose a key is, and what it is for. */
export const aKeyNamesOneList: Invariant = {
  name: 'a key names one list',
  promise:
    'An idempotency key stands for the list that was first accepted under it: your other lists are refused with a 422 under it, and those of other accounts are not.',
  watch({ story, fail }) {
    const jobOf = new Map<string, { readonly job: string; readonly account: string | undefined }>();
    story.on('job-accepted', ({ job, jobId, account }) => {
      const known = jobOf.get(jobId);
      if (known !== undefined && known.job !== job)
        fail(
          `${job} of ${account ?? 'nobody'} was accepted as ${known.job} of ${known.account ?? 'nobody'}`,
          [job, known.job],
        );
      jobOf.set(jobId, { job, account });
    });
    story.on('key-reused', ({ job, key, outcome }) => {
      if (outcome !== 'conflict') fail(`another list under the key ${key} of ${job}: ${outcome}`, [job, key]);
    });
    story.on('job-refused', ({ job, why }) => {
      if (why === 'conflict')
        fail(`${job} was refused, although no other list was sent under its key`, [job]);
    });
  },
};

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

/** The check of credits before a list is read. */
export const refusedUnreadWithoutCreditsOnly: Invariant = {
  name: 'refused unread without credits only',
  promise:
    'A list is refused unread only if your account has no credits at all, not even set aside ones; then it is, unless its idempotency key was used before.',
  watch({ story, fail }) {
    const books = keepAccountBooks(story);
    story.on('credits-checked', ({ job, account, key, outcome, tookMs }, at) => {
      if (account === undefined) {
        if (outcome === 'insufficient_credits')
          fail(`${job} was refused credits that it does not need`, [job]);
        return;
      }
      const { least, most } = books.fundsSince(account, at - tookMs);
      if (outcome === 'insufficient_credits' && least > 0)
        fail(`${job} was refused unread, although ${account} had ${least} milli-credits or more`, [
          job,
          account,
        ]);
      if (outcome === 'passed' && most === 0 && key === undefined)
        fail(`${job} was not refused unread, although ${account} had no credits`, [job, account]);
    });
  },
};
