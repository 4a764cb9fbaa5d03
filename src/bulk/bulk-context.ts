import type { Budgets } from '../budgets/budgets.ts';
import { UnpaidLists } from '../budgets/unpaid-lists.ts';
import { LoopSteps } from '../concurrency/loop-steps.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import type { Charges } from '../credits/charges.ts';
import type { Prices } from '../credits/prices.ts';
import type { UnpublishedResults } from '../credits/unpublished-results.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobStore } from '../ports/job-store.ts';
import type { Leases } from '../ports/leases.ts';
import type { Random } from '../ports/random.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import type { Greylistings } from '../probe/egress/greylistings.ts';
import type { EmailLookup, EmailVerification, LookupRow, VerificationLevel } from '../resources.ts';
import { AdaptiveLimiter } from './adaptive-limiter.ts';
import { JobProgress, LaneWindows, RunningWork } from './batches/running-work.ts';
import { BlockedBatches } from './blocked-batches.ts';
import { defaultRetryDelaysMs, RetrySchedule } from './retry-schedule.ts';

export interface BulkOptions {
  /**
   * Milliseconds from an unknown result to the next attempt, one number for each attempt after the first. Each from 0
   * to 30 days. Default 6, 16 and 35 minutes. An empty list makes unknown results final.
   */
  retryDelaysMs?: readonly number[] | undefined;
  /** Milliseconds after which one attempt at one address or row ends at the latest. Default 180,000. */
  addressTimeoutMs?: number | undefined;
  /**
   * Batches that this process works on at once, each of one job for one exchange. Batches whose servers are silent do not
   * count, up to three times this number. Default 128.
   */
  concurrency?: number | undefined;
  /** A job that fails without any progress for this many milliseconds is ended. Default 21,600,000 (6 hours). */
  giveUpMs?: number | undefined;
  /** Milliseconds after the death of a process until another one takes over its jobs. Default 10,000. */
  leaseMs?: number | undefined;
}

/** A change of a job, for metrics. Only the process that recorded the last result emits `completed`. */
export type JobEvent = 'submitted' | 'completed' | 'failed';

interface AttemptOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The job on whose behalf the attempt is made. */
  readonly share: WorkShare;
  /** Keeps what is found out from others until it is published. */
  readonly unpublished: UnpublishedResults;
}

export interface BulkDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly leases: Pick<Leases, 'acquire'>;
  readonly cache: Cache;
  readonly charges: Charges;
  readonly budgets: Budgets;
  /** In milli-credits for each item. */
  readonly prices: Prices;
  /** Makes one attempt at one address, without charging it. */
  readonly verify: (
    email: string,
    options: AttemptOptions & { level: VerificationLevel },
  ) => Promise<Readonly<EmailVerification>>;
  /**
   * Makes one attempt at one row, without charging it. `milliCredits` is what the row was charged on submission.
   * `conclusive` is false if another attempt may find more.
   */
  readonly lookup: (
    row: LookupRow,
    options: AttemptOptions & { milliCredits: number },
  ) => Promise<{ readonly result: EmailLookup; readonly conclusive: boolean }>;
  /**
   * Returns the name by which connections for a domain are limited; empty if none are needed. Rejects only with the
   * signal's reason.
   */
  readonly exchangeOf: (
    domain: string,
    options: { readonly signal: AbortSignal; readonly share: WorkShare },
  ) => Promise<string>;
  /** The egresses of this process, by their names. */
  readonly egresses: readonly string[];
  readonly greylistings: Pick<Greylistings, 'recall' | 'egressOf'>;
  /** Returns how many connections there may be now to an exchange, named as `exchangeOf` names it. */
  readonly connectionsAt: (exchange: string) => number;
  /** Deletes what is older than its retention, if it is time to. Called again and again while the worker runs. */
  readonly cleanUpIfDue: () => void;
  readonly onJobEvent: (event: JobEvent, jobId: string) => void;
  /** Returns the endpoints that are told of the ends of the jobs of an account, by name. */
  readonly announceTo: (account: string | null) => readonly string[];
  /** Receives the reason why a batch has to be worked on again. */
  readonly onBatchFailed: (cause: unknown) => void;
  readonly telemetry?: Telemetry | undefined;
}

/** What every step of bulk work shares within one process. */
export interface BulkContext extends BulkDependencies {
  readonly options: { readonly [Name in keyof BulkOptions]-?: NonNullable<BulkOptions[Name]> };
  /** Identifies this process among those that share the store. */
  readonly owner: string;
  readonly retries: RetrySchedule;
  /** Limits the attempts under way, over all batches. */
  readonly limiter: AdaptiveLimiter;
  readonly blockedBatches: BlockedBatches;
  readonly windows: LaneWindows;
  readonly progress: JobProgress;
  readonly running: RunningWork;
  readonly unpaidLists: UnpaidLists;
  readonly loopSteps: LoopSteps;
}

/** Throws InvalidArgument (`retryDelaysMs`). */
export function createBulkContext(dependencies: BulkDependencies, options: BulkOptions): BulkContext {
  const { clock, random } = dependencies;
  const retryDelaysMs = options.retryDelaysMs ?? defaultRetryDelaysMs;
  return {
    ...dependencies,
    options: {
      retryDelaysMs,
      addressTimeoutMs: options.addressTimeoutMs ?? 180_000,
      concurrency: options.concurrency ?? 128,
      giveUpMs: options.giveUpMs ?? 6 * 3_600_000,
      leaseMs: options.leaseMs ?? 10_000,
    },
    owner: random.uuid(),
    retries: new RetrySchedule(retryDelaysMs),
    limiter: new AdaptiveLimiter(clock),
    blockedBatches: new BlockedBatches(dependencies),
    windows: new LaneWindows(),
    progress: new JobProgress(),
    running: new RunningWork(),
    unpaidLists: new UnpaidLists(dependencies),
    loopSteps: LoopSteps.of(clock),
  };
}
