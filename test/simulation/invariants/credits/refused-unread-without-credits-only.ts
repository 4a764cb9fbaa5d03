import type { Invariant } from '../invariant.ts';
import { keepAccountBooks } from './account-books.ts';

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
    return {};
  },
};
