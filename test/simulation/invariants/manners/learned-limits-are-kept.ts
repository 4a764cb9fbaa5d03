import type { PacingLease, PacingPause } from '../../../../src/ports/pacing.ts';
import type { Invariant } from '../invariant.ts';

/**
 * The limits in force are often far below the stated ones, which servers are seen to count: a process asks with what it
 * has found out. So the leases are counted where they are granted.
 */
export const learnedLimitsAreKept: Invariant = {
  name: 'learned limits are kept',
  promise:
    'Where a mail server was found to allow fewer connections than the stated limit, all processes together keep to that.',
  watch({ story, fail }) {
    story.onCall(['pacing.acquire'], ({ args, process, outcome }) => {
      if ('error' in outcome) return;
      const [exchange, maxConnections] = args as readonly [string, number];
      const granted = outcome.value as PacingLease | PacingPause;
      if (granted.kind === 'lease' && granted.held > maxConnections)
        fail(`${process} got lease ${granted.held} of ${maxConnections} on ${exchange}`, [process]);
    });
    return {};
  },
};
