import type { Balance, CreditLedger, HoldResult, HoldState, LedgerEntry } from '../../src/ports.ts';
import {
  checkAccount,
  checkEntries,
  checkGrant,
  checkHold,
  checkHoldId,
  checkSweep,
  type EntriesOptions,
  type GrantRequest,
  type HoldRequest,
  ledgerError,
  type SweepOptions,
} from '../stores/ledger-rules.ts';
import type { RedisConnection } from './connection.ts';
import { integerOf, listOf, textOf } from './reply.ts';
import type { ScriptTime } from './script-time.ts';
import { ledgerEntries } from './scripts/ledger-entries.ts';
import { ledgerGrant } from './scripts/ledger-grant.ts';
import { ledgerHold } from './scripts/ledger-hold.ts';
import { ledgerResolve } from './scripts/ledger-resolve.ts';
import { ledgerSweep } from './scripts/ledger-sweep.ts';

/** As much as one script does at a time, so that nobody else waits long for Redis. */
const sweptAtOnce = 200;
const entriesAtOnce = 1_000;

/** Accounts that every process of the Redis shares. Each mutation is one script; scripts run one at a time. */
export class RedisLedger implements CreditLedger {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #key: string;

  constructor(options: { redis: RedisConnection; time: ScriptTime; prefix: string }) {
    this.#redis = options.redis;
    this.#time = options.time;
    this.#key = `{${options.prefix}:ledger}`;
  }

  async grant(grant: GrantRequest): Promise<number> {
    checkGrant(grant);
    const { id, account, milliCredits, reason } = grant;
    const words = [id, account, String(milliCredits), reason, this.#time.argument];
    const [outcome, available] = listOf(await this.#redis.run(ledgerGrant, this.#key, ...words));
    refuse(outcome, grant);
    return integerOf(available);
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    checkHold(hold);
    const { id, account, milliCredits, expiresAt } = hold;
    const words = [id, account, String(milliCredits), String(expiresAt), this.#time.argument];
    const reply = listOf(await this.#redis.run(ledgerHold, this.#key, ...words));
    refuse(reply[0], hold);
    const available = integerOf(reply[1]);
    if (reply[0] === 'insufficient') return { kind: 'insufficient', available, required: milliCredits };
    if (reply[0] === 'held') return { kind: 'held', available };
    return { kind: stateOf(reply[0]), available };
  }

  capture(holdId: string): Promise<HoldState | 'unknown'> {
    return this.#resolve(holdId, 'captured');
  }

  release(holdId: string): Promise<HoldState | 'unknown'> {
    return this.#resolve(holdId, 'released');
  }

  async sweep(options: SweepOptions): Promise<number> {
    checkSweep(options);
    let swept = 0;
    while (swept < options.limit) {
      const most = Math.min(sweptAtOnce, options.limit - swept);
      const words = [String(options.now), String(most), this.#time.argument];
      const count = integerOf(await this.#redis.run(ledgerSweep, this.#key, ...words));
      swept += count;
      if (count < most) break;
    }
    return swept;
  }

  async balance(account: string): Promise<Balance> {
    checkAccount(account);
    const key = `${this.#key}:account:${account}`;
    const [available, held] = listOf(await this.#redis.command('HMGET', key, 'available', 'held'));
    return { available: integerOf(available ?? 0), held: integerOf(held ?? 0) };
  }

  async entries(account: string, options: EntriesOptions): Promise<readonly LedgerEntry[]> {
    checkEntries(account, options);
    const entries: LedgerEntry[] = [];
    let before = options.before;
    while (entries.length < options.limit) {
      const most = Math.min(entriesAtOnce, options.limit - entries.length);
      const page = await this.#page(account, most, before);
      entries.push(...page);
      before = page.at(-1)?.sequence;
      if (page.length < most) break;
    }
    return entries;
  }

  async #resolve(holdId: string, state: HoldState): Promise<HoldState | 'unknown'> {
    checkHoldId(holdId);
    const words = [holdId, state, this.#time.argument];
    const [outcome] = listOf(await this.#redis.run(ledgerResolve, this.#key, ...words));
    return outcome === 'unknown' ? 'unknown' : stateOf(outcome);
  }

  /** Newest first. */
  async #page(account: string, most: number, before: number | undefined): Promise<LedgerEntry[]> {
    const words = [account, String(most), before === undefined ? '' : String(before)];
    const [first, lines] = listOf(await this.#redis.run(ledgerEntries, this.#key, ...words));
    const sequence = integerOf(first);
    return listOf(lines)
      .map((line, index) => entryOf(sequence + index, textOf(line)))
      .reverse();
  }
}

function refuse(outcome: unknown, request: { id: string }): void {
  if (outcome === 'id_conflict' || outcome === 'balance_too_large') throw ledgerError(outcome, request);
}

function stateOf(state: unknown): HoldState {
  if (state === 'captured' || state === 'released') return state;
  throw new TypeError('The state of a hold was expected.');
}

const entryKinds: ReadonlySet<string> = new Set<LedgerEntry['kind']>(['grant', 'hold', 'capture', 'release']);

function isEntryKind(kind: string): kind is LedgerEntry['kind'] {
  return entryKinds.has(kind);
}

function entryOf(sequence: number, line: string): LedgerEntry {
  const [, kind = '', amount, at, id = ''] = /^(\w+) (\d+) (\d+) (.*)$/s.exec(line) ?? [];
  if (!isEntryKind(kind)) throw new TypeError('An entry of the journal was expected.');
  return { sequence, kind, id, milliCredits: integerOf(amount), at: integerOf(at) };
}
