import type {
  AccountBalance,
  Balance,
  BalanceChange,
  ChargePurpose,
  CreditLedger,
  HoldResult,
  HoldState,
  LedgerEntry,
  OpeningBalance,
} from '../../src/ports/credit-ledger.ts';
import { formatPurpose, parsePurpose } from '../stores/charge-purpose.ts';
import {
  type AccountsOptions,
  type EntriesOptions,
  type GrantRequest,
  type HoldRequest,
  ledgerError,
} from '../stores/ledger-rules.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerFold,
  ledgerGrant,
  ledgerHold,
  ledgerResolve,
  ledgerSweep,
} from './scripts/ledger.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Limits per script call: scripts block all other clients of Redis. */
const holdsPerCall = 200;
const entriesPerCall = 1_000;
const accountsPerCall = 1_000;
const foldedPerCall = 200;

/** Accounts shared by all processes that use the same Redis. Each change is one script, which Redis runs atomically. */
export class RedisLedger implements CreditLedger {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #key: string;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#key = `{${dependencies.prefix}:ledger}`;
    this.#redis.define(
      ledgerAccounts,
      ledgerEntries,
      ledgerFold,
      ledgerGrant,
      ledgerHold,
      ledgerResolve,
      ledgerSweep,
    );
  }

  async grant(grant: GrantRequest): Promise<number> {
    const { id, account, milliCredits, reason, purpose } = grant;
    const now = this.#time.nowArgument;
    const args = [id, account, String(milliCredits), reason, now, textOf(purpose)];
    const [outcome, available] = asList(await this.#redis.run(ledgerGrant, this.#key, ...args));
    throwIfRefused(outcome, grant);
    return asInteger(available);
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    const { id, account, milliCredits, expiresInMs, purpose } = hold;
    const now = this.#time.nowArgument;
    const args = [id, account, String(milliCredits), String(expiresInMs), now, textOf(purpose)];
    const reply = asList(await this.#redis.run(ledgerHold, this.#key, ...args));
    throwIfRefused(reply[0], hold);
    const available = asInteger(reply[1]);
    if (reply[0] === 'insufficient') return { kind: 'insufficient', available, required: milliCredits };
    if (reply[0] === 'held') return { kind: 'held', available };
    return { kind: 'captured', available };
  }

  async capture(holdId: string): Promise<'captured' | 'unknown'> {
    return (await this.#resolve(holdId, 'captured')) === 'captured' ? 'captured' : 'unknown';
  }

  release(holdId: string): Promise<HoldState | 'unknown'> {
    return this.#resolve(holdId, 'released');
  }

  async sweep(options: { limit: number }): Promise<number> {
    let swept = 0;
    while (swept < options.limit) {
      const most = Math.min(holdsPerCall, options.limit - swept);
      const args = [String(most), this.#time.nowArgument];
      const count = asInteger(await this.#redis.run(ledgerSweep, this.#key, ...args));
      swept += count;
      if (count < most) break;
    }
    return swept;
  }

  async balance(account: string): Promise<Balance> {
    const key = `${this.#key}:account:${account}`;
    const [available, held] = asList(await this.#redis.command('HMGET', key, 'available', 'held'));
    return { available: asInteger(available ?? 0), held: asInteger(held ?? 0) };
  }

  async accounts(options: AccountsOptions): Promise<readonly AccountBalance[]> {
    const accounts: AccountBalance[] = [];
    let { after = '' } = options;
    while (accounts.length < options.limit) {
      const most = Math.min(accountsPerCall, options.limit - accounts.length);
      const page = asList(await this.#redis.run(ledgerAccounts, this.#key, String(most), after));
      for (let index = 0; index < page.length; index += 3) {
        const [account, available, held] = page.slice(index, index + 3);
        accounts.push({
          account: asText(account),
          available: asInteger(available),
          held: asInteger(held),
        });
      }
      after = accounts.at(-1)?.account ?? '';
      if (page.length < 3 * most) break;
    }
    return accounts;
  }

  async entries(account: string, options: EntriesOptions): Promise<readonly LedgerEntry[]> {
    const entries: LedgerEntry[] = [];
    let before = options.before;
    while (entries.length < options.limit) {
      const most = Math.min(entriesPerCall, options.limit - entries.length);
      const page = await this.#page(account, most, before);
      entries.push(...page);
      before = page.at(-1)?.sequence;
      if (page.length < most) break;
    }
    return entries;
  }

  async foldJournal(options: { olderThanMs: number; limit: number }): Promise<number> {
    let folded = 0;
    while (folded < options.limit) {
      const most = Math.min(foldedPerCall, options.limit - folded);
      const args = [String(options.olderThanMs), String(most), this.#time.nowArgument];
      const count = asInteger(await this.#redis.run(ledgerFold, this.#key, ...args));
      folded += count;
      if (count < most) break;
    }
    return folded;
  }

  async #resolve(holdId: string, state: HoldState): Promise<HoldState | 'unknown'> {
    const args = [holdId, state, this.#time.nowArgument];
    const [outcome] = asList(await this.#redis.run(ledgerResolve, this.#key, ...args));
    return outcome === 'unknown' ? 'unknown' : stateOf(outcome);
  }

  /** Returns one page, newest first. */
  async #page(account: string, most: number, before: number | undefined): Promise<LedgerEntry[]> {
    const args = [account, String(most), before === undefined ? '' : String(before)];
    const [first, lines, purposes, opening] = asList(
      await this.#redis.run(ledgerEntries, this.#key, ...args),
    );
    const sequence = asInteger(first);
    const page: LedgerEntry[] = asList(lines)
      .map((line, index) => entryOf(sequence + index, asText(line), asText(asList(purposes)[index])))
      .reverse();
    return [...page, ...openingOf(asList(opening))];
  }
}

/** Returns the opening balance, if the page has one. */
function openingOf([sequence, balance, at]: readonly unknown[]): OpeningBalance[] {
  if (sequence === undefined) return [];
  return [
    {
      sequence: asInteger(sequence),
      kind: 'opening',
      id: '',
      milliCredits: asInteger(balance),
      at: asInteger(at),
    },
  ];
}

function throwIfRefused(outcome: unknown, request: { id: string }): void {
  if (outcome === 'id_conflict' || outcome === 'balance_too_large') throw ledgerError(outcome, request);
}

function stateOf(state: unknown): HoldState {
  if (state === 'captured' || state === 'released') return state;
  throw new TypeError('The state of a hold was expected.');
}

const entryKinds: ReadonlySet<string> = new Set<BalanceChange['kind']>(['grant', 'capture']);

function isEntryKind(kind: string): kind is BalanceChange['kind'] {
  return entryKinds.has(kind);
}

function textOf(purpose: ChargePurpose | undefined): string {
  return purpose === undefined ? '' : formatPurpose(purpose);
}

function entryOf(sequence: number, line: string, purpose: string): BalanceChange {
  const [, kind = '', amount, at, id = ''] = /^(\w+) (\d+) (\d+) (.*)$/s.exec(line) ?? [];
  if (!isEntryKind(kind)) throw new TypeError('An entry of the journal was expected.');
  return {
    sequence,
    kind,
    id,
    milliCredits: asInteger(amount),
    at: asInteger(at),
    purpose: parsePurpose(purpose),
  };
}
