import { memoryStores } from '../../adapters/memory/index.ts';
import { InProcessQueue } from '../../adapters/stores/in-process-queue.ts';
import { Bulk } from '../../src/bulk/bulk.ts';
import type { BulkOptions, JobEvent } from '../../src/bulk/bulk-context.ts';
import { Charges } from '../../src/credits/charges.ts';
import type { Clock, CreditLedger, JobStore, Random, WorkQueue } from '../../src/ports.ts';
import type { EmailLookup, EmailVerification, LookupRow, Status } from '../../src/resources.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Attempted {
  readonly email: string;
  readonly at: number;
}

export interface BulkScene {
  readonly bulk: Bulk;
  readonly clock: ManualClock;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly ledger: CreditLedger;
  readonly charges: Charges;
  readonly attempts: Attempted[];
  readonly events: JobEvent[];
  /** Another process on the same store, with a queue of its own. */
  beside(): Bulk;
  /** Lets time pass in small steps until it holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
  /** Lets time pass until it is settled. */
  passing<T>(promise: Promise<T>): Promise<T>;
}

export type Answer = (email: string, attempt: number, clock: Clock) => Status | Promise<Status>;

/** Bulk verification over memory stores and a clock that stands still; `answer` says what each attempt finds. */
export function bulkScene(answer: Answer, options: BulkOptions = {}): BulkScene {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const { jobs, ledger } = stores;
  const queue = new InProcessQueue({ clock });
  const random = countingRandom();
  const attempts: Attempted[] = [];
  const counts = new Map<string, number>();
  const events: JobEvent[] = [];
  const charges = new Charges({ ledger, clock, random, note: () => {} });
  const onQueue = (queue: WorkQueue) =>
    new Bulk(
      {
        clock,
        random,
        jobs,
        queue,
        charges,
        prices: { verify: 200, lookup: 1_000 },
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
        domainOf: (item) =>
          'email' in item ? item.email.slice(item.email.lastIndexOf('@') + 1) : item.domain,
        exchangeOf: async (domain) => `host:mx.${domain}`,
        onJobEvent: (event) => events.push(event),
        onBatchFailed: () => {},
      },
      options,
    );
  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (let step = 0; !(await holds()); step += 1) {
      if (step > 10_000) throw new Error('It did not come to hold.');
      await clock.advance(step < 1_000 ? 100 : 1_000);
    }
  };
  return {
    bulk: onQueue(queue),
    clock,
    jobs,
    queue,
    ledger,
    charges,
    attempts,
    events,
    beside: () => onQueue(new InProcessQueue({ clock })),
    until,
    async passing(promise) {
      let settled = false;
      const settle = () => {
        settled = true;
      };
      promise.then(settle, settle);
      await until(() => settled);
      return promise;
    },
  };
}

export function verification(email: string, status: Status): EmailVerification {
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
    mx_record: null,
    is_domain_catch_all: null,
    is_secure_email_gateway: false,
    is_disposable: null,
    is_role_account: null,
    is_free: null,
    confidence: status === 'unknown' ? null : 90,
  };
}

/** `safe`: found. `unknown`: not found, and another attempt may find it. Others: not found. */
function lookup(row: LookupRow, status: Status): { result: EmailLookup; settled: boolean } {
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
  return { result, settled: status !== 'unknown' };
}

export function rows(count: number, domains = 10): LookupRow[] {
  return Array.from({ length: count }, (_, index) => ({
    first_name: `Ann${index}`,
    last_name: 'Smith',
    domain: `d${index % domains}.example.com`,
  }));
}

function countingRandom(): Random {
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

export async function all<T>(source: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of source) found.push(...page);
  return found;
}
