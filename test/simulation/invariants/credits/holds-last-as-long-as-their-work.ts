import { onAnswers, onRequests } from '../answers.ts';
import type { Invariant } from '../invariant.ts';

/** A hold lasts for a minute longer than the work that it pays for may take, whatever goes wrong meanwhile. */
const graceMs = 59_000;

/** Work ends by its deadline, and its hold a minute later: even a slow store has answered by then. */
export const holdsLastAsLongAsTheirWork: Invariant = {
  name: 'holds last as long as their work',
  promise:
    'The credits set aside for a request stay so until it ends: no request fails because its own hold has expired, unless it ends more than a minute after its timeout.',
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
