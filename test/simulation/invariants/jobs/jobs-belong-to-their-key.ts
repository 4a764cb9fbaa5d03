import { isKnown } from '../../clients/call-outcomes.ts';
import type { Invariant } from '../invariant.ts';

/** API keys as the owners of jobs. */
export const jobsBelongToTheirKey: Invariant = {
  name: 'jobs belong to their key',
  promise:
    'With another API key than the one that a list was sent with, nobody finds, reads, cancels or deletes it, or has it listed.',
  watch({ story, fail }) {
    story.on('job-sought', ({ job, call, keyId, why, outcome }) => {
      if (why !== 'other-key' || outcome === 'not_found' || !isKnown(outcome)) return;
      fail(`${call} with ${keyId} came to ${job}, which is not its own: ${outcome}`, [job]);
    });
    return {};
  },
};
