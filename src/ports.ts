/**
 * Every port of the engine: what the core asks of the outside, and what an adapter promises in return.
 * Each has a conformance suite in `test/contract`, run on every adapter and exported as `mailproof/contract`.
 *
 * Rules common to all of them:
 * - Times are milliseconds since the Unix epoch (`…At`) or durations in milliseconds (`…Ms`).
 * - An ordinary outcome is a value; a rejection means that the port itself failed.
 * - A call that waits takes an AbortSignal and rejects with the signal's reason once it fires.
 * - `close()` drains, and a second close is harmless.
 */
import type { EmailLookup, EmailVerification, LookupRow } from './resources.ts';

// ---------------------------------------------------------------------------------------------- time and chance

export interface Clock {
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it and may be called at any time. */
  after(delayMs: number, task: () => void): () => void;
}

export interface Random {
  /** Uniform in [0, 1). For shuffling and catch-all probes, never for secrets. */
  next(): number;
  /** A random UUID (RFC 9562, version 4): the ids of holds, jobs and batches, over all processes of a store. */
  uuid(): string;
}

// ------------------------------------------------------------------------------------------------------------ DNS

/**
 * One answer to one question. NXDOMAIN (`no-domain`), an empty NOERROR (`no-data`) and "nobody could tell"
 * (`failure`) are three different things, and only the first two are evidence about the domain (RFC 2308).
 */
export type DnsAnswer<Data> =
  | { readonly kind: 'records'; readonly records: readonly Data[]; readonly ttlSeconds: number }
  | { readonly kind: 'no-data'; readonly ttlSeconds: number }
  | { readonly kind: 'no-domain'; readonly ttlSeconds: number }
  | { readonly kind: 'failure'; readonly reason: DnsFailure; readonly detail: string };

/**
 * `server-failure` and `refused`: a resolver answered, and could not say. `malformed`: it answered nonsense.
 * `timeout` and `unreachable`: no resolver answered at all, which may be our own fault.
 */
export type DnsFailure = 'server-failure' | 'refused' | 'malformed' | 'timeout' | 'unreachable';

export interface MxRecord {
  readonly preference: number;
  /** Lower case, no trailing dot; the empty string stands for the root, which is the null MX (RFC 7505). */
  readonly exchange: string;
}

/**
 * Questions to recursive resolvers. Names are A-labels without a trailing dot. CNAMEs are followed by the
 * adapter. `ttlSeconds` is the smallest TTL on the way; for negative answers the lesser of the SOA's TTL and its
 * minimum (RFC 2308 §5), 0 where no SOA came. Never rejects but for an abort. Repeats and time-outs are the
 * adapter's; caching is not: the core does that.
 */
export interface Dns {
  mx(domain: string, options?: { signal?: AbortSignal }): Promise<DnsAnswer<MxRecord>>;
  /** IPv4 addresses in dotted form. */
  a(host: string, options?: { signal?: AbortSignal }): Promise<DnsAnswer<string>>;
  /** IPv6 addresses. */
  aaaa(host: string, options?: { signal?: AbortSignal }): Promise<DnsAnswer<string>>;
  close(): Promise<void>;
}

// ----------------------------------------------------------------------------------------------------------- SMTP

/** One complete reply (RFC 5321 §4.2): the code, and the text of each line without code and separator. */
export interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

