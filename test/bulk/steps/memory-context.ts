import { memoryStores } from '../../../adapters/memory/index.ts';
import { addresses, lookup, newJob, verification } from '../../../contract/jobs/sample-data.ts';
import {
  type BulkContext,
  type BulkDependencies,
  type BulkOptions,
  createBulkContext,
  type JobEvent,
} from '../../../src/bulk/bulk-context.ts';
import { Charges } from '../../../src/credits/charges.ts';
import type { JobItem, NewJob } from '../../../src/ports/job-store.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { usualParts } from '../bulk-fixture.ts';

/** What the steps of bulk work share, on memory stores and a manual clock. Attempts find every address. */
export function memoryContext(
  changes: Partial<BulkDependencies> & { options?: BulkOptions; clock?: ManualClock } = {},
) {
  const { options = {}, clock = new ManualClock(), ...dependencies } = changes;
  const stores = memoryStores({ clock });
  let ids = 0;
  const random = {
    next: () => 0.5,
    uuid: () => {
      ids += 1;
      return `id ${ids}`;
    },
  };
  const charges = new Charges({ ledger: stores.ledger, clock, random, onChange: () => {} });
  const events: JobEvent[] = [];
  const failures: unknown[] = [];
  const context: BulkContext = createBulkContext(
    {
      ...stores,
      ...usualParts(clock),
      random,
      charges,
      verify: async (email) => verification({ email }),
      lookup: async (row) => ({ result: lookup({ ...row }), conclusive: true }),
      onJobEvent: (event) => events.push(event),
      onBatchFailed: (cause) => failures.push(cause),
      ...dependencies,
    },
    options,
  );
  /** A job in the store, which is paid for unless `paid` is false. */
  const createJob = async (
    fields: Partial<NewJob> = {},
    { items = addresses(3), paid = true }: { items?: readonly JobItem[]; paid?: boolean } = {},
  ) => {
    const wanted = newJob(fields);
    const { job } = await stores.jobs.create(wanted, items);
    const milliCredits = items.length * wanted.milliCreditsPerItem;
    if (paid && wanted.account !== null && milliCredits > 0) {
      const { account } = wanted;
      await stores.ledger.grant({ id: `for ${job.id}`, account, milliCredits, reason: 'purchase' });
      await stores.ledger.hold({ id: job.id, account, milliCredits, expiresInMs: 3_600_000 });
      await stores.ledger.capture(job.id);
    }
    return job;
  };
  return { ...stores, clock, context, charges, events, failures, createJob };
}
