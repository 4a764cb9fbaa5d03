import type { CreditLedger, HoldResult, HoldState } from '../../../../src/ports/index.ts';
import type { Invariant } from '../invariant.ts';

type HoldRequest = Parameters<CreditLedger['hold']>[0];

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
