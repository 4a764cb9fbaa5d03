import type { Clock } from '../../src/ports/clock.ts';
import type {
  AccountBalance,
  Balance,
  BalanceChange,
  ChargePurpose,
  CreditLedger,
  HoldResult,
  HoldState,
  LedgerEntry,
} from '../../src/ports/credit-ledger.ts';
import {
  type AccountsOptions,
  decideGrant,
  decideHold,
  decideResolution,
  type EntriesOptions,
  expiryOf,
  type GrantRequest,
  type HoldRecord,
  type HoldRequest,
  isKeptForever,
  type LedgerRecord,
} from '../stores/ledger-rules.ts';
import { Journal } from './journal.ts';

interface Account {
  available: number;
  held: number;
  readonly journal: Journal;
}

type NewEntry = Omit<BalanceChange, 'sequence' | 'at'>;

/** An open hold with the time when a sweep may release it. */
type OpenHold = HoldRecord & { readonly expiresAt: number };

/** Accounts in the memory of this process. Methods are atomic because they never await. */
export class MemoryLedger implements CreditLedger {
  readonly #accounts = new Map<string, Account>();
  readonly #records = new Map<string, LedgerRecord>();
  readonly #openHolds = new Map<string, OpenHold>();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async grant(grant: GrantRequest): Promise<number> {
    const { id, account: name, milliCredits, reason, purpose } = grant;
    const account = this.#accounts.get(name) ?? { available: 0, held: 0, journal: new Journal() };
    const { kind, available } = decideGrant(grant, { record: this.#records.get(id), balance: account });
    if (kind === 'repeat') return available;
    account.available = available;
    this.#accounts.set(name, account);
    this.#records.set(id, { kind: 'grant', id, account: name, milliCredits, reason, available });
    this.#append(account, { kind: 'grant', id, milliCredits, purpose: copyOf(purpose) });
    return available;
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    const { id, account: name, milliCredits } = hold;
    const purpose = copyOf(hold.purpose);
    const account = this.#accounts.get(name);
    const balance = account ?? { available: 0, held: 0 };
    const decision = decideHold(hold, { record: this.#records.get(id), balance });
    if (decision.kind === 'unchanged' || account === undefined) return decision.result;
    const { available } = decision.result;
    account.available = available;
    account.held += milliCredits;
    const record: OpenHold = {
      kind: 'hold',
      state: 'open',
      id,
      account: name,
      milliCredits,
      expiresAt: expiryOf(hold, this.#clock.now()),
      available,
      ...(purpose === null ? {} : { purpose }),
    };
    this.#records.set(id, record);
    this.#openHolds.set(id, record);
    return decision.result;
  }

  async capture(holdId: string): Promise<'captured' | 'unknown'> {
    return this.#resolve(holdId, 'captured');
  }

  async release(holdId: string): Promise<HoldState | 'unknown'> {
    return this.#resolve(holdId, 'released');
  }

  async sweep(options: { limit: number }): Promise<number> {
    const { limit } = options;
    const now = this.#clock.now();
    let swept = 0;
    for (const { id, expiresAt } of this.#openHolds.values()) {
      if (swept === limit) break;
      if (expiresAt > now) continue;
      this.#resolve(id, 'released');
      swept += 1;
    }
    return swept;
  }

  async balance(account: string): Promise<Balance> {
    const { available, held } = this.#accounts.get(account) ?? { available: 0, held: 0 };
    return { available, held };
  }

  async accounts(options: AccountsOptions): Promise<readonly AccountBalance[]> {
    const { limit, after = '' } = options;
    const names = [...this.#accounts.keys()].filter((name) => name > after).sort();
    return names.slice(0, limit).map((account) => {
      const { available = 0, held = 0 } = this.#accounts.get(account) ?? {};
      return { account, available, held };
    });
  }

  async entries(account: string, options: EntriesOptions): Promise<readonly LedgerEntry[]> {
    return this.#accounts.get(account)?.journal.page(options) ?? [];
  }

  async foldJournal(options: { olderThanMs: number; limit: number }): Promise<number> {
    const latest = this.#clock.now() - options.olderThanMs;
    let folded = 0;
    for (const { journal } of this.#accounts.values()) {
      for (; folded < options.limit; folded += 1) {
        const entry = journal.fold(latest);
        if (entry === undefined) break;
        if (!isKeptForever(this.#records.get(entry.id))) this.#records.delete(entry.id);
      }
      if (folded === options.limit) break;
    }
    return folded;
  }

  #resolve<Wanted extends HoldState>(holdId: string, wanted: Wanted): Wanted | 'captured' | 'unknown' {
    const record = this.#records.get(holdId);
    const decision = decideResolution(wanted, record);
    const account = record === undefined ? undefined : this.#accounts.get(record.account);
    if (decision.kind === 'unchanged') return decision.result;
    if (record?.kind !== 'hold' || account === undefined) return 'unknown';
    account.available += decision.change.available;
    account.held += decision.change.held;
    this.#openHolds.delete(holdId);
    if (wanted === 'released') {
      this.#records.delete(holdId);
      return wanted;
    }
    const { id, milliCredits, purpose = null } = record;
    this.#records.set(holdId, { ...record, state: 'captured' });
    this.#append(account, { kind: 'capture', id, milliCredits, purpose });
    return wanted;
  }

  #append({ journal }: Account, entry: NewEntry): void {
    journal.append({ ...entry, at: this.#clock.now() });
  }
}

function copyOf(purpose: ChargePurpose | undefined): ChargePurpose | null {
  if (purpose === undefined) return null;
  const { kind, count, keyId } = purpose;
  return Object.freeze({ kind, count, keyId });
}
