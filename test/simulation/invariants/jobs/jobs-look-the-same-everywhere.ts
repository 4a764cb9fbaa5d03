import { rowKey } from '../../../../src/lookup/row.ts';
import type { JobAttempt } from '../../../../src/ports/index.ts';
import type { BulkVerificationJob } from '../../../../src/resources.ts';
import { keysOf } from '../../clients/client-list.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { redactedText, watchForgetting } from '../watched-forgetting.ts';

const order = ['pending', 'in_progress', 'partial_complete_retrying', 'complete', 'failed'] as const;

/** What clients read of a job, from any process. */
export const jobsLookTheSameEverywhere: Invariant = {
  name: 'jobs look the same everywhere',
  promise:
    'Every process shows the same of a job: all its addresses, progress that never goes back, how many people were found, and the results as recorded.',
  watch({ story, fail }) {
    const isToBeForgotten = watchForgetting(story);
    const lists = new Map<string, readonly string[]>();
    const lastRead = new Map<string, BulkVerificationJob>();
    /** By job and position, the last result. */
    const recorded = new Map<string, JobAttempt['result']>();
    story.on('job-accepted', ({ jobId, list }) => {
      lists.set(jobId, keysOf(list));
    });
    story.onCall(['jobs.record'], ({ args, outcome }) => {
      if (!('value' in outcome)) return;
      const [jobId, attempts] = args as readonly [string, readonly JobAttempt[]];
      const accepted = new Set((outcome.value as { recorded: readonly number[] }).recorded);
      for (const { position, result } of attempts)
        if (accepted.has(position)) recorded.set(`${jobId} ${position}`, result);
    });
    story.on('job-read', ({ job, jobId, state, results }) => {
      const list = lists.get(jobId) ?? [];
      const last = lastRead.get(jobId);
      lastRead.set(jobId, state);
      if (state.total_emails !== list.length)
        fail(`${job} has ${list.length} addresses, and shows ${state.total_emails}`, [job]);
      if (last !== undefined && state.emails_processed < last.emails_processed)
        fail(`${job} shows ${state.emails_processed} results after ${last.emails_processed}`, [job]);
      if (last !== undefined && order.indexOf(state.status) < order.indexOf(last.status))
        fail(`${job} is ${state.status} after it was ${last.status}`, [job]);
      if (results === undefined) return;
      if (results.length !== list.length)
        fail(`${job} has ${list.length} addresses, and ${results.length} results`, [job]);
      for (const [position, result] of results.entries()) {
        const key = list[position] ?? '';
        const found = recorded.get(`${jobId} ${position}`);
        const isRedacted = result.email === redactedText && isToBeForgotten(key);
        if (!isRedacted && addressKey(result.email) !== key)
          fail(`${job} shows ${result.email} in the place of ${key}`, [job]);
        else if (
          JSON.stringify(result) !== JSON.stringify(isRedacted ? { ...found, email: redactedText } : found)
        )
          fail(`${job} shows another result for ${result.email} than was found`, [job, result.email]);
      }
    });
    const lastRows = new Map<string, number>();
    story.on('people-read', ({ job, jobId, state, rows }) => {
      const list = lists.get(jobId) ?? [];
      const { total_rows: total, total_processed: processed, summary } = state;
      if (total !== list.length) fail(`${job} has ${list.length} rows, and shows ${total}`, [job]);
      if (processed < (lastRows.get(jobId) ?? 0))
        fail(`${job} shows ${processed} rows after ${lastRows.get(jobId)}`, [job]);
      lastRows.set(jobId, processed);
      if (summary.total_found + summary.total_not_found !== processed)
        fail(`${job} shows ${JSON.stringify(summary)} of ${processed} rows`, [job]);
      if (rows === undefined) return;
      const found = rows.filter(({ status }) => status === 'safe').length;
      if (summary.total_found !== found)
        fail(`${job} shows ${summary.total_found} people, and results of ${found}`, [job]);
      if (rows.length !== list.length)
        fail(`${job} has ${list.length} rows, and ${rows.length} results`, [job]);
      for (const [position, row] of rows.entries()) {
        if (row.first_name === redactedText) continue;
        const found = recorded.get(`${jobId} ${position}`);
        const isSame = found === undefined || JSON.stringify(row) === JSON.stringify(found);
        if (rowKey(row) !== list[position] || !isSame)
          fail(`${job} shows another result for ${list[position]} than was found`, [job]);
      }
    });
  },
};
