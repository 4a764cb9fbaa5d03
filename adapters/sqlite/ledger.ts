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
  type GrantRequest,
  type HoldRequest,
  type SweepOptions,
} from '../stores/ledger-rules.ts';
import type { DatabaseFile } from './database-file.ts';
import * as tables from './ledger-tables.ts';
import type { Session } from './session.ts';
import type { WriteBatch } from './write-batch.ts';

/** A sweep lets others write after so many holds. */
const sweptPerWrite = 100;

/** Balance, records and journal change in one transaction, or none of them does. */
export class SqliteLedger implements CreditLedger {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(options: { file: DatabaseFile; writes: WriteBatch; clock: Clock }) {
    this.#file = options.file;
    this.#writes = options.writes;
    this.#clock = options.clock;
  }

  async grant(grant: GrantRequest): Promise<number> {
    checkGrant(grant);
    return this.#writes.write((session) => {
      const found = {
        record: tables.readRecord(session, grant.id),
        balance: tables.readBalance(session, grant.account),
      };
      const decision = decideGrant(grant, found);
      if (decision.kind === 'apply') {
        const { id, account, milliCredits } = grant;
        const change = { account, available: decision.available, held: found.balance.held };
        const sequence = tables.writeBalance(session, change);
        tables.insertGrant(session, { ...grant, available: decision.available });
        tables.insertEntry(session, account, { kind: 'grant', id, milliCredits, sequence, at: this.#now() });
      }
      return decision.available;
    });
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    checkHold(hold);
    return this.#writes.write((session) => {
      const { id, account, milliCredits } = hold;
      const balance = tables.readBalance(session, account);
      const decision = decideHold(hold, { record: tables.readRecord(session, id), balance });
      if (decision.kind === 'apply') {
        const { available } = decision.result;
        const sequence = tables.writeBalance(session, {
          account,
          available,
          held: balance.held + milliCredits,
        });
        tables.insertHold(session, { ...hold, available });
        tables.insertEntry(session, account, { kind: 'hold', id, milliCredits, sequence, at: this.#now() });
      }
      return decision.result;
    });
  }

  async capture(holdId: string): Promise<HoldState | 'unknown'> {
    checkHoldId(holdId);
    return this.#writes.write((session) => this.#resolve(session, holdId, 'captured'));
  }

  async release(holdId: string): Promise<HoldState | 'unknown'> {
    checkHoldId(holdId);
    return this.#writes.write((session) => this.#resolve(session, holdId, 'released'));
  }

  async sweep(options: SweepOptions): Promise<number> {
    checkSweep(options);
    for (let swept = 0; ; ) {
      const slice = Math.min(options.limit - swept, sweptPerWrite);
      const count = await this.#writes.write((session) => this.#sweepSlice(session, options.now, slice));
      swept += count;
      if (count < slice || swept === options.limit) return swept;
    }
  }

  async balance(account: string): Promise<Balance> {
    checkAccount(account);
    return this.#file.use((session) => tables.readBalance(session, account));
  }

  async entries(account: string, options: EntriesOptions): Promise<readonly LedgerEntry[]> {
    checkEntries(account, options);
    return this.#file.use((session) => tables.readEntries(session, account, options));
  }

  #sweepSlice(session: Session, now: number, limit: number): number {
    const expired = tables.readExpiredHolds(session, now, limit);
    for (const id of expired) this.#resolve(session, id, 'released');
    return expired.length;
  }

  #resolve(session: Session, id: string, state: HoldState): HoldState | 'unknown' {
    const record = tables.readRecord(session, id);
    if (record?.kind !== 'hold') return 'unknown';
    if (record.state !== 'open') return record.state;
    const { account, milliCredits } = record;
    const balance = tables.readBalance(session, account);
    const available = balance.available + (state === 'released' ? milliCredits : 0);
    const sequence = tables.writeBalance(session, { account, available, held: balance.held - milliCredits });
    tables.updateState(session, id, state);
    const kind = state === 'captured' ? 'capture' : 'release';
    tables.insertEntry(session, account, { kind, id, milliCredits, sequence, at: this.#now() });
    return state;
  }

  #now(): number {
    return Math.floor(this.#clock.now());
  }
}
