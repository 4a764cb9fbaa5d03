import type { Invariant } from '../invariant.ts';

/** Work ends by its deadline, and its hold a minute later: even a slow store has answered by then. */
export const holdsOutliveTheirWork: Invariant = {
  name: 'holds outlive their work',
  promise:
    'The credits set aside for a request do not go back while it is worked on, so that it never fails for that.',
  watch({ story, faults, fail }) {
    story.on('single-answered', ({ request, process, email, outcome, tookMs }, at) => {
      if (outcome.kind !== 'error' || !outcome.message.startsWith('The credits set aside')) return;
      const isExcused = faults
        .during(at - tookMs, at)
        .some(
          (fault) =>
            (fault.kind === 'paused' || fault.kind === 'store-away' || fault.kind === 'store-losses') &&
            (fault.process === undefined || fault.process === process),
        );
      if (isExcused) return;
      fail(`request ${request} for ${email} lost its credits while it was worked on`, [
        `request ${request} `,
        email,
      ]);
    });
    return {};
  },
};
