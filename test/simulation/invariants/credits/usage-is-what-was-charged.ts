import type { UsageRow } from '../../../../src/credits/usage.ts';
import type { NewJob } from '../../../../src/ports/index.ts';
import { accountOfKey } from '../../clients/job-ownership.ts';
import { statedPrices } from '../../clients/stated-prices.ts';
import type { Invariant } from '../invariant.ts';
import { watchJobs } from '../watched-jobs.ts';
import { type BookEntry, keepAccountBooks } from './account-books.ts';

type Kind = UsageRow['kind'];

/** What one of each kind costs. A correction may be of any amount. */
const prices: Partial<Record<Kind, number>> = {
  verification: statedPrices.verification,
  lookup: statedPrices.lookup,
  bulk_verification: statedPrices.verification,
  bulk_lookup: statedPrices.lookup,
};
const kindsOf: Record<Group, readonly Kind[]> = {
  singles: ['verification', 'lookup'],
  'lists of addresses': ['bulk_verification'],
  'lists of people': ['bulk_lookup'],
  corrections: ['correction'],
};

type Group = 'singles' | 'lists of addresses' | 'lists of people' | 'corrections';

/** The books of a customer, beside those of the simulator. */
export const usageIsWhatWasCharged: Invariant = {
  name: 'usage is what was charged',
  promise:
    'The usage of an account adds up to what it was charged and refunded in that time, for each kind of work at the stated price, and names no API key of others.',
  watch({ story, fail }) {
    const books = keepAccountBooks(story);
    const jobs = watchJobs(story);
    story.on('usage-read', ({ account, from, to, rows, tookMs }, at) => {
      for (const { kind, keyId, count, milliCredits, refundedCount, refundedMilliCredits } of rows) {
        const price = prices[kind];
        if (price === undefined && kind !== 'correction')
          return fail(`${account} is shown charges for ${kind}`, [account]);
        const isStated =
          milliCredits === count * (price ?? 0) && refundedMilliCredits === refundedCount * (price ?? 0);
        if (price !== undefined && !isStated)
          return fail(`${account} is shown ${milliCredits} milli-credits for ${count} of ${kind}`, [account]);
        if (keyId !== null && accountOfKey(keyId) !== account)
          return fail(`${account} is shown charges with ${keyId}`, [account]);
      }
      const own = books.entries.filter(
        (entry) => entry.account === account && entry.at >= from && entry.at < to,
      );
      for (const [group, kinds] of Object.entries(kindsOf) as [Group, readonly Kind[]][])
        for (const isRefund of [false, true]) {
          const entries = own.filter((entry) => entry.isRefund === isRefund && groupOf(entry) === group);
          const least = sumOf(entries.filter((entry) => entry.at < at - tookMs));
          const most = sumOf(entries);
          const shown = rows
            .filter(({ kind }) => kinds.includes(kind))
            .reduce((sum, row) => sum + (isRefund ? row.refundedMilliCredits : row.milliCredits), 0);
          if (shown < least || shown > most)
            fail(
              `${account} is shown ${shown} milli-credits ${isRefund ? 'refunded' : 'charged'} for ${group}, not ${most}`,
              [account],
            );
        }
    });
    return {};

    function groupOf({ holdId }: BookEntry): Group {
      if (holdId.startsWith('correction:')) return 'corrections';
      const kind: NewJob['kind'] | undefined = jobs.get(holdId)?.kind;
      if (kind === undefined) return 'singles';
      return kind === 'lookup' ? 'lists of people' : 'lists of addresses';
    }
  },
};

function sumOf(entries: readonly BookEntry[]): number {
  return entries.reduce((sum, { milliCredits }) => sum + milliCredits, 0);
}
