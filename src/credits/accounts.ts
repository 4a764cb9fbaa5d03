import { checkName, checkNames, checkObject, checkSignal, namesOf } from '../argument-checks.ts';
import type { PendingCalls } from '../concurrency/pending-calls.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { shareOfRequests } from '../concurrency/work-share.ts';
import type { Clock } from '../ports/clock.ts';
import type { AccountBalance, Balance, CreditLedger, LedgerEntry } from '../ports/credit-ledger.ts';
import { grantCredits, listAccounts, subtractCredits } from './corrections.ts';
import { readUsage, type UsagePeriod, type UsageReport } from './usage.ts';

/** Accounts and their balances, in milli-credits: 1,000 are one credit. */
export interface Accounts {
  /**
   * Adds credits, once per `id`, and returns what is then available. The first grant creates the account. Rejects with
   * InvalidArgument if the id begins with `refund:`, as those of refunds do.
   */
  grant(account: string, grant: { id: string; milliCredits: number }): Promise<number>;
  /**
   * Takes credits away, once per `id`, and returns what is then available. Never takes more than is available: rejects with
   * InsufficientCredits, and changes nothing. Rejects with Conflict if the id was used for another subtraction. The journal has
   * it under `correction:` and the id.
   */
  subtract(account: string, subtraction: { id: string; milliCredits: number }): Promise<number>;
  /** Yields the accounts that were ever granted anything, with their balances, in an order of the store's own. */
  list(): AsyncIterable<AccountBalance>;
  /**
   * Returns what an account was charged, by day (UTC), API key and kind of work, oldest first. Reads the journal back to `from`, a
   * page at a time, in turn with the reports of other accounts. Rejects with the reason of `signal` once that fires.
   */
  usage(account: string, period: UsagePeriod & { signal?: AbortSignal | undefined }): Promise<UsageReport>;
  /** Returns the balance; zero for an account that was never granted anything. */
  balance(account: string): Promise<Balance>;
  /** Returns a page of the journal, newest first. `before` is the `sequence` of the previous page's last entry. */
  entries(
    account: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly LedgerEntry[]>;
  /** Releases the expired holds of crashed processes, and returns how many. Engines in use also do this themselves. */
  sweep(): Promise<number>;
}

const changeNames = namesOf<Parameters<Accounts['grant']>[1]>()('id milliCredits');
const periodNames = namesOf<Parameters<Accounts['usage']>[1]>()('from to signal');
const pageNames = namesOf<Parameters<Accounts['entries']>[1]>()('limit before');

/** Returns the accounts of a ledger. Closing `calls` waits for their changes and reports. */
export function accountsOf(
  { ledger, clock }: { readonly ledger: CreditLedger; readonly clock: Clock },
  calls: PendingCalls,
  sweep: () => Promise<number>,
): Accounts {
  /** A page at a time: each report may read a journal of months. */
  const usagePages = new Semaphore(1);
  return {
    async grant(account, grant) {
      checkObject('grant', grant, "Pass { id: 'order 4711', milliCredits: 100_000 }.");
      checkNames(grant, changeNames);
      checkAccount(account);
      const { id, milliCredits } = grant;
      return calls.track(() => grantCredits(ledger, { id, account, milliCredits }));
    },
    async subtract(account, subtraction) {
      checkObject('subtraction', subtraction, "Pass { id: 'correction 12', milliCredits: 5_000 }.");
      checkNames(subtraction, changeNames);
      checkAccount(account);
      const { id, milliCredits } = subtraction;
      return calls.track(() => subtractCredits(ledger, { id, account, milliCredits }));
    },
    list: () => calls.trackEach(listAccounts(ledger)),
    async usage(account, period) {
      checkObject('period', period, 'Pass { from, to }, in milliseconds since the epoch.');
      checkNames(period, periodNames);
      checkSignal(period.signal);
      checkAccount(account);
      const turn = { share: shareOfRequests(account), ...(period.signal && { signal: period.signal }) };
      const entries: CreditLedger['entries'] = (...page) =>
        usagePages.run(() => ledger.entries(...page), turn);
      return calls.track(() => readUsage({ ledger: { entries }, clock }, account, period));
    },
    async balance(account) {
      checkAccount(account);
      return ledger.balance(account);
    },
    async entries(account, page) {
      checkObject('page', page, 'Pass { limit: 100 }.');
      checkNames(page, pageNames);
      checkAccount(account);
      return ledger.entries(account, page);
    },
    sweep,
  };
}

function checkAccount(account: unknown): void {
  checkName('account', account, "Pass the name of an account: 'acme'.");
}
