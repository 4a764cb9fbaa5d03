import type { Invariant } from '../invariant.ts';

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
    return {};
  },
};
