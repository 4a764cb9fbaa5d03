import { journalOf } from '../../../../contract/ledger/audit.ts';
import { rowKey } from '../../../../src/lookup/row.ts';
import type { BalanceChange, JobItem, NewJob } from '../../../../src/ports/index.ts';
import { type ClientList, countDistinct } from '../../clients/client-list.ts';
import { entryPriceOf, priceOf, statedPrices } from '../../clients/stated-prices.ts';
import { addressKey } from '../../world/address-keys.ts';
import type { Invariant } from '../invariant.ts';
import { readStoredResult } from '../stored-result.ts';

/** A list that became a job. */
interface ChargedJob {
  readonly account: string | undefined;
  readonly list: ClientList;
  /** Positions that have a result. */
  readonly results: Set<number>;
  hasFailed: boolean;
}

const refundPrefix = 'refund:';
const singlePrices = { verification: statedPrices.verification, lookup: statedPrices.lookup } as const;

/**
 * Reads the journal as a client would who has kept an account book: whom each amount was charged to, and how much it is, by
 * what was asked and what was received.
 */
export const theStatedPriceIsCharged: Invariant = {
  name: 'the stated price is charged',
  promise:
    'You pay the stated price for what you have asked, and never for what only others have asked; what you get no result for comes back to you.',
  watch({ story, stores, fail }) {
    const bought = new Map<string, number>();
    const jobs = new Map<string, ChargedJob>();
    const acceptedJobs = new Set<string>();
    /** By the key of a result, who has asked for it. */
    const askers = new Map<string, Set<string>>();
    /** By the hold that pays for it, the key of a result. */
    const paidResults = new Map<string, string>();
    /** By the hold, what operators took away. */
    const subtracted = new Map<string, { readonly account: string; readonly milliCredits: number }>();
    const noteAsker = (key: string, account: string | undefined) => {
      if (account !== undefined) askers.set(key, (askers.get(key) ?? new Set()).add(account));
    };
    story.on('granted', ({ account, milliCredits }) => {
      bought.set(account, (bought.get(account) ?? 0) + milliCredits);
    });
    story.on('subtracted', ({ account, id, milliCredits, outcome }) => {
      if (outcome === 'taken') subtracted.set(`correction:${id}`, { account, milliCredits });
      else if (outcome !== 'insufficient_credits')
        fail(`${milliCredits} were not taken from ${account}: ${outcome}`, [account]);
    });
    story.on('single-asked', ({ account, email }) => noteAsker(`verification:${addressKey(email)}`, account));
    story.on('lookup-asked', ({ account, row }) => noteAsker(`lookup:${rowKey(row)}`, account));
    story.on('lookup-answered', ({ request, outcome }) => {
      if (outcome.kind !== 'finding' || [0, statedPrices.lookup / 1_000].includes(outcome.credits)) return;
      fail(`request ${request} says that it cost ${outcome.credits} credits`, [`request ${request} `]);
    });
    story.on('people-read', ({ job, jobId, rows }) => {
      const charged = jobs.get(jobId);
      if (charged === undefined || rows === undefined) return;
      const { account, list, results, hasFailed } = charged;
      const entries = hasFailed ? results.size : countDistinct(list);
      const due = account === undefined ? 0 : (entries * entryPriceOf(list)) / 1_000;
      const said = rows.reduce((sum, row) => sum + row.credits_consumed, 0);
      if (said !== due) fail(`the rows of ${job} say that they cost ${said} credits, not ${due}`, [job]);
    });
    story.on('job-accepted', ({ job, jobId, account, list, total, credits }) => {
      acceptedJobs.add(jobId);
      const known = jobs.get(jobId);
      jobs.set(jobId, { results: new Set(), hasFailed: false, ...known, account, list });
      const expected = account === undefined ? 0 : priceOf(list) / 1_000;
      if (total !== countDistinct(list) || credits !== expected)
        fail(
          `the receipt of ${job} says ${total} entries for ${credits} credits, not ${countDistinct(list)} for ${expected}`,
          [job],
        );
    });
    story.onCall(['jobs.create', 'jobs.record', 'jobs.fail', 'cache.set'], ({ method, args, outcome }) => {
      if (!('value' in outcome)) return;
      if (method === 'jobs.create') {
        const [{ id, account }, items] = args as readonly [NewJob, readonly JobItem[]];
        // Its client may never hear of it.
        if (!jobs.has(id))
          jobs.set(id, {
            account: account ?? undefined,
            list: listOf(items),
            results: new Set(),
            hasFailed: false,
          });
      } else if (method === 'jobs.record') {
        const { recorded } = outcome.value as { readonly recorded: readonly number[] };
        for (const position of recorded) jobs.get(args[0] as string)?.results.add(position);
      } else if (method === 'jobs.fail') {
        const job = jobs.get(args[0] as string);
        if (job !== undefined) job.hasFailed ||= (outcome.value as { readonly failed: boolean }).failed;
      } else if (method === 'cache.set') {
        const { value } = args[1] as { readonly value: string };
        const { holdId } = readStoredResult(value);
        if (holdId !== undefined) paidResults.set(holdId, args[0] as string);
      }
    });

    /** Returns what a charge should be after its refund, and to whom; undefined if it is for nothing that is known. */
    function dueFor(
      holdId: string,
    ):
      | { readonly accounts: Iterable<string>; readonly amounts: readonly number[]; readonly what: string }
      | undefined {
      const taken = subtracted.get(holdId);
      if (taken !== undefined)
        return { accounts: [taken.account], amounts: [taken.milliCredits], what: holdId };
      const job = jobs.get(holdId);
      if (job !== undefined) {
        const { account, list, results, hasFailed } = job;
        const entries = hasFailed ? results.size : countDistinct(list);
        return {
          accounts: account === undefined ? [] : [account],
          amounts: [entries * entryPriceOf(list)],
          what: story.nameOf(holdId),
        };
      }
      const key = paidResults.get(holdId);
      const kind = key?.split(':', 1)[0];
      if (key === undefined || (kind !== 'verification' && kind !== 'lookup')) return undefined;
      return { accounts: askers.get(key) ?? [], amounts: [0, singlePrices[kind]], what: key };
    }

    return {
      async afterCalm() {
        for (const { account } of await stores.ledger.accounts({ limit: 1_000 })) {
          const purchases = bought.get(account) ?? 0;
          const journal = (await journalOf(stores.ledger, account)).filter(
            (entry) => entry.kind !== 'opening',
          );
          const captures = new Map(amountsOf(journal, 'capture'));
          const costs = new Map(captures);
          let granted = 0;
          for (const [id, milliCredits] of amountsOf(journal, 'grant')) {
            const holdId = id.startsWith(refundPrefix) ? id.slice(refundPrefix.length) : undefined;
            if (holdId === undefined) granted += milliCredits;
            else if (!captures.has(holdId))
              return fail(
                `${account} got ${milliCredits} back for a charge that it did not pay: ${nameOf(holdId)}`,
                [account, nameOf(holdId)],
              );
            else costs.set(holdId, (captures.get(holdId) ?? 0) - milliCredits);
          }
          if (granted !== purchases)
            return fail(`${account} bought ${purchases} milli-credits, and has got ${granted}`, [account]);
          for (const [holdId, milliCredits] of costs) {
            const due = dueFor(holdId);
            const subjects = [account, nameOf(holdId)];
            if (due === undefined) {
              if (milliCredits === 0) continue;
              return fail(`${account} paid ${milliCredits} milli-credits for nothing`, subjects);
            }
            if (!new Set(due.accounts).has(account))
              return fail(`${account} paid for ${due.what}, for which others had asked`, subjects);
            if (!due.amounts.includes(milliCredits))
              return fail(
                `${account} paid ${milliCredits} milli-credits for ${due.what}, not ${due.amounts.join(' or ')}`,
                subjects,
              );
          }
          for (const holdId of [...acceptedJobs, ...subtracted.keys()]) {
            const due = dueFor(holdId);
            const isDue = due?.amounts.every((amount) => amount > 0) && new Set(due.accounts).has(account);
            if (isDue && !costs.has(holdId))
              return fail(`${account} has not paid for ${due?.what}`, [account]);
          }
        }
      },
    };

    function nameOf(holdId: string): string {
      return paidResults.get(holdId) ?? story.nameOf(holdId);
    }
  },
};

function amountsOf(
  journal: readonly BalanceChange[],
  kind: BalanceChange['kind'],
): (readonly [id: string, milliCredits: number])[] {
  return journal.flatMap((entry) => (entry.kind === kind ? [[entry.id, entry.milliCredits] as const] : []));
}

/** Returns the list of a job whose client was never told that it was accepted. */
function listOf(items: readonly JobItem[]): ClientList {
  const [first] = items;
  if (first !== undefined && !('email' in first))
    return { kind: 'people', rows: items.flatMap((item) => ('email' in item ? [] : [item])) };
  return {
    kind: 'addresses',
    emails: items.flatMap((item) => ('email' in item ? [item.email] : [])),
    level: first?.level ?? 'smtp',
  };
}
