import type { EmailLookup, EmailVerification, LookupRow, Status, VerificationLevel } from '../resources.ts';

/** The most characters that the texts of the items on one page may have together, unless it has one item. */
export const pageCharacters = 256 * 1024;
/** The most characters of the name of a job, in UTF-16. */
export const mostNameCharacters = 200;

/** An address to verify: any text, valid or not. The items of a job have the same level; left out for `smtp`. */
export interface AddressItem {
  readonly email: string;
  readonly level?: Exclude<VerificationLevel, 'smtp'> | undefined;
}

/** What a job verifies or looks up; the items of a job are all of the same kind. */
export type JobItem = AddressItem | LookupRow;

/** The result of one item, of the kind of its job. */
export type JobResult = EmailVerification | EmailLookup;

/** A job at its submission. Its items have positions from 0, in the order of submission. */
export interface NewJob {
  readonly id: string;
  readonly kind: 'verification' | 'lookup';
  readonly account: string | null;
  /** The API key that owns the job (service document, Authentication 5); null if it was submitted without a key. */
  readonly keyId: string | null;
  /** The price of an item; 0 without an account. The hold for the whole job has the id of the job. */
  readonly milliCreditsPerItem: number;
  readonly submittedAt: number;
  /** If several submissions have the same idempotency key, only the first creates a job. Null without a key. */
  readonly idempotency: Idempotency | null;
  /** The endpoints that are to be told of its end, by name: 1 to 100 characters of visible ASCII. Left out if there are none. */
  readonly announceTo?: readonly string[] | undefined;
  /** The trace that it belongs to: a `traceparent` of W3C Trace Context, version 00. Left out if there is none. */
  readonly traceparent?: string | undefined;
  /** What people call it, such as the name of its file: 1 to `mostNameCharacters`. Left out if it has none. */
  readonly name?: string | undefined;
}

/** Identifies a submission that a client may send several times. */
export interface Idempotency {
  /** Contains the owner, so that two owners never share a key. */
  readonly key: string;
  /** A digest of the submission. Shows whether a second one with the same key is a repeat or differs from the first. */
  readonly fingerprint: string;
}

/** How many items have each status. */
export type StatusCounts = Readonly<Record<Status, number>>;

/** A job's counters and times. The documented status is computed from these alone, and reading them is O(1). */
export interface JobRecord extends Omit<NewJob, 'announceTo'> {
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly failedAt: number | null;
  /** Whether it failed because somebody cancelled it. */
  readonly cancelled: boolean;
  /** When a failed job was settled: its unused credits have been refunded. Null for all other jobs. */
  readonly settledAt: number | null;
  readonly total: number;
  /** Items with a result, provisional or final. Never decreases. */
  readonly processed: number;
  /** Items whose result is provisional: they will be retried. */
  readonly retrying: number;
  /** Results of attempts after the first. Never decreases. */
  readonly retried: number;
  /** Items with a result, by the status of the latest. */
  readonly byStatus: StatusCounts;
}

/** The result of one attempt at one item: provisional if `retryAt` is set, otherwise final. */
export interface JobAttempt {
  readonly position: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly result: JobResult;
  readonly retryAt: number | null;
  /**
   * The egress that was put off, by its name: the next attempt should be made through it. Left out if any will do. 1 to
   * 300 characters of visible ASCII.
   */
  readonly egress?: string | undefined;
}

/** The current state of an item. */
export interface JobItemState {
  readonly position: number;
  readonly item: JobItem;
  /** Number of attempts recorded. */
  readonly attempts: number;
  /** The result of the last attempt; undefined before the first. */
  readonly result: JobResult | undefined;
  /** When the next attempt is due; null if the result is final or there is none. */
  readonly retryAt: number | null;
  /** The egress of the last attempt recorded; left out if that had none. */
  readonly egress?: string | undefined;
}

/** That an endpoint is to be told of the end of a job. One process works on it, until its lease has expired. */
export interface Announcement {
  readonly endpoint: string;
  readonly jobId: string;
  /** Undefined if the job was deleted. */
  readonly job: JobRecord | undefined;
  /** How many attempts have failed. */
  readonly failures: number;
  /** Differs with every lease. */
  readonly leaseId: string;
}

/** Which job it is, and where it is among those of its account. */
export interface JobPosition {
  readonly submittedAt: number;
  readonly id: string;
}

/** What replaces an item and its last result. */
export type RedactedItem = Pick<JobItemState, 'position' | 'item' | 'result'>;

