import type { Balance, Clock, CreditLedger, HoldResult, HoldState, LedgerEntry } from '../../src/ports.ts';
import {
  checkAccount,
  checkEntries,
  checkGrant,
  checkHold,
  checkHoldId,
  checkSweep,
  decideGrant,
  decideHold,
  type EntriesOptions,
  expiryOf,
  type GrantRequest,
  type HoldRequest,
  type SweepOptions,
} from '../stores/ledger-rules.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseFile } from './database-file.ts';
import * as tables from './ledger-tables.ts';
import type { SqliteStoreDependencies } from './store-dependencies.ts';
import type { WriteBatch } from './write-batch.ts';

/** Holds released per transaction of a sweep, so that other writes can run in between. */
const holdsPerWrite = 100;

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
    checkGrant(grant);
    return this.#writes.write((connection) => {
      const found = {
        record: tables.readRecord(connection, grant.id),
        balance: tables.readBalance(connection, grant.account),
      };
      const decision = decideGrant(grant, found);
      if (decision.kind === 'apply') {
        const { id, account, milliCredits } = grant;
        const change = { account, available: decision.available, held: found.balance.held };
        const sequence = tables.writeBalance(connection, change);
        tables.insertGrant(connection, { ...grant, available: decision.available });
        tables.insertEntry(connection, account, {
          kind: 'grant',
          id,
          milliCredits,
          sequence,
          at: this.#now(),
        });
      }
      return decision.available;
    });
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    checkHold(hold);
    return this.#writes.write((connection) => {
      const { id, account, milliCredits } = hold;
      const balance = tables.readBalance(connection, account);
      const decision = decideHold(hold, { record: tables.readRecord(connection, id), balance });
      if (decision.kind === 'apply') {
        const { available } = decision.result;
        const sequence = tables.writeBalance(connection, {
          account,
          available,
          held: balance.held + milliCredits,
        });
        tables.insertHold(connection, { ...hold, available, expiresAt: expiryOf(hold, this.#clock.now()) });
        tables.insertEntry(connection, account, {
          kind: 'hold',
          id,
          milliCredits,
          sequence,
          at: this.#now(),
        });
      }
      return decision.result;
    });
  }

  async capture(holdId: string): Promise<HoldState | 'unknown'> {
    checkHoldId(holdId);
    return this.#writes.write((connection) => this.#resolve(connection, holdId, 'captured'));
  }

  async release(holdId: string): Promise<HoldState | 'unknown'> {
    checkHoldId(holdId);
    return this.#writes.write((connection) => this.#resolve(connection, holdId, 'released'));
  }

  async sweep(options: SweepOptions): Promise<number> {
    checkSweep(options);
    for (let swept = 0; ; ) {
      const slice = Math.min(options.limit - swept, holdsPerWrite);
      const count = await this.#writes.write((connection) => this.#sweepSlice(connection, slice));
      swept += count;
      if (count < slice || swept === options.limit) return swept;
    }
  }

  async balance(account: string): Promise<Balance> {
    checkAccount(account);
    return this.#file.use((connection) => tables.readBalance(connection, account));
  }

  async entries(account: string, options: EntriesOptions): Promise<readonly LedgerEntry[]> {
    checkEntries(account, options);
    return this.#file.use((connection) => tables.readEntries(connection, account, options));
  }

  #sweepSlice(connection: SqliteConnection, limit: number): number {
    const expired = tables.readExpiredHolds(connection, this.#now(), limit);
    for (const id of expired) this.#resolve(connection, id, 'released');
    return expired.length;
  }

  #resolve(connection: SqliteConnection, id: string, state: HoldState): HoldState | 'unknown' {
    const record = tables.readRecord(connection, id);
    if (record?.kind !== 'hold') return 'unknown';
    if (record.state !== 'open') return record.state;
    const { account, milliCredits } = record;
    const balance = tables.readBalance(connection, account);
    const available = balance.available + (state === 'released' ? milliCredits : 0);
    const sequence = tables.writeBalance(connection, {
      account,
      available,
      held: balance.held - milliCredits,
    });
    tables.updateState(connection, id, state);
    const kind = state === 'captured' ? 'capture' : 'release';
    tables.insertEntry(connection, account, { kind, id, milliCredits, sequence, at: this.#now() });
    return state;
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}
