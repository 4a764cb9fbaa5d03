/**
 * The ports of the engine: what the core needs from outside, and what an adapter must guarantee. Each port has a
 * conformance suite in `contract/`, which runs on every adapter and is published as `mailproof/contract`.
 *
 * Rules for all ports:
 * - Times (`…At`, `now`, `until`) are milliseconds since the Unix epoch, durations (`…Ms`) are milliseconds.
 * - Times that are stored were right by the clock of that moment. If it was set back since, a wait until such a time
 *   takes no longer than it would have taken at first.
 * - An expected outcome is a return value. A rejection means that the port itself failed.
 * - A method that waits takes an AbortSignal and rejects with the signal's reason when it fires.
 * - A store rejects malformed arguments and numbers out of range with `invalid_argument`, and changes nothing.
 * - A shared store keeps its state for all processes that use the same file or the same Redis.
 * - `close()` waits for calls in progress. A second call does nothing.
 */
import type { EmailLookup, EmailVerification, LookupRow } from './resources.ts';

// --------------------------------------------------------------------------------------------- time and randomness

/**
 * Time, as numbers and timers. The time of day may be set back or forward while a process runs, so points in time that
 * are stored or shown come from `now`, and durations within the process are measured by `steady`.
 */
export interface Clock {
  /** Returns the time of day, in milliseconds since the Unix epoch. All processes of a machine agree on it. */
  now(): number;
  /**
   * Returns milliseconds since some moment before the process began. It never jumps, and passes as fast as the timers.
   * May be left out by a clock whose `now` never jumps.
   */
  steady?(): number;
  /** Runs `task` once after `delayMs`. The returned function cancels it and may be called at any time. */
  after(delayMs: number, task: () => void): () => void;
}

/** Randomness for everything but secrets, which the stores generate themselves. */
export interface Random {
  /** Returns a uniformly distributed number in [0, 1). Used for shuffling and for catch-all probes. */
  next(): number;
  /** Returns a random UUID (RFC 9562, version 4). Ids of holds, jobs and batches must be unique within a store. */
  uuid(): string;
}

// ------------------------------------------------------------------------------------------------------------ DNS

/**
 * The answer to one DNS query: records, NOERROR without records (`no-data`), NXDOMAIN (`no-domain`), or no usable
 * answer (`failure`). Only `no-data` and `no-domain` are evidence that something does not exist (RFC 2308 §2).
 */
export type DnsAnswer<Data> =
  | { readonly kind: 'records'; readonly records: readonly Data[]; readonly ttlSeconds: number }
  | { readonly kind: 'no-data'; readonly ttlSeconds: number }
  | { readonly kind: 'no-domain'; readonly ttlSeconds: number }
  | { readonly kind: 'failure'; readonly reason: DnsFailure; readonly detail: string };

/**
 * `server-failure` (SERVFAIL), `refused` and `malformed`: a resolver responded, but not with an answer. `timeout` and
 * `unreachable`: no resolver responded, which may be a fault of our own network.
 */
export type DnsFailure = 'server-failure' | 'refused' | 'malformed' | 'timeout' | 'unreachable';

/** One MX record (RFC 1035 §3.3.9). */
export interface MxRecord {
  /** Lower is preferred (RFC 5321 §5.1). */
  readonly preference: number;
  /** Host name in lower case, no trailing dot. The empty string is the root, which makes a null MX (RFC 7505). */
  readonly exchange: string;
}

/**
 * Queries recursive resolvers. Names are A-labels without a trailing dot; addresses are text. The adapter follows
 * CNAMEs, retries and times out; it does not cache, because the core does. `ttlSeconds` is the smallest TTL of the
 * CNAME chain and the records; for negative answers the lesser of the SOA's TTL and MINIMUM (RFC 2308 §5), 0 without
 * an SOA. Rejects only with the signal's reason.
 */
