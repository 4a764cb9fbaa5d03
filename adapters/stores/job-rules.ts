/**
 * Rules shared by all JobStore adapters: allowed arguments, the effect of an attempt on its item and on the counters,
 * and errors. The adapters add atomicity.
 */

import { isFinished } from '../../src/bulk/job.ts';
import { validTraceparent } from '../../src/concurrency/steps.ts';
import { Conflict, InvalidArgument, NotFound } from '../../src/errors.ts';
import {
  type JobAttempt,
  type JobItem,
  type JobRecord,
  type JobStore,
  mostNameCharacters,
  type NewJob,
  pageCharacters,
  type StatusCounts,
} from '../../src/ports/job-store.ts';
import type { Status } from '../../src/resources.ts';
import {
  checkEgress,
  checkInteger,
  checkName,
  checkText,
  checkTime,
  type MethodChecks,
  shortened,
} from './argument-checks.ts';

/** What the methods of a JobStore return. */
export type CreateResult = Awaited<ReturnType<JobStore['create']>>;
export type RecordResult = Awaited<ReturnType<JobStore['record']>>;
export type FailResult = Awaited<ReturnType<JobStore['fail']>>;
export type FinishedPage = Awaited<ReturnType<JobStore['finished']>>;

/** Returns a page of jobs that were found in the order of their numbers; the cursor is the number of the last one. */
export function finishedPage(
  found: readonly { readonly number: number; readonly record: JobRecord }[],
  limit: number,
): FinishedPage {
  const last = found.length < limit ? undefined : found.at(-1);
  return { jobs: found.map(({ record }) => record), cursor: last === undefined ? null : String(last.number) };
}

/** Most items per job. */
const maxJobItems = 100_000;
/** Most items or attempts per call. */
const maxJobPage = 1_000;

/**
 * Returns whether the job still needs a driver: it is unfinished, or it failed and its credits are not yet refunded.
 */
export function isUnsettled(job: Pick<JobRecord, 'completedAt' | 'failedAt' | 'settledAt'>): boolean {
  if (job.failedAt !== null) return job.settledAt === null;
  return job.completedAt === null;
}

/** Returns when the job finished; undefined if it is not completed or settled, so that it may not be deleted yet. */
export function deletableSince(
  job: Pick<JobRecord, 'completedAt' | 'failedAt' | 'settledAt'>,
): number | undefined {
  return isUnsettled(job) ? undefined : (job.completedAt ?? job.failedAt ?? undefined);
}

/** Returns whether no item is open: all items have a result, and none is waiting for a retry. */
function hasOnlyFinalItems(job: Pick<JobRecord, 'total' | 'processed' | 'retrying'>): boolean {
  return job.processed === job.total && job.retrying === 0;
}

/**
 * Returns a function that says, of one item after another, whether it has room on a page: the first has, and
 * each further one with which their texts have no more than `pageCharacters`.
 */
export function pageRoom(): (item: JobItem) => boolean {
  let characters: number | undefined;
  return (item) => {
    const isFirst = characters === undefined;
    characters = (characters ?? 0) + charactersOf(item);
    return isFirst || characters <= pageCharacters;
  };
}

function charactersOf(item: JobItem): number {
  if ('email' in item) return item.email.length;
  return item.first_name.length + item.last_name.length + item.domain.length;
}

/** The state of an item that decides on its next attempt. */
export interface ItemProgress {
  readonly attempts: number;
  readonly retryAt: number | null;
  /** That of the last result; undefined before the first. Of an item that is not open, it is not asked for. */
  readonly status: Status | undefined;
}

/** What one recorded attempt adds to the counters of its job. */
interface CounterChange {
  readonly processed: 0 | 1;
  readonly retrying: -1 | 0 | 1;
  readonly retried: 0 | 1;
}

/**
 * Returns how an attempt at an item of an unfinished job changes the counters. Returns undefined if the attempt must
 * be skipped: the item has a final result, or the attempt does not follow the last one.
 */
function decideAttempt(
  item: ItemProgress,
  attempt: Pick<JobAttempt, 'attempt' | 'retryAt'>,
): CounterChange | undefined {
  const waiting = item.retryAt !== null;
  if (item.attempts > 0 && !waiting) return undefined;
  if (attempt.attempt !== item.attempts + 1) return undefined;
  return {
    processed: item.attempts === 0 ? 1 : 0,
    retrying: difference(waiting, attempt.retryAt !== null),
    retried: attempt.attempt > 1 ? 1 : 0,
  };
}

/**
 * Decides on the attempts of one call of `record`. Returns those to write, in this order, and the job to
 * write with them, in one atomic step: its counters, and `completedAt` once no item is open. `progressOf`
 * returns the state of an item before the call; undefined if the job has no item at this position.
 */