export interface WaitOptions {
  /** How long to wait before giving up with the code named at the method. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Opens connections to exchanges by IP address; resolving names is not its business. */
export interface SmtpTransport {
  /**
   * Connects to exactly this address and port. Rejects with ConnectionError `address_not_allowed` (before any
   * packet) where the address is not globally reachable, `connection_refused`, `connection_timeout`, or
   * `connection_failed`. A rejected or aborted connect leaves no socket behind.
   */
  connect(target: { address: string; port: number }, options: WaitOptions): Promise<SmtpConnection>;
}

/**
 * One TCP connection, owned by one dialogue. After any rejection the connection is closed and every later call
 * rejects with `connection_closed`: a late reply can therefore never answer a later command.
 */
export interface SmtpConnection {
  /** True once TLS is up. */
  readonly secure: boolean;
  /** True if bytes have come that no `receive` asked for yet: nobody should be speaking now. */
  readonly unread: boolean;
  /**
   * Writes command lines, CRLF added, in one packet where it fits. Resolves when handed to the system. Rejects
   * with `invalid_argument` if a line holds CR, LF or NUL (nothing is written, the connection stays usable).
   */
  send(commands: readonly string[]): Promise<void>;
  /**
   * The next complete reply in the order of arrival. Only one `receive` at a time. Rejects with `reply_timeout`,
   * `reply_too_long` (line over 2,048 bytes, over 128 lines, or over 64 KiB), `reply_malformed` (no three-digit
   * code from 200 to 599, or codes that differ between lines), `connection_closed` when the server has ended or
   * reset the connection and no complete reply is left.
   */
  receive(options: WaitOptions): Promise<SmtpReply>;
  /**
   * Upgrades to TLS after a positive reply to STARTTLS. Bytes received in plain text before the upgrade are
   * dropped unread (command injection). Certificates are not checked: encryption here is opportunistic
   * (RFC 7435). Rejects with `tls_failed` or `connection_timeout`.
   */
  startTls(options: WaitOptions & { serverName: string }): Promise<void>;
  /** Ends the connection at once, in any state. Pending calls reject with `connection_closed`. */
  close(): void;
}

// ------------------------------------------------------------------------------------- storage: cache and pacing

/** Text by key until an absolute time. Losing an entry costs work, never correctness. */
export interface Cache {
  /** The entry, or undefined once `now >= expiresAt`. */
  get(key: string): Promise<CacheEntry | undefined>;
  /** Last writer wins. An `expiresAt` in the past removes the entry. */
  set(key: string, entry: CacheEntry): Promise<void>;
}

export interface CacheEntry {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * Limits towards one exchange provider, kept over all processes that share a store.
 *
 * `acquire` waits until fewer than `maxConnections` leases on `exchange` are alive, in order of asking within a
 * process. A lease dies when released or, where its process was killed, at `expiresAt` (`leaseMs` after the last
 * renewal; the holder renews). Releasing twice, or after expiry, is harmless.
 *
 * `pause` stops new leases until a time (back-off after 421 or 4.7.x, breaker after block replies); a later pause
 * replaces an earlier one only if it lasts longer. While paused, `acquire` returns the pause instead of waiting.
 */
export interface Pacing {
  acquire(
    exchange: string,
    options: { maxConnections: number; leaseMs: number; signal?: AbortSignal },
  ): Promise<PacingLease | PacingPause>;
  pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void>;
}

export interface PacingLease {
  readonly kind: 'lease';
  /** False if the lease has died meanwhile: its holder must hang up. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

export interface PacingPause {
  readonly kind: 'pause';
  readonly until: number;
  readonly reason: PauseReason;
}

/** `unreachable`: nobody answers; `limited`: told to slow down; `blocked`: told to go away. */
export type PauseReason = 'unreachable' | 'limited' | 'blocked';

/**
 * Exact limits on how often something may be done: never more than `limit` takes within any span of `windowMs`,
 * over all processes that share a store where it can keep that (a sliding window, not a counter per second).
 */
export interface RateLimits {
  /** Takes one of `limit` for `subject` if it is free; otherwise says after how long the next one will be. */
  take(
    subject: string,
    options: { limit: number; windowMs: number },
  ): Promise<{ readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number }>;
}

// ---------------------------------------------------------------------------------------------- storage: credits

/**
 * Accounts in integer milli-credits with a journal. At every moment, for every account:
 * available = Σ grants − Σ captured − Σ open holds, available >= 0, and the journal adds up to the balance.
 *
 * Every mutation is atomic and idempotent by the caller's id: a repeat with equal arguments returns what the
 * first call returned; with other arguments it rejects with `conflict`. Ids are unique per ledger, not per
 * account. Amounts are integers > 0, otherwise `invalid_argument`.
 *
 * A hold goes open → captured or open → released, once. Of concurrent resolvers exactly one wins, and the losers
 * get the state that the winner made.
 */
export interface CreditLedger {
  /** Adds credits; the account comes into being with its first grant. Returns the available balance after it. */
  grant(grant: { id: string; account: string; milliCredits: number; reason: GrantReason }): Promise<number>;
  /** Sets credits aside. `insufficient` changes nothing and may be asked again with the same id. */
  hold(hold: { id: string; account: string; milliCredits: number; expiresAt: number }): Promise<HoldResult>;
  /** Makes the charge final. An open hold past its expiry can still be captured until it is swept. */
  capture(holdId: string): Promise<HoldState | 'unknown'>;
  /** Gives the credits back. */
  release(holdId: string): Promise<HoldState | 'unknown'>;
  /** Releases open holds with `expiresAt <= now`, at most `limit`; any process may sweep. Returns how many. */
  sweep(options: { now: number; limit: number }): Promise<number>;
  /** An account that was never granted anything has zero of both. */
  balance(account: string): Promise<Balance>;
  /** The journal, newest first; `before` is the `sequence` of the last entry of the previous page. */
  entries(account: string, options: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>;
}

export type GrantReason = 'purchase' | 'refund';
export type HoldState = 'captured' | 'released';

export type HoldResult =
  | { readonly kind: 'held' | HoldState; readonly available: number }
  | { readonly kind: 'insufficient'; readonly available: number; readonly required: number };

export interface Balance {
  readonly available: number;
  readonly held: number;
}

export interface LedgerEntry {
  /** Grows within an account. */
  readonly sequence: number;
  readonly kind: 'grant' | 'hold' | 'capture' | 'release';
  /** The grant's or the hold's id. */
  readonly id: string;
  readonly milliCredits: number;
  readonly at: number;
}

// ------------------------------------------------------------------------------------------------- storage: keys

/**
 * API keys of accounts. Only the SHA-256 of a key is stored, and looked up: the time that takes depends on a hash
 * that nobody can choose, and so tells nothing about the keys there are.
 */
export interface KeyStore {
  /** Makes a key of at least 128 random bits. The key itself is returned here and never again. */
  create(options: { account: string; label?: string }): Promise<{ key: string; record: KeyRecord }>;
  /** The record of a live key; undefined where unknown or revoked. The key is compared as given, untrimmed. */
  find(key: string): Promise<KeyRecord | undefined>;
  /** By the key itself or by its id. True if this call revoked it. Takes effect for every later `find`. */
  revoke(keyOrId: string): Promise<boolean>;
  /** Live and revoked ones, oldest first. */
  list(account: string): Promise<readonly KeyRecord[]>;
}

export interface KeyRecord {
  /** Public name of the key; says nothing about the key itself. */
  readonly id: string;
  readonly account: string;
  readonly label: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

// ------------------------------------------------------------------------------------------------- storage: jobs

export type JobItem = { readonly email: string } | LookupRow;
export type JobResult = EmailVerification | EmailLookup;

/** What a job is made of when it is submitted. Items have positions from 0 in the order given. */
export interface NewJob {
  readonly id: string;
  readonly kind: 'verification' | 'lookup';
  readonly account: string | null;
  /** Owner (service document, Authentication 5); null for jobs run by an embedder. */
  readonly keyId: string | null;
  /** What each item was charged; 0 where nobody pays. The charge is a hold on the ledger under the job's id. */
  readonly milliCreditsPerItem: number;
  readonly submittedAt: number;
  /** Of two submissions with one key only the first becomes a job. Null: none was given. */
  readonly idempotency: Idempotency | null;
}

export interface Idempotency {
  /** Unique over all owners: it names the owner. */
  readonly key: string;
  /** Tells a repeat from another submission under the same key. */
  readonly fingerprint: string;
}

/** A job's counters and times; its documented status is computed from these alone. Reading them is O(1). */
export interface JobRecord extends NewJob {
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly failedAt: number | null;
  /** When a failed job's credits had been given back; null for all others. */
  readonly settledAt: number | null;
  readonly total: number;
  /** Items with a result, be it provisional. Never falls. */
  readonly processed: number;
  /** Items whose result is provisional and that will be tried again. */
  readonly retrying: number;
  /** Results of attempts after the first. Never falls. */
  readonly retried: number;
  /** Items whose latest result has the status `safe`. */
  readonly safe: number;
}

/** An attempt at one item. `retryAt` makes the result provisional; null makes it final. */
export interface JobAttempt {
  readonly position: number;
  /** 1 for the first pass. */
  readonly attempt: number;
  readonly result: JobResult;
  readonly retryAt: number | null;
}

/** An item as it stands. */
export interface JobItemState {
  readonly position: number;
  readonly item: JobItem;
  /** Attempts recorded. */
  readonly attempts: number;
  /** Of the last attempt; undefined before the first. */
  readonly result: JobResult | undefined;
  /** When it is tried again; null where the result is final or absent. */
  readonly retryAt: number | null;
}

/**
 * Jobs, their items and results. An item is open until it has a final result; a job is finished when it is
 * completed (no item open) or failed. Calls about an id that is not there reject with `not_found`, but for `get`.
 */
export interface JobStore {
  /**
   * Creates the job with its items in one atomic step: after a crash there is all of it or nothing, and nothing
   * shows before. Up to 100,000 items, at least one. Where the idempotency key was used before, `created` is
   * false and `job` that other job; of concurrent creators one wins. Rejects with `conflict` if the id exists.
   * Does not hold up the event loop for more than a few milliseconds at a time.
   */
  create(
    job: NewJob,
    items: readonly JobItem[],
  ): Promise<{ readonly created: boolean; readonly job: JobRecord }>;
  get(id: string): Promise<JobRecord | undefined>;
  /** The job that was created with this idempotency key. */
  find(idempotencyKey: string): Promise<JobRecord | undefined>;
  /**
   * Records attempts and moves the counters in the same atomic step, exactly once per item and attempt. `recorded`
   * are the positions that this call recorded; left out are attempts recorded before, those at items already
   * final or of a finished job, and those that do not follow the item's last one. The call that leaves no item
   * open also sets `completedAt`. `job` is the job after it. At most 1,000 attempts a call.
   */
  record(
    id: string,
    attempts: readonly JobAttempt[],
    options: { at: number },
  ): Promise<{ readonly recorded: readonly number[]; readonly job: JobRecord }>;
  /** Sets `startedAt`, once. */
  start(id: string, options: { at: number }): Promise<JobRecord>;
  /** Ends an unfinished job; later attempts are not recorded. `failed`: this call did it. */
  fail(id: string, options: { at: number }): Promise<{ readonly failed: boolean; readonly job: JobRecord }>;
  /** Notes that a failed job's credits were given back. Once; nothing for other jobs. */
  markSettled(id: string, options: { at: number }): Promise<void>;
  /** Items in order of position, from `offset`; at most 1,000. Empty past the end. */
  page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]>;
  /** The items at these positions, in the order asked for; at most 1,000. Positions that are not there are left out. */
  items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]>;
  /** Open items in order of position, after `afterPosition`; at most 1,000. Fewer than `limit`: there are no more. */
  openItems(id: string, options: { afterPosition?: number; limit: number }): Promise<readonly JobItemState[]>;
  /** Jobs that are not finished, and failed ones not settled, in order of submission, after the job `after`. */
  unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]>;
  /**
   * Takes or renews the sole right to drive a job until `until`; false while another owner's lease lives, and for
   * jobs that are completed, or failed and settled. Of concurrent callers one wins. A lease lives while
   * `now < until`; one that has lapsed is free for all.
   */
  lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean>;
  /** Gives the right back; nothing where another owner has it. */
  releaseLease(id: string, owner: string): Promise<void>;
}

// ------------------------------------------------------------------------------------------------- storage: work

/** Work on some items of one job, at one attempt, whose domains share an exchange. */
export interface Batch {
  /** Chosen by the caller; while a batch is queued or in hand, another with its id is not taken. */
  readonly id: string;
  readonly jobId: string;
  /** What the items have in common: the exchange, or the empty string for those that need none. */
  readonly exchange: string;
  readonly attempt: number;
  /** At most 1,000. */
  readonly positions: readonly number[];
}

/**
 * Hands out batches at least once each. A batch whose handler resolves is gone; one whose handler rejects, or whose
 * process dies, is handed out again: after a pause that doubles from 1 second to 1 minute in the first case, after
 * at most a minute in the second. Handlers are idempotent.
 *
 * Batches of one job for one exchange form a lane: they are handed out in the order put, one at a time over all
 * processes, the next when the last is done (those that wait for their time, or for another try, hold up nobody).
 * Lanes take turns, and so do jobs: a small job does not wait for a large one, nor an exchange for a slow one.
 */
export interface WorkQueue {
  /**
   * True where a batch put by one process may be handed out in another, and outlives the one that put it. False:
   * batches are those of this process, which puts them anew when it starts.
   */
  readonly shared: boolean;
  /** Queues for `dueAt` (now or earlier: at once). Where the queue is shared, resolves when that is durable. */
  put(batches: readonly Batch[], options: { dueAt: number }): Promise<void>;
  /** How many batches of a job are queued, waiting for their time, or in hand, anywhere. */
  count(jobId: string): Promise<number>;
  /**
   * Starts handing out, at most `concurrency` batches at a time. `close()` aborts the signals of those in hand,
   * waits for their handlers, and puts back at once what they did not finish: rejecting after that is no failure.
   */
  work(
    handler: (batch: Batch, signal: AbortSignal) => Promise<void>,
    options: { concurrency: number },
  ): { close(): Promise<void> };
  /** Drops what is queued of a job. Batches in hand run on, and are not handed out again. */
  drop(jobId: string): Promise<void>;
}

// ----------------------------------------------------------------------------------------------- what is composed

/** Who we are towards other servers. Both must resolve, and stay the same over retries (greylisting). */
export interface Identity {
  /** EHLO name: a host name that resolves to the address we connect from. */
  readonly helo: string;
  /** Envelope sender of every probe. */
  readonly mailFrom: string;
}

/** The way to the network, as `netPorts()` gives it. */
export interface NetworkPorts {
  readonly identity: Identity;
  readonly dns: Dns;
  readonly smtp: SmtpTransport;
  readonly clock: Clock;
  readonly random: Random;
  /** Port of the exchanges; 25 by default. */
  readonly smtpPort?: number;
}

/**
 * What a storage adapter gives. Every method of every store rejects with StorageUnavailable while the storage is
 * out of reach, and works again, without a restart, when it is back.
 */
export interface Stores {
  readonly cache: Cache;
  readonly pacing: Pacing;
  readonly rates: RateLimits;
  readonly ledger: CreditLedger;
  readonly keys: KeyStore;
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  /** Resolves if the storage can be read and written now; rejects with StorageUnavailable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
