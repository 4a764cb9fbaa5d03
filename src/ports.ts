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
  /** Uniform in [0, 1). Shuffles and control recipients; never a secret. */
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

export interface Patience {
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
  connect(target: { address: string; port: number }, patience: Patience): Promise<SmtpConnection>;
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
  receive(patience: Patience): Promise<SmtpReply>;
  /**
   * Upgrades to TLS after a positive reply to STARTTLS. Bytes received in plain text before the upgrade are
   * dropped unread (command injection). Certificates are not checked: encryption here is opportunistic
   * (RFC 7435). Rejects with `tls_failed` or `connection_timeout`.
   */
  startTls(options: Patience & { serverName: string }): Promise<void>;
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
 * Limits towards one exchange operator, kept over all processes that share a store.
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

/** API keys of accounts. Only the SHA-256 of a key is stored; comparing takes constant time. */
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

/** A job's counters; its documented status is computed from these alone. Reading them is O(1). */
export interface JobRecord {
  readonly id: string;
  readonly kind: 'verification' | 'lookup';
  readonly account: string | null;
  /** Owner (service document, Authentication 5); null for jobs run by an embedder. */
  readonly keyId: string | null;
  readonly submittedAt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly failedAt: number | null;
  readonly total: number;
  /** Items with a first result. Never falls. */
  readonly processed: number;
  /** Items whose result is provisional and that will be tried again. */
  readonly retrying: number;
  /** Results of attempts after the first. */
  readonly retried: number;
  /** Items whose result has the status `safe`. */
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

export interface JobStore {
  /**
   * Creates the job with its items in one atomic step: after a crash there is all of it or nothing. Up to 100,000
   * items, positions from 0 in the order given. Rejects with `conflict` if the id exists. Must not hold up the
   * event loop for more than a few milliseconds at a time.
   */
  create(
    job: {
      id: string;
      kind: JobRecord['kind'];
      account: string | null;
      keyId: string | null;
      submittedAt: number;
    },
    items: readonly JobItem[],
  ): Promise<JobRecord>;
  get(id: string): Promise<JobRecord | undefined>;
  /**
   * Records attempts and moves the counters in the same atomic step, exactly once per item and attempt: returns
   * the positions that this call recorded. Left out are those recorded before, those already final, and attempts
   * that do not follow the last one. The call that leaves no item open also sets `completedAt`.
   */
  record(id: string, attempts: readonly JobAttempt[], options: { at: number }): Promise<readonly number[]>;
  /** Sets `startedAt` once. */
  start(id: string, options: { at: number }): Promise<void>;
  /** Ends an unfinished job; later attempts are not recorded. True if this call did it. */
  fail(id: string, options: { at: number }): Promise<boolean>;
  /** Items by position with their latest result, from `offset`; undefined results are not there yet. */
  page(id: string, options: { offset: number; limit: number }): Promise<readonly JobPageItem[]>;
  /** Open items with `attempt - 1` attempts behind them, from `afterPosition`, in order of position. */
  open(
    id: string,
    options: { attempt: number; afterPosition?: number; limit: number },
  ): Promise<readonly OpenItem[]>;
  /** Jobs neither completed nor failed, oldest first: what a restart takes up again. */
  unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]>;
  /**
   * Takes or renews the sole right to drive a job until `until`; false while another owner's lease lives. Of
   * concurrent callers one wins. A lapsed lease is free for all.
   */
  lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean>;
  unlease(id: string, owner: string): Promise<void>;
}

export interface JobPageItem {
  readonly position: number;
  readonly item: JobItem;
  readonly result: JobResult | undefined;
  /** When it is tried again; null where the result is final or absent. */
  readonly retryAt: number | null;
}

export interface OpenItem {
  readonly position: number;
  readonly item: JobItem;
  readonly retryAt: number | null;
}

// ------------------------------------------------------------------------------------------------- storage: work

/** Work on some items of one job that share an exchange, at one attempt. */
export interface Batch {
  /** Chosen by the caller; the same id is queued once. */
  readonly id: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly positions: readonly number[];
}

/**
 * Hands out batches at least once each, to any process that works on the store. A batch whose handler resolves is
 * gone; one whose handler rejects, or whose process dies, is handed out again. Handlers are idempotent. Batches
 * of different jobs are handed out in turn, so that a small job does not wait for a large one.
 */
export interface WorkQueue {
  /** Queues for `dueAt` (now or earlier: at once). Resolves when durable, for a durable store. */
  put(batches: readonly Batch[], options: { dueAt: number }): Promise<void>;
  /** Starts handing out, `concurrency` batches at a time. Closing waits for handlers, aborting them by signal. */
  work(
    handler: (batch: Batch, signal: AbortSignal) => Promise<void>,
    options: { concurrency: number },
  ): { close(): Promise<void> };
  /** Drops what is queued of a job. A batch in hand runs on. */
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