export interface Dns {
  /** How many questions may be asked at a time. The core asks no more, so that none waits here. Default 128. */
  readonly maxQuestions?: number;
  /** Returns the MX records of a domain. */
  mx(domain: string, options?: { signal?: AbortSignal }): Promise<DnsAnswer<MxRecord>>;
  /** Returns the IPv4 addresses of a host. */
  a(host: string, options?: { signal?: AbortSignal }): Promise<DnsAnswer<string>>;
  /** Returns the IPv6 addresses of a host. */
  aaaa(host: string, options?: { signal?: AbortSignal }): Promise<DnsAnswer<string>>;
  /** Answers all pending queries with the failure `unreachable`, and frees every socket and timer. */
  close(): Promise<void>;
}

// ----------------------------------------------------------------------------------------------------------- SMTP

/** One complete reply (RFC 5321 §4.2): its code, and the text of each line without code and separator. */
export interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Limits a wait: to `timeoutMs`, and until the signal fires. */
export interface WaitOptions {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Opens connections to exchanges by IP address. It does not resolve names. */
export interface SmtpTransport {
  /**
   * Connects to exactly this address and port. Rejects with a ConnectionError: `address_not_allowed` before any packet
   * is sent, if the address is not globally reachable; `connection_refused`; `connection_timeout` after `timeoutMs`;
   * `connection_failed` for any other reason. A rejected or aborted call leaves no socket open.
   */
  connect(target: { address: string; port: number }, options: WaitOptions): Promise<SmtpConnection>;
}

/**
 * One TCP connection. After a rejection it is closed and every later call rejects with `connection_closed`, so that a
 * late reply is never taken for the answer to a later command. Only a rejection with `invalid_argument` leaves the
 * connection usable.
 */
export interface SmtpConnection {
  /** True once TLS is in use. */
  readonly secure: boolean;
  /** True if the server has sent bytes that no `receive` has asked for yet. */
  readonly unread: boolean;
  /**
   * Writes command lines, adding CRLF to each, in one packet if they fit. Resolves when they have been passed to the
   * operating system. Rejects with `invalid_argument`, without writing anything, if a line contains CR, LF or NUL.
   */
  send(commands: readonly string[]): Promise<void>;
  /**
   * Returns the next complete reply, in order of arrival. Only one `receive` at a time. Rejects with `reply_timeout`
   * after `timeoutMs`; `reply_too_long` (a line over 2,048 bytes, more than 128 lines, or more than 64 KiB);
   * `reply_malformed` (no three-digit code from 200 to 599, or different codes in one reply); `connection_closed` if
   * the server has closed or reset the connection and no complete reply is left to read.
   */
  receive(options: WaitOptions): Promise<SmtpReply>;
  /**
   * Upgrades to TLS after a positive reply to STARTTLS (RFC 3207). Plain text received before the upgrade is discarded,
   * to prevent the injection of replies. Certificates are not verified: encryption is opportunistic (RFC 7435). Rejects
   * with `tls_failed`, or with `connection_timeout` after `timeoutMs`.
   */
  startTls(options: WaitOptions & { serverName: string }): Promise<void>;
  /**
   * Ends the connection in order after QUIT: waits until the server has closed it (RFC 5321 §4.1.1.10), because a
   * server counts a connection until then. Closes it at once after `timeoutMs`, or when the signal fires. What still
   * arrives is discarded. Resolves when `closed` does; never rejects.
   */
  end(options: WaitOptions): Promise<void>;
  /**
   * Closes the connection at once, in any state, with a reset (RST) unless the server has ended it: a server that gets
   * only a FIN may go on serving, and counting, the connection. Pending calls reject with `connection_closed`.
   */
  close(): void;
  /** Resolves when the connection is closed and its socket is gone. Never rejects. */
  readonly closed: Promise<void>;
}

// -------------------------------------------------------------------------------------- stores: cache, pacing and flights

/**
 * Stores texts by key until they expire. May lose entries at any time: that costs work, but is never an error. Keys are
 * well-formed Unicode without NUL, values well-formed Unicode.
 */
export interface Cache {
  /** Returns the entry, or undefined if there is none or `now >= expiresAt`. */
  get(key: string): Promise<CacheEntry | undefined>;
  /**
   * Writes the entry; the last writer wins. An `expiresAt` in the past removes it. With a `group`, which is text like a
   * key, the entry is removed with that group.
   */
  set(key: string, entry: CacheEntry, options?: { readonly group?: string }): Promise<void>;
  /**
   * Removes every entry of the group whose `set` has resolved before this call, and returns how many entries, also
   * expired ones. An entry that is being set meanwhile may stay.
   */
  removeGroup(group: string): Promise<number>;
  /**
   * Writes the entry if `get` would return none, and returns the entry that is there then, in one atomic step: of all
   * that are added under a key, the first one stays.
   */
  add(key: string, entry: CacheEntry): Promise<CacheEntry>;
  /**
   * Removes at most `limit` entries that have expired, which `get` does not return any more. Returns how many; fewer
   * than `limit` means that there are no more, or that the store removes them by itself. A store in a file then gives
   * the space of everything deleted back to the file system.
   */
  removeExpired(options: { limit: number }): Promise<number>;
}

/** A cached text with its expiry time. */
export interface CacheEntry {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * Limits the connections to each exchange, provider and IP address, across all processes that share the store. A
 * connection needs one lease under each limit. `exchange` is the pacing key: `host:…` for a single exchange,
 * `provider:…` for all of a provider's, `address:…` for an IPv4 address or an IPv6 /64, whatever names lead there.
 */
export interface Pacing {
  /**
   * Waits until fewer than `maxConnections` leases on `exchange` are alive, then returns a lease. Callers of one
   * process get their leases in the order of their calls. If the exchange is paused, now or while the caller waits,
   * returns the pause instead. A lease ends when it is released, or `leaseMs` after it was acquired or last renewed.
   */
  acquire(
    exchange: string,
    options: { maxConnections: number; leaseMs: number; signal?: AbortSignal },
  ): Promise<PacingLease | PacingPause>;
  /** Stops granting leases until `until`, to back off after 421, 4.7.x or a block. The longest pause counts. */
  pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void>;
}

/** Permission to have one connection open. */
export interface PacingLease {
  readonly kind: 'lease';
  /** Makes the lease last `leaseMs` from now. Returns false if it had ended: the holder must close its connection. */
  renew(): Promise<boolean>;
  /** Ends the lease. Does nothing if it has already ended. */
  release(): Promise<void>;
}

/** Returned instead of a lease while no connection may be opened. */
export interface PacingPause {
  readonly kind: 'pause';
  readonly until: number;
  readonly reason: PauseReason;
}

/** `limited`: the server asks us to slow down; `blocked`: it refuses us. */
export type PauseReason = 'limited' | 'blocked';

/**
 * Keeps several processes from working out the same answer at the same time. A flight is such work for one key: its
 * leader holds a lease, and all others who ask wait until the flight has ended. May forget flights at any time: that
 * costs work done twice, but is never an error.
 */
export interface Flights {
  /**
   * Begins a flight for `key` and returns its lease. If one is under way, waits instead, until it has ended in any way,
   * and returns `ended`: the caller then looks for the answer in the cache, and otherwise joins again. Of concurrent
   * callers, one begins the flight. A flight ends when its lease is released, `leaseMs` after the lease was acquired or
   * last renewed, or, where the store can tell, when the process of its leader has died.
   */
  join(
    key: string,
    options: { leaseMs: number; signal?: AbortSignal },
  ): Promise<FlightLease | { readonly kind: 'ended' }>;
}

/** Permission to lead a flight. */
export interface FlightLease {
  readonly kind: 'lease';
  /** Another flight for the key was released in the last 10 seconds, so the answer may be in the cache by now. */
  readonly releasedBefore: boolean;
  /**
   * Makes the lease last `leaseMs` from now, even if it had lapsed. Returns false if another flight for the key has
   * begun since: the caller no longer leads.
   */
  renew(): Promise<boolean>;
  /** Ends the flight. Does nothing if another one has begun, or at a second call. */
  release(): Promise<void>;
}

/**
 * Sliding-window limits on how often a subject, such as an API key, may do something. They count the uses in all
 * processes that share the store; a store that cannot do that counts those of each process separately.
 */
export interface RateLimits {
  /**
   * Counts one use by `subject`, if it has used less than `limit` within the last `windowMs`. Otherwise counts nothing,
   * and returns how long the caller must wait for the next use. `limit` and `windowMs` are integers of at least 1.
   */
  take(
    subject: string,
    options: { limit: number; windowMs: number },
  ): Promise<{ readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number }>;
}

// ----------------------------------------------------------------------------------------------- stores: credits

/**
 * Balances of accounts in milli-credits (1,000 are one credit), with a journal that adds up to the balance. At any
 * time, for any account: available = Σ grants − Σ captured holds − Σ open holds, and available >= 0.
 *
 * Every change is atomic, and idempotent by the id that the caller chooses: a repeat with equal arguments returns what
 * the first call returned; with different arguments it rejects with `conflict`. Ids are unique in the ledger, across
 * all accounts, until `foldJournal` forgets them. Amounts are integers > 0.
 *
 * A hold is open until it is captured or released; that state is final. If several callers capture or release it at the
 * same time, one wins, and all get the resulting state.
 */
export interface CreditLedger {
  /** Adds credits, and returns the milli-credits then available. The first grant creates the account. */
  grant(grant: { id: string; account: string; milliCredits: number; reason: GrantReason }): Promise<number>;
  /**
   * Sets credits aside. The hold expires after `expiresInMs` (an integer from 0), measured by the clock of the store,
   * which all processes share. A repeat keeps the first expiry. If there are too few credits, changes nothing and
   * returns `insufficient`; the id may be used again.
   */
  hold(hold: { id: string; account: string; milliCredits: number; expiresInMs: number }): Promise<HoldResult>;
  /** Makes the charge final. A hold that has expired can still be captured until it is swept. */
  capture(holdId: string): Promise<HoldState | 'unknown'>;
  /** Makes the credits of an open hold available again. */
  release(holdId: string): Promise<HoldState | 'unknown'>;
  /** Releases at most `limit` open holds that have expired, across all accounts. Returns how many. */
  sweep(options: { limit: number }): Promise<number>;
  /** Returns the balance; zero for an account that was never granted anything. */
  balance(account: string): Promise<Balance>;
  /** Returns a page of the journal, newest first. `before` is the `sequence` of the last entry of the previous page. */
  entries(account: string, options: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>;
  /**
   * Folds at most `limit` entries, across all accounts, into the opening balances of their accounts: the oldest entries
   * of each account that are at least `olderThanMs` old by the clock of the store. No balance changes. Returns how many;
   * fewer than `limit` means that no more are that old. May be called by several processes at once.
   *
   * With its entry, a grant, and a hold that was captured or released, is forgotten: its id is free again, and `capture`
   * and `release` return `unknown`. An open hold is kept until it is resolved and that entry is folded too.
   */
  foldJournal(options: { olderThanMs: number; limit: number }): Promise<number>;
}

/** Why credits are added. A refund gives back credits of a captured hold. */
export type GrantReason = 'purchase' | 'refund';
/** The final state of a hold. */
export type HoldState = 'captured' | 'released';

/** The state of the hold and the credits available after it was placed. All amounts are in milli-credits. */
export type HoldResult =
  | { readonly kind: 'held' | HoldState; readonly available: number }
  | { readonly kind: 'insufficient'; readonly available: number; readonly required: number };

/** The credits of an account, in milli-credits. `held` is the sum of the open holds. */
export interface Balance {
  readonly available: number;
  readonly held: number;
}

/** An entry of the journal: one change of the balance, or the opening balance before the oldest change. */
export type LedgerEntry = BalanceChange | OpeningBalance;

/** One change of a balance. */
export interface BalanceChange {
  /** Later entries of an account have higher numbers, not necessarily the next. */
  readonly sequence: number;
  readonly kind: 'grant' | 'hold' | 'capture' | 'release';
  /** The grant's or the hold's id. */
  readonly id: string;
  readonly milliCredits: number;
  readonly at: number;
}

/** Stands for all older changes: the balance after the last of them. There is none until changes have been folded. */
export interface OpeningBalance {
  /** That of the last change folded. */
  readonly sequence: number;
  readonly kind: 'opening';
  /** Empty: it stands for many. */
  readonly id: '';
  /** What was available then. */
  readonly milliCredits: number;
  /** What was held then, in milli-credits. */
  readonly heldMilliCredits: number;
  /** The time of the last change folded. */
  readonly at: number;
}

// -------------------------------------------------------------------------------------------------- stores: keys

/** API keys. Only their SHA-256 is stored and looked up, so that the duration of a look-up reveals nothing of a key. */
export interface KeyStore {
  /** Creates a key with at least 128 random bits. The key itself is returned only here. */
  create(options: { account: string; label?: string }): Promise<{ key: string; record: KeyRecord }>;
  /** Returns the record of a key; undefined if the key is unknown or revoked. The key is not trimmed. */
  find(key: string): Promise<KeyRecord | undefined>;
  /**
   * Revokes a key, given the key or its id. True if this call revoked it. Every later `find` sees that, in all
   * processes.
   */
  revoke(keyOrId: string): Promise<boolean>;
  /** Returns the keys of an account, oldest first, including revoked ones. */
  list(account: string): Promise<readonly KeyRecord[]>;
}

/** What is known of an API key besides its hash. */
export interface KeyRecord {
  /** Identifies the key in public. The key cannot be derived from it. */
  readonly id: string;
  readonly account: string;
  readonly label: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

// -------------------------------------------------------------------------------------------------- stores: jobs

/** What a job verifies or looks up; the items of a job are all of the same kind. */
export type JobItem = { readonly email: string } | LookupRow;
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
}

/** Identifies a submission that a client may send several times. */
export interface Idempotency {
  /** Contains the owner, so that two owners never share a key. */
  readonly key: string;
  /** A digest of the submission. Shows whether a second one with the same key is a repeat or differs from the first. */
  readonly fingerprint: string;
}

/** A job's counters and times. The documented status is computed from these alone, and reading them is O(1). */
export interface JobRecord extends NewJob {
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly failedAt: number | null;
  /** When a failed job was settled: its unused credits have been refunded. Null for all other jobs. */
  readonly settledAt: number | null;
  readonly total: number;
  /** Items with a result, provisional or final. Never decreases. */
  readonly processed: number;
  /** Items whose result is provisional: they will be retried. */
  readonly retrying: number;
  /** Results of attempts after the first. Never decreases. */
  readonly retried: number;
  /** Items whose latest result has the status `safe`. */
  readonly safe: number;
}

/** The result of one attempt at one item: provisional if `retryAt` is set, otherwise final. */
export interface JobAttempt {
  readonly position: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly result: JobResult;
  readonly retryAt: number | null;
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
}

/** What replaces an item and its last result. */
export type RedactedItem = Pick<JobItemState, 'position' | 'item' | 'result'>;

/**
 * Jobs, their items and their results. An item is open until it has a final result. A job is finished when it is
 * completed (no item is open) or failed. Every method but `get` rejects with `not_found` for an unknown id.
 */
export interface JobStore {
  /**
   * Creates the job with its items, 1 to 100,000, in one atomic step: no part of it is visible before the rest, even
   * after a crash. If the idempotency key has been used, returns `created: false` and the earlier job; of concurrent
   * calls with one key, one creates the job. Rejects with `conflict` if the id exists. Never blocks the event loop for
   * more than a few milliseconds.
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
   * Records at most 1,000 attempts and updates the counters in one atomic step. An attempt is recorded only if the job
   * is not finished, the item is open, and its number follows that of the last one, so that none is recorded twice.
   * Returns the positions recorded by this call, and the job. The call that leaves no item open sets `completedAt`.
   */
  record(
    id: string,
    attempts: readonly JobAttempt[],
    options: { at: number },
  ): Promise<{ readonly recorded: readonly number[]; readonly job: JobRecord }>;
  /** Sets `startedAt`, unless it is set. */
  start(id: string, options: { at: number }): Promise<JobRecord>;
  /** Marks an unfinished job as failed. `failed` is true if this call did so. Later attempts are not recorded. */
  fail(id: string, options: { at: number }): Promise<{ readonly failed: boolean; readonly job: JobRecord }>;
  /** Sets `settledAt` of a failed job, unless it is set. Does nothing to other jobs. */
  markSettled(id: string, options: { at: number }): Promise<void>;
  /** Returns items in order of position, starting at `offset`; at most 1,000. Empty past the end. */
  page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]>;
  /** Returns the items at these positions, in this order; at most 1,000. Skips positions that do not exist. */
  items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]>;
  /** Returns open items in order of position; at most 1,000. Fewer than `limit` means that there are no more. */
  openItems(id: string, options: { afterPosition?: number; limit: number }): Promise<readonly JobItemState[]>;
  /** Returns jobs that are unfinished, or failed and not yet settled, in order of submission, after the job `after`. */
  unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]>;
  /**
   * Returns a page of the jobs that are completed or settled, in an order of the store's own, and the cursor of the next
   * page; null after the last. A job that finishes or is deleted meanwhile may be missing; every other is on one page.
   */
  finished(options: {
    limit: number;
    cursor?: string;
  }): Promise<{ readonly jobs: readonly JobRecord[]; readonly cursor: string | null }>;
  /**
   * Replaces at most 1,000 items of a job that is completed or settled, and their last results, in one atomic step. The
   * status of each result must be that of the one replaced, so that the counters stay true; without a result, the old
   * one stays. Returns how many: 0 if the job is neither. Skips positions that do not exist.
   */
  redact(id: string, items: readonly RedactedItem[]): Promise<number>;
  /**
   * Acquires or renews the lease on a job: only its owner drives the job while `now < until`. Returns false while
   * another owner's lease is valid, and for jobs that are completed or settled. Of concurrent callers, one gets the
   * lease. A store that several machines share measures `until - now` by a clock of its own.
   */
  lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean>;
  /** Ends the lease. Does nothing if another owner holds it. */
  releaseLease(id: string, owner: string): Promise<void>;
  /**
   * Deletes a job that is completed or settled, with its items, results and idempotency key. Returns false, and deletes
   * nothing, if it is neither. For readers the job disappears as a whole: a page read meanwhile is complete, or rejects
   * with `not_found`.
   */
  delete(id: string): Promise<boolean>;
  /**
   * Deletes at most `limit` jobs in the same way: those that completed, or failed and are settled, at least
   * `olderThanMs` ago by the clock of the store. Returns how many; fewer than `limit` means that no more are that old.
   * Also frees what an interrupted deletion left behind. May be called by several processes at once.
   */
  deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number>;
}

