import fc from 'fast-check';
import { expect } from 'vitest';
import { auditedBalance, journalOf } from '../../contract/ledger/audit.ts';
import type { LedgerEntry } from '../../src/ports/credit-ledger.ts';
import type { JobRecord } from '../../src/ports/job-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { addresses } from '../bulk/bulk-fixture.ts';
import {
  type CallFate,
  callFates,
  type UnreliableProcess,
  UnreliableProcesses,
} from '../bulk/unreliable-processes.ts';
import { ManualClock } from '../support/manual-clock.ts';

const price = 200;
const account = 'acme';

type Action =
  | {
      readonly kind: 'submit';
      readonly count: number;
      readonly key: number | undefined;
      readonly fates: readonly CallFate[];
      readonly thenMs: number;
    }
  | { readonly kind: 'work'; readonly fates: readonly CallFate[] }
  | { readonly kind: 'kill' }
  | { readonly kind: 'wait'; readonly ms: number };

const fate = fc.constantFrom(...callFates);
const fates = fc.oneof(
  { weight: 2, arbitrary: fc.constant<CallFate[]>([]) },
  // One fault, at any of the calls of a submission.
  {
    weight: 3,
    arbitrary: fc
      .record({ before: fc.nat(6), fate })
      .map(({ before, fate }): CallFate[] => [...new Array<CallFate>(before).fill('ok'), fate]),
  },
  { weight: 2, arbitrary: fc.array(fc.oneof(fc.constant<CallFate>('ok'), fate), { maxLength: 9 }) },
);

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('submit' as const),
        count: fc.integer({ min: 1, max: 3 }),
        key: fc.option(fc.nat(1), { nil: undefined, freq: 3 }),
        fates,
        thenMs: fc.constantFrom(0, 0, 10, 8_000),
      }),
    },
    fc.record({ kind: fc.constant('work' as const), fates }),
    fc.constant({ kind: 'kill' as const }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(10, 3_000, 15_000, 200_000) }),
  ),
  { minLength: 2, maxLength: 9 },
);

interface Receipt {
  readonly key: number | undefined;
  readonly jobId: string;
}

/**
 * Submits jobs from processes whose calls of the storage fail in every way, and which die; then lets a sound process
 * finish the work, and checks what every job cost.
 */
export async function submissionModel(
  open: (options: { clock: ManualClock }) => Promise<Stores>,
  parameters: fc.Parameters<[Action[], number]>,
): Promise<void> {
  const property = fc.asyncProperty(actions, fc.integer({ min: 1, max: 6 }), async (script, funds) => {
    const clock = new ManualClock();
    const stores = await open({ clock });
    const granted = funds * 2 * price;
    await stores.ledger.grant({ id: 'first', account, milliCredits: granted, reason: 'purchase' });
    const processes = new UnreliableProcesses(stores, clock);
    const receipts: Receipt[] = [];
    const started: UnreliableProcess[] = [];
    const working: UnreliableProcess[] = [];
    const submissions: Promise<void>[] = [];
    for (const action of script) {
      switch (action.kind) {
        case 'submit': {
          const { count, key, fates, thenMs } = action;
          const process = processes.start(fates);
          started.push(process);
          const options = key === undefined ? { account } : { account, idempotencyKey: `key ${key}` };
          const submitted = process.bulk.submit(addresses(key === undefined ? count : key + 1), options).then(
            ({ id }) => void receipts.push({ key, jobId: id }),
            () => {},
          );
          submissions.push(Promise.race([submitted, process.died]));
          await processes.advance(thenMs);
          break;
        }
        case 'work': {
          const process = processes.start(action.fates);
          process.bulk.work();
          started.push(process);
          working.push(process);
          await processes.advance(10);
          break;
        }
        case 'kill':
          working.pop()?.kill();
          break;
        case 'wait':
          await processes.advance(action.ms);
      }
    }
    let answered = false;
    void Promise.all(submissions).then(() => {
      answered = true;
    });
    await processes.advanceUntil(() => answered);
    const last = processes.start();
    last.bulk.work();
    await processes.advanceUntil(async () => (await stores.jobs.unfinished({ limit: 1 })).length === 0);
    // By now, every hold of a submission has expired, and everything that failed was tried again.
    await processes.advance(240_000, 30_000);
    for (const process of started) process.heal();
    let swept = false;
    void Promise.all([...started, last].map((process) => process.sweep())).then(() => {
      swept = true;
    });
    await processes.advanceUntil(() => swept);
    await processes.advanceUntil(async () => (await stores.jobs.unfinished({ limit: 1 })).length === 0);
    for (const process of [...started, last]) process.kill();

    const journal = await journalOf(stores.ledger, account);
    const jobs = new Map<string, JobRecord>();
    let cost = 0;
    for (const id of processes.triedJobIds) {
      const job = await stores.jobs.get(id);
      const charged = chargeOf(id, journal);
      cost += charged;
      if (job === undefined) expect(charged, `${id} does not exist`).toBe(0);
      else {
        jobs.set(id, job);
        // Delivered or refunded, item by item, and never both.
        const delivered = job.completedAt === null ? job.processed : job.total;
        expect(charged, `${id} is ${JSON.stringify(job)}`).toBe(delivered * price);
      }
    }
    expect(await auditedBalance(stores.ledger, account)).toEqual({ available: granted - cost, held: 0 });
    for (const { jobId } of receipts) expect(jobs.has(jobId)).toBe(true);
    for (const key of [0, 1]) {
      const owned = [...jobs.values()].filter(({ idempotency }) => isKey(idempotency?.key, key));
      expect(owned.filter(({ id }) => chargeOf(id, journal) > 0).length).toBeLessThanOrEqual(1);
      const paid = receipts.filter((receipt) => receipt.key === key && chargeOf(receipt.jobId, journal) > 0);
      expect(new Set(paid.map(({ jobId }) => jobId)).size).toBeLessThanOrEqual(1);
    }
    await stores.close();
  });
  await fc.assert(property, parameters);
}

/** Returns what a job was charged in the end, in milli-credits. */
function chargeOf(jobId: string, journal: readonly LedgerEntry[]): number {
  let charged = 0;
  for (const { kind, id, milliCredits } of journal) {
    if (kind === 'capture' && id === jobId) charged += milliCredits;
    if (kind === 'grant' && id === `refund:${jobId}`) charged -= milliCredits;
  }
  return charged;
}

function isKey(stored: string | undefined, key: number): boolean {
  return stored?.includes(`"key ${key}"`) ?? false;
}
