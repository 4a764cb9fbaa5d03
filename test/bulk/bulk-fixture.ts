import { memoryStores } from '../../adapters/memory/index.ts';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import type { BulkOptions, JobEvent } from '../../src/bulk/bulk-context.ts';
import { Charges } from '../../src/credits/charges.ts';
import type { Prices } from '../../src/credits/prices.ts';
import type { Cache } from '../../src/ports/cache.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import type { Random } from '../../src/ports/random.ts';
import type { WorkQueue } from '../../src/ports/work-queue.ts';
import { Greylistings } from '../../src/probe/egress/greylistings.ts';
import {
  type EmailLookup,
  type EmailVerification,
  type LookupRow,
  type Status,
  unknownFields,
} from '../../src/resources.ts';
import { memoryBudgets } from '../budgets/memory-budgets.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { advancing } from './advance-until.ts';

interface AttemptMade {
  readonly email: string;
  readonly at: number;
}

export interface BulkFixture {
  readonly bulk: Bulk;
  readonly clock: ManualClock;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly ledger: CreditLedger;
  readonly cache: Cache;
  readonly charges: Charges;
  readonly attempts: AttemptMade[];
  readonly events: JobEvent[];
  /** Starts another process on the same store, with its own queue. */
  otherProcess(): Bulk;
  /** Lets time pass until the condition is met. */
  advanceUntil(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Lets time pass until the promise is settled, and returns what it settles to. */
  advanceUntilSettled<T>(promise: Promise<T>): Promise<T>;
}

/** What an attempt finds. `blocked`: unknown, because the server blocks us. */
type Found = Status | 'blocked';

export type Answer = (email: string, attempt: number, clock: Clock) => Found | Promise<Found>;

/** Bulk jobs on memory stores and a manual clock. `answer` decides what each attempt finds. */
export function bulkFixture(
  answer: Answer,
  options: BulkOptions = {},
  prices: Prices = { verify: 200, lookup: 1_000, verifyDns: 0, verifySyntax: 0 },
): BulkFixture {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const { jobs, ledger } = stores;
  const queue = new InProcessQueue({ clock });
  const random = countingRandom();
  const attempts: AttemptMade[] = [];
  const counts = new Map<string, number>();
  const events: JobEvent[] = [];
  const charges = new Charges({ ledger, clock, random, onChange: () => {} });
  const startProcess = (queue: WorkQueue) =>
    new Bulk(
      {
        ...usualParts(clock),
        random,
        jobs,
        leases: stores.leases,
        cache: stores.cache,
        queue,
        charges,
        prices,
        verify: async (email, { signal }) => {
          signal.throwIfAborted();
          attempts.push({ email, at: clock.now() });
          const attempt = (counts.get(email) ?? 0) + 1;
          counts.set(email, attempt);
          return verification(email, await answer(email, attempt, clock));
        },
        lookup: async (row, { signal }) => {
          signal.throwIfAborted();
          const name = `${row.first_name} ${row.last_name} ${row.domain}`;
          attempts.push({ email: name, at: clock.now() });
          const attempt = (counts.get(name) ?? 0) + 1;
          counts.set(name, attempt);
          return lookup(row, await answer(name, attempt, clock));
        },
        onJobEvent: (event) => events.push(event),
      },
      options,
    );
  return {
    bulk: startProcess(queue),
    clock,
    jobs,
    queue,
    ledger,
    cache: stores.cache,
    charges,
    attempts,
    events,
    otherProcess: () => startProcess(new InProcessQueue({ clock })),
    ...advancing(clock, { smallSteps: 1_000, smallMs: 100, largeMs: 1_000, maxSteps: 10_000 }),
  };
}

/** What most tests of bulk jobs do not look at. Nothing is looked up. */
export function usualParts(clock: Clock) {
  return {
    clock,
    budgets: memoryBudgets(clock),
    prices: { verify: 200, lookup: 1_000, verifyDns: 0, verifySyntax: 0 },
    lookup: () => Promise.reject(new Error('Nothing is looked up here.')),
    egresses: ['ours'],
    greylistings: new Greylistings(clock),
    exchangeOf: async (domain: string) => `host:mx.${domain}`,
    connectionsAt: () => 2,
    cleanUpIfDue: () => {},
    onJobEvent: () => {},
    announceTo: () => [],
    onBatchFailed: () => {},
  };
}

export function verification(email: string, found: Found): EmailVerification {
  if (found === 'blocked')
    return { ...verification(email, 'unknown'), status: 'unknown', substatus: 'blocked' };
  const status = found;
  return {
    email,
    status,
    explanation: `It is ${status}.`,
    email_provider: 'Unknown',
    substatus: (
      {
        safe: 'deliverable',
        risky: 'catch_all',
        invalid: 'mailbox_not_found',
        unknown: 'greylisted',
      } as const
    )[status],
    ...unknownFields,
    confidence: status === 'unknown' ? null : 90,
  } as EmailVerification;
}

/** `safe`: found. `unknown`: not found, but another attempt may find it. Others: not found. */
function lookup(row: LookupRow, status: Found): { result: EmailLookup; conclusive: boolean } {
  const { explanation, confidence, ...enrichment } = verification('', status);
  const found = status === 'safe';
  const result: EmailLookup = {
    ...enrichment,
    ...row,
    explanation,
    status: found ? 'safe' : 'unknown',
    substatus: found ? 'deliverable' : 'no_address_found',
    email: found ? `${row.first_name}@${row.domain}` : null,
    confidence: found ? confidence : null,
    credits_consumed: 1,
  };
  return { result, conclusive: status !== 'unknown' };
}

export function rows(count: number, domains = 10): LookupRow[] {
  return Array.from({ length: count }, (_, index) => ({
    first_name: `Ann${index}`,
    last_name: 'Smith',
    domain: `d${index % domains}.example.com`,
  }));
}

/** Ids are counted, so that they are known in advance. */
export function countingRandom(): Random {
  let count = 0;
  return {
    next: () => 0.5,
    uuid: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
  };
}

export function addresses(count: number, domains = 10): string[] {
  return Array.from({ length: count }, (_, index) => `person${index}@d${index % domains}.example.com`);
}
