import type { Clock } from '../../src/ports/clock.ts';
import type {
  AccountBalance,
  Balance,
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
  type FoldedBalance,
  foldedBalance,
  type GrantRequest,
  type HoldRequest,
} from '../stores/ledger-rules.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import * as tables from './ledger-tables.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

/** Holds released per transaction of a sweep, so that other writes can run in between. */
const holdsPerWrite = 100;
/** Entries folded per transaction, for the same reason. */
const entriesPerWrite = 200;

/** Accounts in the SQLite file. Balance, records and journal change in one transaction. */
export class SqliteLedger implements CreditLedger {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  async grant(grant: GrantRequest): Promise<number> {
    return this.#writes.write((connection) => {
      const found = {
        record: tables.readRecord(connection, grant.id),
        balance: tables.readBalance(connection, grant.account),
      };
      const decision = decideGrant(grant, found);
      if (decision.kind === 'apply') {
        const { id, account, milliCredits, reason, purpose } = grant;
        const { available } = decision;
        tables.writeBalance(connection, { account, available, held: found.balance.held });
        const change = { id, milliCredits, available, reason, purpose, at: this.#now() };
        tables.insertEntry(connection, account, change);
      }
      return decision.available;
    });
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    return this.#writes.write((connection) => {
      const { id, account, milliCredits } = hold;
      const balance = tables.readBalance(connection, account);
      const decision = decideHold(hold, { record: tables.readRecord(connection, id), balance });
      if (decision.kind === 'apply') {
        const { available } = decision.result;
        tables.writeBalance(connection, { account, available, held: balance.held + milliCredits });
        tables.insertHold(connection, { ...hold, available, expiresAt: expiryOf(hold, this.#clock.now()) });
      }
      return decision.result;
    });
  }

  async capture(holdId: string): Promise<'captured' | 'unknown'> {
    return this.#writes.write((connection) => this.#resolve(connection, holdId, 'captured'));
  }

  async release(holdId: string): Promise<HoldState | 'unknown'> {
    return this.#writes.write((connection) => this.#resolve(connection, holdId, 'released'));
  }

  async sweep(options: { limit: number }): Promise<number> {
    for (let swept = 0; ; ) {
      const slice = Math.min(options.limit - swept, holdsPerWrite);
      const count = await this.#writes.write((connection) => this.#sweepSlice(connection, slice));
      swept += count;
      if (count < slice || swept === options.limit) return swept;
    }
  }

  async balance(account: string): Promise<Balance> {
    return this.#file.use((connection) => tables.readBalance(connection, account));
  }

  async accounts(options: AccountsOptions): Promise<readonly AccountBalance[]> {
    return this.#file.use((connection) => tables.readAccounts(connection, options));
  }

  async entries(account: string, options: EntriesOptions): Promise<readonly LedgerEntry[]> {
    const { limit, before = Number.POSITIVE_INFINITY } = options;
    // In one transaction: another process may fold entries between two reads.
    return this.#file.use((connection) =>
      connection.snapshot(() => {
        const entries: LedgerEntry[] = tables.readEntries(connection, account, options);
        const opening = entries.length < limit ? tables.readOpening(connection, account) : undefined;
        return opening !== undefined && opening.sequence < before ? [...entries, opening] : entries;
      }),
    );
  }

  async foldJournal(options: { olderThanMs: number; limit: number }): Promise<number> {
    const latest = this.#now() - options.olderThanMs;
    for (let folded = 0; ; ) {
      const slice = Math.min(options.limit - folded, entriesPerWrite);
      const count = await this.#writes.write((connection) => foldSlice(connection, latest, slice));
      folded += count;
      if (count < slice || folded === options.limit) return folded;
    }
  }

  #sweepSlice(connection: SqliteConnection, limit: number): number {
    const expired = tables.readExpiredHolds(connection, this.#now(), limit);
    for (const id of expired) this.#resolve(connection, id, 'released');
    return expired.length;
  }

  #resolve<Wanted extends HoldState>(
    connection: SqliteConnection,
    id: string,
    wanted: Wanted,
  ): Wanted | 'captured' | 'unknown' {
    const record = tables.readRecord(connection, id);
    const decision = decideResolution(wanted, record);
    if (decision.kind === 'unchanged') return decision.result;
    if (record === undefined) return 'unknown';
    const { account, change } = decision;
    const { available, held } = tables.readBalance(connection, account);
    tables.writeBalance(connection, {
      account,
      available: available + change.available,
      held: held + change.held,
    });
    tables.deleteHold(connection, id);
    if (wanted === 'captured') {
      const { milliCredits, purpose } = record;
      const entry = { id, milliCredits, available: record.available, reason: null, purpose, at: this.#now() };
      tables.insertEntry(connection, account, entry);
    }
    return wanted;
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}

function foldSlice(connection: SqliteConnection, latest: number, limit: number): number {
  let folded = 0;
  while (folded < limit) {
    const account = tables.readAccountToFold(connection, latest);
    if (account === undefined) break;
    folded += foldAccount(connection, account, { latest, limit: limit - folded });
  }
  return folded;
}

/** The oldest entry of the account must have been made by `latest`. Returns how many entries were folded. */
function foldAccount(
  connection: SqliteConnection,
  account: string,
  { latest, limit }: { latest: number; limit: number },
): number {
  const oldest = tables.readOldestEntries(connection, account, limit);
  const firstKept = oldest.findIndex(({ at }) => at > latest);
  const folded = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
  const last = folded.at(-1);
  if (last === undefined) throw new RangeError(`The account "${account}" has no entry to fold.`);
  let opening: FoldedBalance | undefined = tables.readOpening(connection, account);
  for (const entry of folded) opening = foldedBalance(opening, entry);
  if (opening !== undefined)
    tables.replaceByOpening(connection, account, { ...opening, sequence: last.sequence });
  return folded.length;
}
