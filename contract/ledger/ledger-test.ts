import assert from 'node:assert/strict';
import type { Clock } from '../../src/ports/clock.ts';
import type { CreditLedger, HoldResult } from '../../src/ports/credit-ledger.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';
import { auditedBalance } from './audit.ts';

/** A started ledger. */
export interface RunningLedger {
  readonly ledger: CreditLedger;
  stop(): Promise<void>;
  /** Opens the same ledger as another process would. `stop` closes it too. */
  openSecond?(): Promise<CreditLedger>;
}

/** The adapter under test. */
export interface CreditLedgerContractSubject {
  readonly name: string;
  /** Starts an empty ledger that uses this clock. */
  start(options: { clock: Clock }): Promise<RunningLedger>;
}

/** The ledger under test, and what the tests need to use it. */
interface LedgerTestContext {
  readonly ledger: CreditLedger;
  readonly clock: ManualClock;
  /**
   * Returns one of the handles on the ledger: the first for even numbers, the second, if there is one, for odd ones.
   */
  handle(racer: number): CreditLedger;
  /** Grants credits to the account under a new id. */
  fund(account: string, milliCredits: number): Promise<void>;
  /** Places a hold, which must succeed. By default it expires after an hour. */
  placeHold(hold: { id: string; account: string; milliCredits: number; expiresInMs?: number }): Promise<void>;
}

export type LedgerTest = (name: string, body: (context: LedgerTestContext) => Promise<void>) => void;

export const hourMs = 3_600_000;

/** Returns a function that runs each test on a new ledger, and then audits every account that the test used. */
export function ledgerTest(runner: ContractRunner, subject: CreditLedgerContractSubject): LedgerTest {
  return (name, body) =>
    runner.it(name, async () => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
      try {
        const accounts = new Set<string>();
        const ledger = recordAccounts(running.ledger, accounts);
        const handles = [ledger];
        if (running.openSecond !== undefined)
          handles.push(recordAccounts(await running.openSecond(), accounts));
        await body(createContext(handles, clock));
        for (const handle of handles) {
          for (const account of accounts) await auditedBalance(handle, account);
        }
      } finally {
        await running.stop();
      }
    });
}

function createContext(handles: readonly CreditLedger[], clock: ManualClock): LedgerTestContext {
  let grants = 0;
  const handle = (racer: number): CreditLedger => {
    const chosen = handles[racer % handles.length];
    if (chosen === undefined) throw new RangeError(`There is no handle for the racer ${racer}.`);
    return chosen;
  };
  const ledger = handle(0);
  return {
    ledger,
    clock,
    handle,
    fund: async (account, milliCredits) => {
      grants += 1;
      await ledger.grant({ id: `fund:${grants}`, account, milliCredits, reason: 'purchase' });
    },
    placeHold: async ({ id, account, milliCredits, expiresInMs = hourMs }) => {
      const result = await ledger.hold({ id, account, milliCredits, expiresInMs });
      assert.equal(result.kind, 'held');
    },
  };
}

/** Wraps a ledger that is watched, so that every account with a grant or hold is added to `accounts`. */
function recordAccounts(ledger: CreditLedger, accounts: Set<string>): CreditLedger {
  return {
    ...ledger,
    grant: async (grant) => {
      const available = await ledger.grant(grant);
      accounts.add(grant.account);
      return available;
    },
    hold: async (hold) => {
      const result = await ledger.hold(hold);
      accounts.add(hold.account);
      return result;
    },
  };
}

/** Counts the results of each kind. */
export function tally(results: readonly HoldResult[]): Partial<Record<HoldResult['kind'], number>> {
  const counts: Partial<Record<HoldResult['kind'], number>> = {};
  for (const { kind } of results) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
