import type {
  Balance,
  BalanceChange,
  CreditLedger,
  HoldState,
  OpeningBalance,
} from '../../src/ports/credit-ledger.ts';

export type Grant = Parameters<CreditLedger['grant']>[0];
export type Hold = Parameters<CreditLedger['hold']>[0];
/** An entry without its sequence, whose values the store chooses. */
export type ReferenceEntry = Omit<BalanceChange, 'sequence'> | Omit<OpeningBalance, 'sequence'>;

/** What a ledger should return: a result, or the code of the error. */
export type Expected<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'error'; readonly code: 'conflict' | 'invalid_argument' };

interface MadeGrant {
  readonly grant: Grant;
  readonly returned: number;
}

interface MadeHold {
  readonly hold: Hold;
  readonly available: number;
  readonly expiresAt: number;
  state: 'open' | 'captured';
}

const result = <Result>(value: Result): Expected<Result> => ({ kind: 'result', result: value });

/**
 * A minimal ledger for comparison. It stores the requests and the journals, and computes each balance from the journal.
 * It shares no code with the ledgers under test.
 */
export class ReferenceLedger {
  readonly grants = new Map<string, MadeGrant>();
  readonly holds = new Map<string, MadeHold>();
  readonly #journals = new Map<string, ReferenceEntry[]>();

  /** Oldest first. */
  journal(account: string): readonly ReferenceEntry[] {
    return this.#journals.get(account) ?? [];
  }

  balance(account: string): Balance {
    let held = 0;
    for (const { hold, state } of this.holds.values())
      if (state === 'open' && hold.account === account) held += hold.milliCredits;
    return { available: sumOf(this.journal(account)) - held, held };
  }

  grant(grant: Grant, at: number): Expected<number> {
    if (!isAmount(grant.milliCredits)) return { kind: 'error', code: 'invalid_argument' };
    const { id, account, milliCredits, purpose = null } = grant;
    const made = this.grants.get(id);
    if (made !== undefined && same(made.grant, grant)) return result(made.returned);
    if (made !== undefined || this.holds.has(id)) return { kind: 'error', code: 'conflict' };
    this.#enter(account, { kind: 'grant', id, milliCredits, at, purpose });
    const returned = this.balance(account).available;
    this.grants.set(id, { grant, returned });
    return result(returned);
  }

  hold(hold: Hold, at: number): Expected<Awaited<ReturnType<CreditLedger['hold']>>> {
    if (!isAmount(hold.milliCredits)) return { kind: 'error', code: 'invalid_argument' };
    const { id, account, milliCredits } = hold;
    const made = this.holds.get(id);
    if (made !== undefined && sameHold(made.hold, hold)) {
      return result({ kind: made.state === 'open' ? 'held' : made.state, available: made.available });
    }
    if (made !== undefined || this.grants.has(id)) return { kind: 'error', code: 'conflict' };
    const before = this.balance(account).available;
    if (before < milliCredits) {
      return result({ kind: 'insufficient', available: before, required: milliCredits });
    }
    const available = before - milliCredits;
    this.holds.set(id, { hold, available, expiresAt: at + hold.expiresInMs, state: 'open' });
    return result({ kind: 'held', available });
  }

  resolve(id: string, wanted: HoldState, at: number): HoldState | 'unknown' {
    const made = this.holds.get(id);
    if (made === undefined) return 'unknown';
    if (made.state !== 'open') return made.state;
    if (wanted === 'released') {
      this.holds.delete(id);
      return wanted;
    }
    made.state = wanted;
    const { account, milliCredits, purpose = null } = made.hold;
    this.#enter(account, { kind: 'capture', id, milliCredits, at, purpose });
    return wanted;
  }

  /** Folds all changes made by `latest`. Returns how many. */
  fold(latest: number): number {
    let folded = 0;
    for (const [account, journal] of this.#journals) {
      const firstKept = journal.findIndex(({ kind, at }) => kind !== 'opening' && at > latest);
      const old = firstKept === -1 ? journal : journal.slice(0, firstKept);
      const changes = old.filter(({ kind }) => kind !== 'opening');
      const last = changes.at(-1);
      if (last === undefined) continue;
      folded += changes.length;
      for (const { kind, id } of changes) {
        if (kind === 'grant' && this.grants.get(id)?.grant.reason === 'refund') this.grants.delete(id);
        if (kind === 'capture') this.holds.delete(id);
      }
      const opening = { kind: 'opening', id: '', milliCredits: sumOf(old) } as const;
      this.#journals.set(account, [{ ...opening, at: last.at }, ...journal.slice(old.length)]);
    }
    return folded;
  }

  /** Returns the ids of open holds that a sweep may release. */
  expired(now: number): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const [id, { expiresAt, state }] of this.holds) {
      if (state === 'open' && expiresAt <= now) ids.add(id);
    }
    return ids;
  }

  /** When the next open hold expires; `now` if none is going to. */
  nextExpiry(now: number): number {
    const coming = [...this.holds.values()].filter(
      ({ expiresAt, state }) => state === 'open' && expiresAt > now,
    );
    return coming.length === 0 ? now : Math.min(...coming.map(({ expiresAt }) => expiresAt));
  }

  #enter(account: string, entry: ReferenceEntry): void {
    this.#journals.set(account, [...this.journal(account), entry]);
  }
}

function sumOf(entries: readonly ReferenceEntry[]): number {
  let sum = 0;
  for (const { kind, milliCredits } of entries) sum += kind === 'capture' ? -milliCredits : milliCredits;
  return sum;
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

/** A repeat may ask for another expiry, and keeps the first. */
function sameHold(first: Hold, second: Hold): boolean {
  return first.account === second.account && first.milliCredits === second.milliCredits;
}

function same(first: Grant, second: Grant): boolean {
  return JSON.stringify(Object.entries(first).sort()) === JSON.stringify(Object.entries(second).sort());
}
