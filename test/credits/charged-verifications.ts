import { memoryStores } from '../../adapters/memory/index.ts';
import type { ParsedMailbox } from '../../src/address/mailbox.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { Charges } from '../../src/credits/charges.ts';
import { Verifications } from '../../src/credits/verifications.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { EmailVerification, Status, Substatus, VerificationLevel } from '../../src/resources.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { verdictWith } from '../verdict/verdicts.ts';

export function verdictOn(email: string, status: Status, substatus: Substatus): EmailVerification {
  const confidence = status === 'unknown' ? null : 90;
  return verdictWith({
    email,
    status,
    explanation: 'Because.',
    substatus,
    is_domain_catch_all: null,
    confidence,
  });
}

export type Work = (
  email: string,
  wait: { timeoutMs: number; signal?: AbortSignal | undefined },
) => Promise<EmailVerification>;

/**
 * `before`: the change is not made. `after`: it is made, and only the answer is lost; `late`: its loss is noticed a second
 * later.
 */
export type LedgerFault = 'before' | 'after' | 'late';

export const failingCalls = ['grant', 'hold', 'capture', 'release', 'sweep'] as const;
type FailingCall = (typeof failingCalls)[number];

interface FailingLedger extends CreditLedger {
  /** Of the next calls, whichever they are. */
  readonly faults: (LedgerFault | undefined)[];
  /** Of the next calls of each kind. */
  readonly faultsOf: Readonly<Record<FailingCall, LedgerFault[]>>;
}

/** A ledger whose next calls fail as told. */
function failingLedger(ledger: CreditLedger, clock: ManualClock): FailingLedger {
  const faults: (LedgerFault | undefined)[] = [];
  const faultsOf: FailingLedger['faultsOf'] = { grant: [], hold: [], capture: [], release: [], sweep: [] };
  const unreliable =
    <A extends readonly unknown[], R>(queue: LedgerFault[], call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const fault = faults.length > 0 ? faults.shift() : queue.shift();
      if (fault === 'before') throw new StorageUnavailable('not now');
      const result = await call(...args);
      if (fault === undefined) return result;
      if (fault === 'late') await delay(clock, 1_000);
      throw new StorageUnavailable('lost on the way back');
    };
  return {
    faults,
    faultsOf,
    grant: unreliable(faultsOf.grant, (grant) => ledger.grant(grant)),
    hold: unreliable(faultsOf.hold, (hold) => ledger.hold(hold)),
    capture: unreliable(faultsOf.capture, (id) => ledger.capture(id)),
    release: unreliable(faultsOf.release, (id) => ledger.release(id)),
    sweep: unreliable(faultsOf.sweep, (options) => ledger.sweep(options)),
    balance: (account) => ledger.balance(account),
    accounts: (options) => ledger.accounts(options),
    entries: (account, page) => ledger.entries(account, page),
    foldJournal: (options) => ledger.foldJournal(options),
  };
}

/** Verifications as one process makes them. Processes that share a store are passed its stores. */
export function chargedVerifications(
  work: Work,
  options: {
    price?: number;
    clock?: ManualClock;
    stores?: Stores;
    name?: string;
    egresses?: readonly string[];
    level?: VerificationLevel;
    mayWorkUnpaid?: (account: string | undefined) => Promise<boolean>;
  } = {},
) {
  const { price = 200, clock = new ManualClock(), stores = memoryStores({ clock }) } = options;
  const { name = options.stores === undefined ? 'hold' : 'later-hold' } = options;
  const ledger = failingLedger(stores.ledger, clock);
  let ids = 0;
  const random = {
    next: () => 0.5,
    uuid: () => {
      ids += 1;
      return `${name}-${ids}`;
    },
  };
  const charges = new Charges({ ledger, clock, random, onChange: () => {} });
  /** At which the verifier was asked. */
  const levels: (VerificationLevel | undefined)[] = [];
  const verifications = new Verifications({
    verifier: {
      verify: (parsed, limits) => {
        levels.push(limits.level);
        return work(textOf(parsed), limits);
      },
      timeoutVerdict: (parsed, wanted) => {
        levels.push(wanted);
        return verdictOn(textOf(parsed), 'unknown', 'timeout');
      },
    },
    cache: stores.cache,
    leases: stores.leases,
    charges,
    clock,
    price,
    ...(options.egresses === undefined ? {} : { egresses: options.egresses }),
    ...(options.level === undefined ? {} : { level: options.level }),
    ...(options.mayWorkUnpaid === undefined ? {} : { mayWorkUnpaid: options.mayWorkUnpaid }),
  });
  return { clock, stores, ledger, charges, verifications, levels };
}

function textOf(parsed: ParsedMailbox): string {
  return parsed.kind === 'mailbox' ? parsed.mailbox.original : parsed.input;
}