export function decideAttempts(
  job: JobRecord,
  attempts: readonly JobAttempt[],
  { at, progressOf }: { at: number; progressOf: (position: number) => ItemProgress | undefined },
): { readonly recorded: readonly JobAttempt[]; readonly job: JobRecord } {
  const recorded: JobAttempt[] = [];
  if (isFinished(job)) return { recorded, job };
  const changed = new Map<number, ItemProgress>();
  let { processed, retrying, retried } = job;
  const changes: StatusChange[] = [];
  for (const attempt of attempts) {
    const { position, result, retryAt } = attempt;
    const progress = changed.get(position) ?? progressOf(position);
    const change = progress && decideAttempt(progress, attempt);
    if (progress === undefined || change === undefined) continue;
    changed.set(position, { attempts: attempt.attempt, retryAt, status: result.status });
    changes.push({ before: progress.status, after: result.status });
    recorded.push(attempt);
    processed += change.processed;
    retrying += change.retrying;
    retried += change.retried;
  }
  const byStatus = countsAfter(job.byStatus, changes);
  const counters = { processed, retrying, retried, byStatus };
  const completedAt = hasOnlyFinalItems({ ...counters, total: job.total }) ? at : null;
  return { recorded, job: { ...job, ...counters, completedAt } };
}

/** The claim of a process on driving a job. */
export interface JobLease {
  readonly owner: string;
  readonly until: number;
  /** How long it was to last when it was acquired or renewed. */
  readonly durationMs: number;
}

/**
 * Decides on a request for the lease of an unsettled job. Returns whether it is granted, and the lease to store. If a
 * lease of another owner seems to last longer than at first, the clock was set back: it is shortened to its duration,
 * so that a dead owner keeps the job no longer than that.
 */
export function decideLease(
  held: JobLease | undefined,
  { owner, now, until }: { owner: string; now: number; until: number },
): { readonly granted: boolean; readonly lease: JobLease } {
  if (held === undefined || held.owner === owner || held.until <= now)
    return { granted: true, lease: { owner, until, durationMs: until - now } };
  const longestUntil = now + held.durationMs;
  return { granted: false, lease: held.until > longestUntil ? { ...held, until: longestUntil } : held };
}

/** Returns the text by which accounts take turns when their jobs are announced. None is called as the lack of one. */
export function accountText({ account }: Pick<JobRecord, 'account'>): string {
  return JSON.stringify(account);
}

/** The status of an item before an attempt, undefined if it had none, and after it. */
interface StatusChange {
  readonly before: Status | undefined;
  readonly after: Status;
}

function countsAfter(counts: StatusCounts, changes: readonly StatusChange[]): StatusCounts {
  const after: Record<Status, number> = { ...counts };
  for (const change of changes) {
    if (change.before !== undefined) after[change.before] -= 1;
    after[change.after] += 1;
  }
  return after;
}

function difference(before: boolean, after: boolean): -1 | 0 | 1 {
  if (before === after) return 0;
  return after ? 1 : -1;
}

/** Returns the error for an unknown id. */
export function jobNotFound(id: string): NotFound {
  return new NotFound(`There is no job "${shortened(id)}". Use the id that its submission returned.`);
}

/** Returns the error of `create` for an id that exists. */
export function jobExists(id: string): Conflict {
  return new Conflict(`There is a job "${shortened(id)}" already. Use a new id for a new job.`);
}

// --------------------------------------------------------------------------- arguments: all throw InvalidArgument

/** In the order in which they are shown. */
export const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const satisfies readonly Status[];

function isStatus(status: unknown): status is Status {
  return statuses.some((known) => known === status);
}

function checkJobName(name: string): void {
  checkName('name', name);
  if (name.length > mostNameCharacters)
    throw new InvalidArgument('name', `The name of a job has at most ${mostNameCharacters} characters.`);
}