// -------------------------------------------------------------------------------------------------- stores: work

/** Items of one job that are attempted together: all at the same exchange, and all with the same attempt number. */
export interface Batch {
  /** Chosen by the caller. While a batch is delayed, queued or active, another batch with the same id is ignored. */
  readonly id: string;
  /** The account of the job; null if nobody is charged. */
  readonly account: string | null;
  readonly jobId: string;
  /** The name by which connections for the items are limited; empty for items that need no connection. */
  readonly exchange: string;
  readonly attempt: number;
  /** At most 1,000. */
  readonly positions: readonly number[];
}

/** Delivers the batches of a queue to a handler. */
export interface QueueWorker {
  /**
   * Changes how many batches are delivered at a time, to at least the number that the worker was started with. If it is
   * raised while all handlers are busy, further batches are delivered at once. If it is lowered, no handler is aborted.
   */
  setConcurrency(concurrency: number): void;
  /**
   * Aborts the signals of the active batches and waits for their handlers. Batches whose handlers then reject are queued
   * again without delay.
   */
  close(): Promise<void>;
}

/**
 * Delivers each batch to a handler at least once. A batch is delayed until it is due, then queued, then active while a
 * handler works on it. If the handler resolves, the batch is removed. If the handler rejects, the batch is delayed, and
 * delivered again: after 1 second the first time, then after twice the last delay, up to 1 minute. If the process of
 * the handler dies, the batch is delivered again within one minute. Handlers must therefore be idempotent.
 *
 * The batches of one job for one exchange form a lane. At most one batch of a lane is active, across all processes, and
 * queued ones are delivered in the order in which they were put. Delayed batches do not hold up the others. The queue
 * serves the accounts round robin (all jobs without one count as one account), so the jobs of each account, and so the
 * lanes of each job: a small job does not wait until a large one is finished, nor one account for the many of another.
 */