export interface RedactOptions {
  /** What the job is called from now on. By default, its name stays. */
  readonly name?: string | undefined;
}

/**
 * Jobs, their items and their results. An item is open until it has a final result. A job is finished when it is
 * completed (no item is open) or failed, and settled when it failed and its unused credits were refunded. Every method
 * with the id of a job, but `get`, rejects with `not_found` if there is none; `unfinished` does for its `after`.
 *
 * Ids, idempotency keys and owners are texts that are not empty, of any length, well-formed and without NUL; they are compared
 * exactly.
 * Positions and `attempt` are integers from 0 and 1, limits integers from 1 (to 1,000 for items), times integers from 0.
 * `page`, `items` and `openItems` end early, but not before their first item, rather than return texts of more than
 * `pageCharacters`, and do not load more than a few times that: a list may have texts of 65,536 characters. Read on behind the last
 * item.
 * Other arguments are rejected with `invalid_argument`, which names the `parameter`, before anything is looked up or
 * changed.
 *
 * The texts of items and results are any strings of JavaScript, NUL and lone surrogates included, and are returned
 * character by character. What is passed and what is returned are copies: later changes to them do not change the store, and
 * later changes of the store do not change them. A returned job is as it is at one moment: its counters fit one another.
 */
export interface JobStore {
  /**
   * Creates the job with its items, 1 to 100,000, in one atomic step: no part of it is visible before the rest, even
   * after a crash. Equal items stay separate. If the idempotency key has been used, stores nothing, and returns
   * `created: false` and the earlier job as it is now, also if the id is the same; the fingerprint is not compared. Of
   * concurrent calls with one key, one creates the job. Rejects with `conflict` if the id exists, which does not use up the
   * idempotency key; of concurrent calls with one id, one creates the job. Rejects with `invalid_argument` (`items`) if an
   * item is none of the kind of the job. Never blocks the event loop for more than a few milliseconds.
   */
  create(
    job: NewJob,
    items: readonly JobItem[],
  ): Promise<{ readonly created: boolean; readonly job: JobRecord }>;
  /** Returns the job; undefined if there is none with this id. */
  get(id: string): Promise<JobRecord | undefined>;
  /** Returns the job that was created with this idempotency key, if any. */
  find(idempotencyKey: string): Promise<JobRecord | undefined>;
  /**
   * Records at most 1,000 attempts, in their order, and updates the counters in one atomic step. An attempt is recorded
   * only if the job is not finished, the item is open, and its number follows that of the last one, so that none is
   * recorded twice, whoever calls at the same time; otherwise it is skipped, and so is a position that does not exist. One
   * call may have several attempts at one item. Returns the positions recorded by this call, in their order, and the job
   * after it. The call that leaves no item open sets `completedAt` to its `at`. Needs no lease. An empty list records
   * nothing.
   */
  record(
    id: string,
    attempts: readonly JobAttempt[],
    options: { at: number },
  ): Promise<{ readonly recorded: readonly number[]; readonly job: JobRecord }>;
  /** Sets `startedAt`, unless it is set: of concurrent calls, the first does. Returns the job. */
  start(id: string, options: { at: number }): Promise<JobRecord>;
  /**
   * Marks an unfinished job as failed, and as cancelled or not (`cancelled`, default false). `failed` is true if this call
   * did so; false if the job was finished, and then nothing changes. Results stay. Later attempts are not recorded, and the
   * job never completes.
   */
  fail(
    id: string,
    options: { at: number; cancelled?: boolean | undefined },
  ): Promise<{ readonly failed: boolean; readonly job: JobRecord }>;
  /** Sets `settledAt` of a failed job, unless it is set. Does nothing to other jobs. */
  markSettled(id: string, options: { at: number }): Promise<void>;
  /** Returns items in order of position, starting at `offset`; at most 1,000. Empty past the end only. */
  page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]>;
  /** Returns the items at these positions, in this order; at most 1,000. Skips positions that do not exist. */
  items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]>;
  /**
   * Returns open items in order of position, those after `afterPosition` (from -1, the default); at most 1,000. Empty
   * only if there are no more, however many final items lie between. The open items of a failed job stay open.
   */
  openItems(
    id: string,
    options: { afterPosition?: number | undefined; limit: number },
  ): Promise<readonly JobItemState[]>;
  /**
   * Returns the earliest time at which an item of the job is due to be tried again: the least `retryAt` of its items, those of
   * a failed job too. Null if none waits. Never reads all items.
   */
  nextRetryAt(id: string): Promise<number | null>;
  /**
   * Returns jobs that are unfinished, or failed and not yet settled, in order of submission (`submittedAt`; those of the
   * same time in an order that stays the same), after the job `after`, which may have finished meanwhile.
   */
  unfinished(options: { limit: number; after?: string | undefined }): Promise<readonly JobRecord[]>;
  /**
   * Returns a page of the jobs that are completed or settled, in an order of the store's own, and the cursor of the next
   * page; null after the last. A job that finishes or is deleted meanwhile may be missing; every other is on one page.
   */
  finished(options: {
    limit: number;
    cursor?: string | undefined;
  }): Promise<{ readonly jobs: readonly JobRecord[]; readonly cursor: string | null }>;
  /**
   * Returns the jobs of an account, finished or not, newest first: by `submittedAt`, those of the same time by `id`, from the
   * highest, by the bytes of UTF-8. With `before`, only those after that position, where there need be no job. At most 1,000;
   * fewer than `limit` means that there are no more. Reads no jobs of other accounts.
   */
  ofAccount(
    account: string,
    options: { limit: number; before?: JobPosition | undefined },
  ): Promise<readonly JobRecord[]>;
  /**
   * Replaces at most 1,000 items of a job that is completed or settled, their last results and its name, in one atomic step. The
   * status of each result must be that of the one replaced, so that the counters stay true; without a result, the old
   * one stays. Returns how many items: 0 if the job is neither, which keeps its name, too. Skips positions that do not exist.
   */
  redact(id: string, items: readonly RedactedItem[], options?: RedactOptions): Promise<number>;
  /**
   * Acquires or renews the lease on a job: only its owner drives the job while `now < until`. The owner may also take it
   * again after it expired, unless another one has. Returns false while another owner's lease is valid, and for jobs that
   * are completed or settled. Of concurrent callers, one gets the lease. A store that several machines share measures
   * `until - now` by a clock of its own. Otherwise, if the clock was set back since, a lease lasts no longer from the next
   * call of another owner than it was to last at first.
   */
  lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean>;
  /** Ends the lease at once. Does nothing if another owner holds it, or nobody. */
  releaseLease(id: string, owner: string): Promise<void>;
  /**
   * Leases an announcement to the endpoint that is due: of a finished job that named it in `announceTo`. It is due at once
   * when the job has finished, and again when its lease has expired (`now >= taken + leaseMs`), as after the death of a
   * process: so each is made at least once. Undefined if none is due. Of concurrent callers, one gets each.
   *
   * The accounts of an endpoint take turns, however much one of them has; all jobs without an account count as one. Those
   * of one account are leased in about the order in which they became due. If the clock is set back, what waits may be
   * due at once. If a job is deleted, its announcements go with it, but those that were leased before are due as ever.
   */
  leaseAnnouncement(endpoint: string, options: { leaseMs: number }): Promise<Announcement | undefined>;
  /**
   * Ends the lease on an announcement: with `retryMs`, it has failed once more, and is due again after so long; without,
   * it is never due again. Returns false, and changes nothing, if the lease was ended before, or somebody else has one. A
   * lease that has only expired still counts.
   */
  endAnnouncement(announcement: Announcement, options?: { retryMs?: number | undefined }): Promise<boolean>;
  /**
   * Deletes a job that is completed or settled, with its items, results and idempotency key; id and key are free again.
   * Returns false, and deletes nothing, if it is neither. For readers the job disappears as a whole: a page read meanwhile
   * is complete, or rejects with `not_found`.
   */
  delete(id: string): Promise<boolean>;
  /**
   * Deletes at most `limit` jobs in the same way: those that completed, or failed and are settled, where `completedAt` or
   * `failedAt` is at least `olderThanMs` ago by the clock of the store. Returns how many; fewer than `limit` means that no more are that old.
   * Also frees what an interrupted deletion left behind. May be called by several processes at once.
   */
  deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number>;
  /**
   * Deletes the drafts that will never be jobs, and returns the others, in any order. A draft is a job that is being created, some
   * of whose items are stored already; no other method shows it. It will never be a job if nothing was added to it for half a
   * minute, by the clock of the store: its process died, or closed its store. If that process goes on after all, it creates the
   * job anew. May be called by several processes at once.
   */
  sweepDrafts(): Promise<readonly JobPosition[]>;
}