/** Checks the arguments of each method of a JobStore. Throws InvalidArgument for those that the port refuses. */
export const jobChecks: MethodChecks<JobStore> = {
  // Any text is allowed in an item.
  create: (job, items) => {
    checkName('id', job.id);
    if (job.kind !== 'verification' && job.kind !== 'lookup')
      throw new InvalidArgument('kind', 'The kind of a job is "verification" or "lookup".');
    if (job.account !== null) checkName('account', job.account);
    if (job.keyId !== null) checkName('keyId', job.keyId);
    checkInteger('milliCreditsPerItem', job.milliCreditsPerItem, 0);
    checkTime('submittedAt', job.submittedAt);
    if (job.idempotency !== null) {
      checkName('idempotency.key', job.idempotency.key);
      checkText('idempotency.fingerprint', job.idempotency.fingerprint);
    }
    for (const endpoint of job.announceTo ?? []) checkEndpoint(endpoint);
    if (job.traceparent !== undefined && validTraceparent(job.traceparent) === undefined)
      throw new InvalidArgument('traceparent', 'Pass a traceparent of W3C Trace Context, version 00.');
    if (job.name !== undefined) checkJobName(job.name);
    checkItems(job.kind, items);
  },
  get: checkId,
  find: (idempotencyKey) => checkName('idempotencyKey', idempotencyKey),
  // The store skips positions that the job does not have.
  record: (id, attempts, options) => {
    checkChange(id, options);
    if (!Array.isArray(attempts) || attempts.length > maxJobPage)
      throw new InvalidArgument('attempts', `At most ${maxJobPage} attempts are recorded by one call.`);
    for (const { position, attempt, result, retryAt, egress } of attempts) {
      checkInteger('position', position, 0);
      checkInteger('attempt', attempt, 1);
      if (retryAt !== null) checkTime('retryAt', retryAt);
      if (egress !== undefined) checkEgress('egress', egress);
      if (!isStatus(result?.status))
        throw new InvalidArgument(
          'result',
          `The attempt at item ${position} has no result with a known status.`,
        );
    }
  },
  start: checkChange,
  fail: (id, { at, cancelled = false }) => {
    checkChange(id, { at });
    if (typeof cancelled !== 'boolean')
      throw new InvalidArgument('cancelled', 'cancelled must be true or false, or left out.');
  },
  markSettled: checkChange,
  page: (id, { offset, limit }) => {
    checkId(id);
    checkInteger('offset', offset, 0);
    checkInteger('limit', limit, 1, maxJobPage);
  },
  items: (id, positions) => {
    checkId(id);
    if (!Array.isArray(positions) || positions.length > maxJobPage)
      throw new InvalidArgument('positions', `At most ${maxJobPage} items are given by one call.`);
    for (const position of positions) checkInteger('positions', position, 0);
  },
  openItems: (id, { afterPosition, limit }) => {
    checkId(id);
    if (afterPosition !== undefined) checkInteger('afterPosition', afterPosition, -1);
    checkInteger('limit', limit, 1, maxJobPage);
  },
  nextRetryAt: checkId,
  unfinished: ({ limit, after }) => {
    if (after !== undefined) checkName('after', after);
    checkInteger('limit', limit, 1);
  },
  finished: ({ limit, cursor }) => {
    checkInteger('limit', limit, 1);
    if (cursor !== undefined) checkName('cursor', cursor);
  },
  ofAccount: (account, { limit, before }) => {
    checkName('account', account);
    checkInteger('limit', limit, 1, maxJobPage);
    if (before === undefined) return;
    checkTime('before.submittedAt', before.submittedAt);
    checkName('before.id', before.id);
  },
  redact: (id, items, { name } = {}) => {
    checkId(id);
    if (name !== undefined) checkJobName(name);
    if (!Array.isArray(items) || items.length > maxJobPage)
      throw new InvalidArgument('items', `At most ${maxJobPage} items are replaced by one call.`);
    for (const { position } of items) checkInteger('position', position, 0);
  },
  lease: (id, { owner, now, until }) => {
    checkId(id);
    checkName('owner', owner);
    checkTime('now', now);
    checkTime('until', until);
  },
  releaseLease: (id, owner) => {
    checkId(id);
    checkName('owner', owner);
  },
  leaseAnnouncement: (endpoint, { leaseMs }) => {
    checkEndpoint(endpoint);
    checkInteger('leaseMs', leaseMs, 1);
  },
  endAnnouncement: ({ endpoint, jobId, leaseId }, { retryMs } = {}) => {
    checkEndpoint(endpoint);
    checkName('jobId', jobId);
    checkName('leaseId', leaseId);
    if (retryMs !== undefined) checkInteger('retryMs', retryMs, 0);
  },
  delete: checkId,
  deleteFinished: ({ olderThanMs, limit }) => {
    checkInteger('olderThanMs', olderThanMs, 0);
    checkInteger('limit', limit, 1);
  },
  sweepDrafts: () => {},
};

function checkId(id: string): void {
  checkName('id', id);
}

function checkChange(id: string, { at }: { at: number }): void {
  checkId(id);
  checkTime('at', at);
}

function checkItems(kind: NewJob['kind'], items: readonly JobItem[]): void {
  if (!Array.isArray(items) || items.length === 0 || items.length > maxJobItems)
    throw new InvalidArgument('items', `A job has from 1 to ${maxJobItems} items.`);
  const sound = kind === 'lookup' ? isLookupRow : isAddress;
  const bad = items.findIndex((item) => !sound(item));
  if (bad !== -1)
    throw new InvalidArgument('items', `Item ${bad} is not one of a ${kind}: its fields are text.`);
}

function isAddress(item: Partial<Record<string, unknown>>): boolean {
  return typeof item?.email === 'string' && [undefined, 'syntax', 'dns'].includes(item.level as string);
}

function isLookupRow(item: Partial<Record<string, unknown>>): boolean {
  const { first_name, last_name, domain } = item ?? {};
  return typeof first_name === 'string' && typeof last_name === 'string' && typeof domain === 'string';
}

function checkEndpoint(name: string): void {
  if (typeof name === 'string' && /^[\x21-\x7e]{1,100}$/.test(name)) return;
  throw new InvalidArgument('endpoint', 'endpoint must be a name: 1 to 100 visible ASCII characters.');
}
