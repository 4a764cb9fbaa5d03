import type { JobItem, JobRecord, NewJob } from '../../../src/ports/index.ts';
import { addressOf } from '../clients/person-row.ts';
import { statedPrices } from '../clients/stated-prices.ts';
import type { Story } from '../story/story.ts';
import type { ExchangeSpec } from '../world/exchange-spec.ts';
import type { World } from '../world/world.ts';

/** A job, as the calls that the store has carried out and its client tell of it. Times are those of the simulator. */
export interface WatchedJob {
  readonly id: string;
  readonly kind: NewJob['kind'];
  readonly account: string | null;
  keyId: string | null;
  readonly items: readonly JobItem[];
  readonly total: number;
  /** By the stated prices. */
  readonly milliCredits: number;
  readonly createdAt: number;
  end: { readonly at: number; readonly how: 'completed' | 'failed' } | undefined;
  deletedAt: number | undefined;
  /** What the store last said of it. */
  record: JobRecord | undefined;
  readonly positions: Set<number>;
  /** When each of its items had its first result, in order. */
  readonly resultsAt: number[];
}

/** Watches the jobs of a run. Returns them by id, in order of their creation. */
export function watchJobs(story: Story): ReadonlyMap<string, WatchedJob> {
  const watched = new Map<string, WatchedJob>();
  story.onCall(
    ['jobs.create', 'jobs.start', 'jobs.record', 'jobs.fail', 'jobs.delete'],
    ({ method, args, outcome }, at) => {
      if (!('value' in outcome)) return;
      if (method === 'jobs.create') {
        const [{ id, kind, account, keyId }, items] = args as readonly [NewJob, readonly JobItem[]];
        if (!(outcome.value as { readonly created: boolean }).created) return;
        const price = account === null ? 0 : priceOf(items);
        watched.set(id, {
          ...{ id, kind, account, keyId, createdAt: at },
          ...{ items, total: items.length, milliCredits: items.length * price },
          ...{ end: undefined, deletedAt: undefined, record: undefined },
          ...{ positions: new Set(), resultsAt: [] },
        });
        return;
      }
      const job = watched.get(args[0] as string);
      if (job === undefined) return;
      if (method === 'jobs.delete') {
        if (outcome.value === true) job.deletedAt ??= at;
      } else if (method === 'jobs.start') job.record = outcome.value as JobRecord;
      else if (method === 'jobs.record') {
        const { recorded, job: record } = outcome.value as {
          readonly recorded: readonly number[];
          readonly job: JobRecord;
        };
        job.record = record;
        for (const position of recorded) {
          if (job.positions.has(position)) continue;
          job.positions.add(position);
          job.resultsAt.push(at);
        }
        if (record.completedAt !== null) job.end ??= { at, how: 'completed' };
      } else {
        const { failed, job: record } = outcome.value as {
          readonly failed: boolean;
          readonly job: JobRecord;
        };
        job.record = record;
        if (failed) job.end ??= { at, how: record.failedAt === null ? 'completed' : 'failed' };
      }
    },
  );
  story.on('job-accepted', ({ jobId, keyId }) => {
    const job = watched.get(jobId);
    if (job !== undefined) job.keyId = keyId ?? null;
  });
  return watched;
}

/** Returns how many items had a result at a time. */
export function countResults({ resultsAt }: WatchedJob, at: number): number {
  return resultsAt.filter((time) => time <= at).length;
}

/** Returns the mail servers of the domains that a job asks about. */
export function exchangesOfJob({ items }: WatchedJob, world: World): ReadonlySet<ExchangeSpec> {
  return new Set(items.flatMap((item) => world.exchangesOf('email' in item ? item.email : addressOf(item))));
}

function priceOf([first]: readonly JobItem[]): number {
  if (first === undefined) return 0;
  if (!('email' in first)) return statedPrices.lookup;
  return (first.level ?? 'smtp') === 'smtp' ? statedPrices.verification : 0;
}
