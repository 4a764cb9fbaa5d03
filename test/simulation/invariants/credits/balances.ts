import type { UsageRow } from '../../../../src/credits/usage.ts';
import type { CreditLedger, HoldResult, HoldState, NewJob } from '../../../../src/ports/index.ts';
import { accountOfKey } from '../../clients/job-ownership.ts';
import { statedPrices } from '../../clients/stated-prices.ts';
import type { Story } from '../../story/story.ts';
import type { Invariant } from '../invariant.ts';
import { watchJobs } from '../watched-jobs.ts';

type HoldRequest = Parameters<CreditLedger['hold']>[0];

/** A charge that was made final, or the refund of one. */
interface BookEntry {
  readonly holdId: string;
  readonly account: string;
  readonly milliCredits: number;
  readonly at: number;
  readonly isRefund: boolean;
}

/** What the ledger was told and has carried out. */
export interface AccountBooks {
  /** In order. */
  readonly entries: readonly BookEntry[];
  /** Returns the least and the most that an account had since a time, held credits included. */
  fundsSince(account: string, from: number): { readonly least: number; readonly most: number };
}

const refundPrefix = 'refund:';

/** Keeps the books of all accounts. */
export function keepAccountBooks(story: Story): AccountBooks {
  const entries: BookEntry[] = [];
  const holds = new Map<string, HoldRequest>();
  const done = new Set<string>();
  /** What each account had, and since when. */
  const funds = new Map<string, { readonly at: number; readonly milliCredits: number }[]>();
  const change = (account: string, milliCredits: number, at: number) => {
    const known = funds.get(account) ?? [];
    funds.set(account, known);
    known.push({ at, milliCredits: (known.at(-1)?.milliCredits ?? 0) + milliCredits });
  };
  story.onCall(['ledger.hold', 'ledger.capture', 'ledger.grant'], ({ method, args, outcome }, at) => {
    if (!('value' in outcome)) return;
    if (method === 'ledger.hold') {
      const request = args[0] as HoldRequest;
      if ((outcome.value as HoldResult).kind === 'held' && !holds.has(request.id))
        holds.set(request.id, request);
    } else if (method === 'ledger.capture') {
      const id = args[0] as string;
      const hold = holds.get(id);
      if (outcome.value !== 'captured' || hold === undefined || done.has(id)) return;
      done.add(id);
      const { account, milliCredits } = hold;
      entries.push({ holdId: id, account, milliCredits, at, isRefund: false });
      change(account, -milliCredits, at);
    } else {
      const { id, account, milliCredits } = args[0] as Parameters<CreditLedger['grant']>[0];
      if (done.has(id)) return;
      done.add(id);
      change(account, milliCredits, at);
      if (id.startsWith(refundPrefix))
        entries.push({ holdId: id.slice(refundPrefix.length), account, milliCredits, at, isRefund: true });
    }
  });
  return {
    entries,
    fundsSince(account, from) {
      const known = funds.get(account) ?? [];
      const before = known.findLast(({ at }) => at < from)?.milliCredits ?? 0;
      const all = [before, ...known.filter(({ at }) => at >= from).map(({ milliCredits }) => milliCredits)];
      return { least: Math.min(...all), most: Math.max(...all) };
    },
  };
}

interface Hold {
  readonly account: string;
  readonly milliCredits: number;
  readonly expiresAt: number;
  state: 'open' | HoldState;
}

/** A second account book, kept from the calls that the ledger has carried out. */
export const balancesAddUp: Invariant = {
  name: 'balances add up',
  promise:
    'Your balance is what you were granted less what was captured and what is set aside for work under way, at any moment, and never below zero.',
  watch({ story, stores, fail }) {
    const granted = new Map<string, number>();
    const grants = new Set<string>();
    const holds = new Map<string, Hold>();
    const check = async () => {
      for (const [account, credits] of granted) {
        const own = [...holds.values()].filter((hold) => hold.account === account);
        const sum = (state: Hold['state']) =>
          own.reduce((total, hold) => total + (hold.state === state ? hold.milliCredits : 0), 0);
        const [captured, held] = [sum('captured'), sum('open')];
        const balance = await stores.ledger.balance(account);
        const expected = credits - captured - held;
        if (balance.available !== expected || balance.held !== held || balance.available < 0)
          fail(
            `${account} has ${balance.available} and ${balance.held} held, but was granted ${credits}, of which ${captured} is captured and ${held} is held`,
            [account],
          );
        await checkJournal(account, balance);
      }
    };
    const checkJournal = async (account: string, balance: { available: number; held: number }) => {
      let owned = 0;
      let before: number | undefined;
      for (;;) {
        const page = await stores.ledger.entries(account, {
          limit: 1_000,
          ...(before === undefined ? {} : { before }),
        });
        for (const { kind, milliCredits } of page) owned += kind === 'capture' ? -milliCredits : milliCredits;
        before = page.at(-1)?.sequence;
        if (page.length < 1_000) break;
      }
      if (owned !== balance.available + balance.held)
        fail(
          `the journal of ${account} adds up to ${owned}, its balance says ${balance.available} and ${balance.held} held`,
          [account],
        );
    };
    story.onCall(
      ['ledger.grant', 'ledger.hold', 'ledger.capture', 'ledger.release'],
      ({ method, args, outcome }, at) => {
        if (!('value' in outcome)) return;
        const [first] = args;
        if (method === 'ledger.grant') {
          const { id, account, milliCredits } = first as {
            id: string;
            account: string;
            milliCredits: number;
          };
          if (grants.has(id)) return;
          grants.add(id);
          granted.set(account, (granted.get(account) ?? 0) + milliCredits);
        } else if (method === 'ledger.hold') {
          const { id, account, milliCredits, expiresInMs } = first as HoldRequest;
          // The id of a released hold is free again.
          const isNew = (holds.get(id)?.state ?? 'released') === 'released';
          if ((outcome.value as HoldResult).kind === 'held' && isNew)
            holds.set(id, { account, milliCredits, expiresAt: at + expiresInMs, state: 'open' });
        } else if (method === 'ledger.capture' || method === 'ledger.release') {
          const hold = holds.get(first as string);
          if (hold === undefined) return;
          const state = outcome.value === 'captured' ? 'captured' : 'released';
          if (hold.state !== 'open' && hold.state !== state)
            fail(`a hold was ${hold.state}, and is ${state} now`, [story.nameOf(first as string)]);
          hold.state = state;
        }
      },
    );
    // A sweep does not name what it releases: all holds that have expired, up to a limit far above what there is.
    story.onCall(['ledger.sweep'], ({ outcome }, at) => {
      if (!('value' in outcome)) return;
      const expired = [...holds.values()].filter((hold) => hold.state === 'open' && hold.expiresAt <= at);
      for (const hold of expired) hold.state = 'released';
      if (expired.length !== outcome.value)
        fail(`a sweep has released ${outcome.value} holds, and ${expired.length} had expired`);
    });
    return { regularly: check, afterCalm: check, atEnd: check };
  },
};

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
