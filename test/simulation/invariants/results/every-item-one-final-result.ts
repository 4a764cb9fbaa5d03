import { rowKey } from '../../../../src/lookup/row.ts';
import type { JobItem, JobResult } from '../../../../src/ports/index.ts';
import { isVerification } from '../../../../src/resources.ts';
import { type ClientList, keysOf } from '../../clients/client-list.ts';
import { addressOf } from '../../clients/person-row.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant, WatchedRun } from '../invariant.ts';
import { redactedText, watchForgetting } from '../watched-forgetting.ts';

const pageSize = 500;

/** Each accepted job has, in the end, one final result for each of its addresses, or is failed and refunded. */
export const everyItemOneFinalResult = {
  name: 'every item one final result',
  promise:
    'A job that was accepted, and is neither cancelled nor given up, ends with exactly one final result for every address of the list, without repeats.',
  watch({ story, stores, fail }: Pick<WatchedRun, 'story' | 'stores' | 'fail'>) {
    const isToBeForgotten = watchForgetting(story);
    const accepted = new Map<string, { readonly name: string; readonly list: ClientList }>();
    const deleted = new Set<string>();
    story.on('deletion-asked', ({ jobId }) => {
      deleted.add(jobId);
    });
    story.on('job-accepted', ({ job, jobId, list }) => {
      accepted.set(jobId, { name: job, list });
    });
    return {
      async afterCalm() {
        for (const [jobId, { name, list }] of accepted) {
          const job = await stores.jobs.get(jobId);
          if (job === undefined && deleted.has(jobId)) continue;
          if (job === undefined) return fail(`${name} was accepted, but does not exist`, [name]);
          const expected = new Set(keysOf(list));
          if (job.total !== expected.size)
            return fail(`${name} has ${job.total} items for ${expected.size} different addresses`, [name]);
          if (job.failedAt !== null) continue;
          if (job.completedAt === null)
            return fail(
              `${name} has not finished: ${job.processed} of ${job.total} have a result, ${job.retrying} are tried again`,
              [name],
            );
          let redactedItems = 0;
          for (let offset = 0; offset < job.total; offset += pageSize) {
            for (const { item, result, retryAt } of await stores.jobs.page(jobId, {
              offset,
              limit: pageSize,
            })) {
              const isRedacted = ('email' in item ? item.email : item.first_name) === redactedText;
              if (isRedacted) redactedItems += 1;
              const key = entryKeyOf(item);
              if (!isRedacted && !expected.delete(key))
                return fail(`${name} has ${key} twice, or without being asked`, [name]);
              if (result === undefined || retryAt !== null)
                return fail(`${name} is complete without a final result for ${key}`, [name, key]);
              if (resultKeyOf(result) !== key)
                return fail(`${name} gives a result for another entry than ${key}`, [name, key]);
            }
          }
          const lacking = [...expected];
          if (
            lacking.length !== redactedItems ||
            !lacking.every((key) => isToBeForgotten(addressOfKey(key, list)))
          )
            return fail(`${name} lacks ${lacking.join(', ')}, and has ${redactedItems} that were redacted`, [
              name,
            ]);
        }
      },
    };
  },
} satisfies Invariant;

function entryKeyOf(item: JobItem): string {
  return 'email' in item ? addressKey(item.email) : rowKey(item);
}

function resultKeyOf(result: JobResult): string {
  return isVerification(result) ? addressKey(result.email) : rowKey(result);
}

/** Returns the address, or that of the person, that an entry is about. */
function addressOfKey(key: string, list: ClientList): string {
  if (list.kind === 'addresses') return key;
  const row = list.rows.find((one) => rowKey(one) === key);
  return row === undefined ? '' : addressKey(addressOf(row));
}
