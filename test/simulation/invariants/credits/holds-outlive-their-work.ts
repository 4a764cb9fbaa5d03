import { onAnswers, onRequests } from '../answers.ts';
import type { Invariant } from '../invariant.ts';

/** A hold lasts for a minute longer than the work that it pays for may take, whatever goes wrong meanwhile. */
const graceMs = 59_000;

/** Work ends by its deadline, and its hold a minute later: even a slow store has answered by then. */
export const holdsOutliveTheirWork: Invariant = {
  name: 'holds outlive their work',
  promise:
    'The credits set aside for a request do not go back while it is worked on, so that it never fails for that.',
  watch({ story, fail }) {
    const timeouts = new Map<number, number>();
    onRequests(story, ({ request, timeoutMs }) => {
      timeouts.set(request, timeoutMs);
    });
    onAnswers(story, ({ request, email, outcome, tookMs }) => {
      const timeoutMs = timeouts.get(request) ?? 0;
      timeouts.delete(request);
      if (outcome.kind !== 'error' || !outcome.message.startsWith('The credits set aside')) return;
      if (tookMs >= timeoutMs + graceMs) return;
      fail(`request ${request} for ${email} lost its credits while it was worked on`, [
        `request ${request} `,
        email,
      ]);
    });
    return {};
  },
};
