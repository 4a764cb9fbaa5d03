import assert from 'node:assert/strict';
import type { Clock, CreditLedger, HoldResult } from '../../src/ports.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';
import { auditedBalance } from './books.ts';

export interface RunningLedger {
  readonly ledger: CreditLedger;
  stop(): Promise<void>;
  /** Another handle on the same store, as another process would have it. `stop` ends it too. */
  second?(): Promise<CreditLedger>;
}

export interface CreditLedgerContractSubject {
  readonly name: string;
  /** An empty ledger that goes by this clock. */
  start(options: { clock: Clock }): Promise<RunningLedger>;
}

/** One test's ledger. */
interface LedgerScene {
  readonly ledger: CreditLedger;
  readonly clock: ManualClock;
  /** Handles on the one store, two where the subject gives a second: racers are dealt out to them in turn. */
  handle(racer: number): CreditLedger;
  /** Grants to the account under an id made for it. */
  fund(account: string, milliCredits: number): Promise<void>;
  /** A hold that must succeed, an hour long unless told. */
  held(hold: { id: string; account: string; milliCredits: number; expiresAt?: number }): Promise<void>;
}

export type LedgerTest = (name: string, body: (scene: LedgerScene) => Promise<void>) => void;

export const hourMs = 3_600_000;

/** Runs each test on a new ledger, and audits every account that the test used when it is over. */
export function ledgerTest(runner: ContractRunner, subject: CreditLedgerContractSubject): LedgerTest {
  return (name, body) =>
    runner.it(name, async () => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
      try {
        const accounts = new Set<string>();
        const ledger = noting(running.ledger, accounts);
        const handles = [ledger];
        if (running.second !== undefined) handles.push(noting(await running.second(), accounts));
        await body(sceneOf(handles, clock));
        for (const handle of handles) {
          for (const account of accounts) await auditedBalance(handle, account);
        }
      } finally {
        await running.stop();
      }
    });
}

function sceneOf(handles: readonly CreditLedger[], clock: ManualClock): LedgerScene {
  let grants = 0;
  const handle = (racer: number): CreditLedger => {
    const chosen = handles[racer % handles.length];
    assert(chosen !== undefined);
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
    held: async ({ id, account, milliCredits, expiresAt = clock.now() + hourMs }) => {
      const result = await ledger.hold({ id, account, milliCredits, expiresAt });
      assert.equal(result.kind, 'held');
    },
  };
}

/** The same ledger, which notes the accounts that something was done with. */
function noting(ledger: CreditLedger, accounts: Set<string>): CreditLedger {
  return {
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
    capture: (holdId) => ledger.capture(holdId),
    release: (holdId) => ledger.release(holdId),
    sweep: (options) => ledger.sweep(options),
    balance: (account) => ledger.balance(account),
    entries: (account, options) => ledger.entries(account, options),
  };
}

/** How many of each kind. */
export function tally(results: readonly HoldResult[]): Partial<Record<HoldResult['kind'], number>> {
  const counts: Partial<Record<HoldResult['kind'], number>> = {};
  for (const { kind } of results) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** `count` calls begun at once. */
export function race<Result>(
  count: number,
  call: (racer: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, racer) => call(racer)));
}
