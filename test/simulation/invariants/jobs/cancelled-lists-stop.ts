import type { JobRecord } from '../../../../src/ports/index.ts';
import { type ClientList, countDistinct, keysOf } from '../../clients/client-list.ts';
import { entryPriceOf } from '../../clients/stated-prices.ts';
import { addressKey } from '../../world/address-keys.ts';
import { strikesAnyProcess, strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/**
 * Attempts in other processes have ended by then: they begin within 30 seconds of what was last heard of the list, and take
 * three minutes at most.
 */
const graceMs = 240_000;
/** Where a call failed, whoever drives the job next gives back what is left. */
const givenBackWithinMs = 300_000;
const refundPrefix = 'refund:';

interface CancelledList {
  readonly name: string;
  readonly account: string | undefined;
  readonly list: ClientList;
  readonly at: number;
}

/** What a client relies on once it is told that its list is cancelled. */
export const cancelledListsStop: Invariant = {
  name: 'cancelled lists stop',
  promise:
    'A cancelled list stops: four minutes after it was cancelled, no server is asked about its addresses for it any more, it reads as failed, and what has no result is refunded.',
  watch({ story, time, faults, fail }) {
    const accepted = new Map<string, { readonly account: string | undefined; readonly list: ClientList }>();
    const cancelled = new Map<string, CancelledList>();
    /** By address, the list that was cancelled. */
    const cancelledAddresses = new Map<string, CancelledList>();
    const ended = new Map<string, 'completed' | 'failed'>();
    const results = new Map<string, Set<number>>();
    const refunded = new Set<string>();
    /** Whose hold had expired before anybody worked on it, that one was never charged. */
    const charged = new Set<string>();
    /** By address, or by `@` and a domain whose people are looked for: on whose behalf it is asked about. */
    const askers = new Map<string, Set<string>>();
    const noteAsker = (about: string, who: string) =>
      askers.set(about, (askers.get(about) ?? new Set()).add(who));
    const isHindered = (process: string, from: number, until: number) =>
      faults.during(from, until).some((fault) => strikesProcess(fault, process));
    story.on('single-asked', ({ email }) => noteAsker(addressKey(email), 'a request'));
    story.on('lookup-asked', ({ row }) => noteAsker(`@${row.domain}`, 'a request'));
    story.on('job-submitted', ({ job, list }) => {
      if (list.kind === 'addresses') for (const key of keysOf(list)) noteAsker(key, job);
      else for (const { domain } of list.rows) noteAsker(`@${domain}`, job);
    });
    story.on('job-accepted', ({ jobId, account, list }) => {
      accepted.set(jobId, { account, list });
    });
    story.on('job-cancelled', ({ job, jobId }, at) => {
      const known = accepted.get(jobId);
      if (known === undefined || cancelled.has(jobId)) return;
      if (!ended.has(jobId)) return fail(`${job} goes on although it was cancelled`, [job]);
      if (ended.get(jobId) === 'completed') return;
      const list = { name: job, at, ...known };
      cancelled.set(jobId, list);
      if (known.list.kind === 'addresses')
        for (const key of keysOf(known.list)) cancelledAddresses.set(key, list);
      time.schedule(givenBackWithinMs, () => checkRefund(jobId, list));
    });
    story.onCall(['jobs.record', 'jobs.fail', 'ledger.grant'], ({ process, method, args, outcome }, at) => {
      const list = cancelled.get(args[0] as string);
      if (method === 'jobs.record' && list !== undefined && at > list.at + graceMs)
        if (!isHindered(process, list.at, at))
          fail(`${process} still works on ${list.name} ${at - list.at} ms after it was cancelled`, [
            list.name,
          ]);
      if (!('value' in outcome)) return;
      if (method === 'jobs.record') {
        const [jobId] = args as readonly [string];
        const { recorded, job } = outcome.value as JobsRecorded;
        const positions = results.get(jobId) ?? new Set();
        results.set(jobId, positions);
        for (const position of recorded) positions.add(position);
        if (job.completedAt !== null) ended.set(jobId, 'completed');
      } else if (method === 'jobs.fail') {
        const { failed, job } = outcome.value as { readonly failed: boolean; readonly job: JobRecord };
        if (failed) ended.set(job.id, 'failed');
      } else if (method === 'ledger.grant') {
        const { id } = args[0] as { readonly id: string };
        if (id.startsWith(refundPrefix)) refunded.add(id.slice(refundPrefix.length));
      }
    });
    story.onCall(['ledger.capture'], ({ args, outcome }) => {
      if ('value' in outcome && outcome.value === 'captured') charged.add(args[0] as string);
    });
    story.on('recipient-answered', ({ connection: { process, host }, address }, at) => {
      const key = addressKey(address);
      const list = cancelledAddresses.get(key);
      if (list === undefined || at <= list.at + graceMs) return;
      const isAskedByOthers = (askers.get(key)?.size ?? 0) > 1 || askers.has(key.slice(key.lastIndexOf('@')));
      if (isAskedByOthers || isHindered(process, list.at, at)) return;
      fail(`${host} is asked about ${address} ${at - list.at} ms after ${list.name} was cancelled`, [
        list.name,
        address,
      ]);
    });
    story.on('job-read', ({ job, jobId, state, results: shown }) => {
      // What was read before it was cancelled may arrive later. It is read until it has ended.
      if (!cancelled.has(jobId) || (state.status !== 'failed' && state.status !== 'complete')) return;
      const found = results.get(jobId)?.size ?? 0;
      if (state.status !== 'failed' || shown !== undefined || state.emails_processed !== found)
        fail(
          `${job} was cancelled with ${found} results, and reads as ${state.status} with ${state.emails_processed}`,
          [job],
        );
    });

    story.on('people-read', ({ job, jobId, state, rows }) => {
      const list = cancelled.get(jobId);
      if (list === undefined || rows === undefined) return;
      const found = results.get(jobId)?.size ?? 0;
      const paid = rows.filter((row) => row.credits_consumed > 0).length;
      if (state.total_processed !== state.total_rows || (list.account !== undefined && paid !== found))
        fail(`${job} was cancelled with ${found} results, and reads as ${state.status} with ${paid}`, [job]);
    });

    function checkRefund(jobId: string, { name, account, list, at }: CancelledList): void {
      const rest = countDistinct(list) - (results.get(jobId)?.size ?? 0);
      if (account === undefined || rest === 0 || entryPriceOf(list) === 0) return;
      if (!charged.has(jobId) || refunded.has(jobId)) return;
      if (faults.during(at - givenBackWithinMs, time.now).some(strikesAnyProcess)) return;
      fail(`${name} was cancelled, and ${account} has got nothing back for ${rest} entries`, [name]);
    }
  },
};

interface JobsRecorded {
  readonly recorded: readonly number[];
  readonly job: JobRecord;
}