export interface WorkQueue {
  /**
   * True if the queue is durable and shared by all processes. If false, it is empty when a process starts, which must
   * then put the batches of its jobs again.
   */
  readonly shared: boolean;
  /** Adds batches, to be delivered at `dueAt` or later. A shared queue resolves once they are stored durably. */
  put(batches: readonly Batch[], options: { dueAt: number }): Promise<void>;
  /** Returns how many batches of a job are delayed, queued or active, across all processes. */
  count(jobId: string): Promise<number>;
  /**
   * Starts a worker that delivers to `handler`, at most `concurrency` batches at a time.
   */
  work(
    handler: (batch: Batch, signal: AbortSignal) => Promise<void>,
    options: { concurrency: number },
  ): QueueWorker;
  /** Removes the delayed and queued batches of a job. Active ones continue, and are not delivered again. */
  drop(jobId: string): Promise<void>;
}

// ------------------------------------------------------------------------------------------------------ composition

/** How we present ourselves to mail servers. Keep both the same for retries: greylisting remembers the sender. */
export interface Identity {
  /** Name for EHLO: a host name that resolves to the address that we connect from (RFC 5321 §4.1.4). */
  readonly helo: string;
  /** Envelope sender (MAIL FROM) of every probe. Its domain must exist. */
  readonly mailFrom: string;
}

/** Everything the engine needs from the network, as `netPorts()` returns it. */
export interface NetworkPorts {
  readonly identity: Identity;
  readonly dns: Dns;
  readonly smtp: SmtpTransport;
  readonly clock: Clock;
  readonly random: Random;
  /** TCP port of the exchanges. Default 25. */
  readonly smtpPort?: number;
}

/** All stores of a storage adapter. Their methods reject with StorageUnavailable while the storage is unavailable. */
export interface Stores {
  readonly cache: Cache;
  readonly pacing: Pacing;
  readonly flights: Flights;
  readonly rateLimits: RateLimits;
  readonly ledger: CreditLedger;
  readonly keys: KeyStore;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  /** Resolves if the storage can be read and written now, otherwise rejects with StorageUnavailable. Writes to it. */
  ping(): Promise<void>;
  /**
   * Like `ping`, but writes nothing, for checks that strangers may ask for. Rejects with StorageUnavailable if the storage
   * cannot be read, or has refused the last write of this process within 10 seconds.
   */
  checkReady(): Promise<void>;
  /** Closes the workers of the queue, then the storage. */
  close(): Promise<void>;
}
