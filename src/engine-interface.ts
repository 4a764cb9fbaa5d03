import type { BudgetLimits, BudgetName } from './budgets/budget-table.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { UnpaidOptions } from './budgets/unpaid-work.ts';
import type { BulkOptions, JobEvent } from './bulk/bulk-context.ts';
import type { BulkRun, RunBulkOptions, RunVerificationOptions } from './bulk/bulk-run.ts';
import type { Forgotten } from './bulk/forgetting.ts';
import type { Jobs } from './bulk/jobs.ts';
import type { Accounts } from './credits/accounts.ts';
import type { ChargeEvent } from './credits/charges.ts';
import type { Prices } from './credits/prices.ts';
import type { KeyStore } from './ports/key-store.ts';
import type { NetworkPorts } from './ports/network-ports.ts';
import type { RateLimits } from './ports/rate-limits.ts';
import type { Stores } from './ports/stores.ts';
import type { EgressEvent, EgressReports } from './probe/egress/egress-reports.ts';
import type {
  EmailLookup,
  EmailVerification,
  LookupRow,
  Status,
  Substatus,
  VerificationLevel,
} from './resources.ts';
import type { RetentionOptions } from './retention.ts';
import type { KnownMailSource } from './verdict/known-mail.ts';
import type { Outcomes } from './verdict/outcomes/outcomes.ts';
import type { VerificationStep } from './verdict/recipient-steps.ts';
import type { UnclassifiedReplies } from './verdict/unclassified/unclassified-replies.ts';
import type { VerificationOptions } from './verdict/wiring.ts';
import type { WebhookEvent } from './webhooks/webhook-dispatcher.ts';
import type { WebhookEndpoint } from './webhooks/webhook-endpoint.ts';

/**
 * The ports of an engine: network, clock and randomness from `netPorts()`, and stores from `memoryStores()`,
 * `sqliteStores()` or `redisStores()`.
 */
export type EnginePorts = NetworkPorts & Stores;

/** Options of an engine; all have defaults. */
export interface EngineOptions extends VerificationOptions {
  /**
   * Prices in milli-credits: integers from 0. Default 200 per verification, 1,000 per lookup, 0 for verifications below the
   * level `smtp`. Work at 0 is free.
   */
  prices?: Partial<Record<keyof Prices, number | undefined>> | undefined;
  /** Limits of what accounts do not pay for, by the name of the budget (docs/operations.md, Budgets). */
  budgets?: BudgetLimits | undefined;
  /** Options of bulk jobs. */
  bulk?: BulkOptions | undefined;
  /**
   * How long finished jobs and the journal of the ledger are kept. Default 30 and 400 days. An engine deletes what is
   * older while it is in use. Engines on one store should have the same retention: the shortest one counts.
   */
  retention?: RetentionOptions | undefined;
  /**
   * Accounts whose outcomes count beside your own (`engine.outcomes`). Default none: what strangers report moves the
   * confidence of everybody's verdicts.
   */
  outcomesFrom?: readonly string[] | undefined;
  /**
   * Asked before a verdict on an address of which no mail server can tell: at a catch-all, or a provider that accepts everybody at
   * first. What the host knows of its own mail to it can make it `safe`, or `invalid`. Of `verify`, `runBulk` and `jobs.results`;
   * nothing of it is stored. It has two seconds; what it throws is the event `listener_failed`, and the verdict stays as it was.
   */
  knownMail?: KnownMailSource | undefined;
  /**
   * Tells endpoints over HTTP when jobs end, at least once each (docs/webhooks.md). An engine with this option delivers from
   * its creation until it is closed, also for jobs that other engines of the store have submitted with it.
   */
  webhooks?: WebhookEndpoint | readonly WebhookEndpoint[] | undefined;
  /**
   * Milliseconds for which `close()` waits for the work under way, and then as long again for the ports at most. Default
   * 60,000.
   */
  closeTimeoutMs?: number | undefined;
}

/** Options of a single verification or lookup. */
export interface RequestOptions extends UnpaidOptions {
  /**
   * Time limit of the answer, 1 to 600,000 ms. Default 70,000 for a verification, 90,000 for a lookup (service
   * document, GET /v1/verify and POST /v1/email-lookup).
   */
  timeoutMs?: number | undefined;
  /** Aborts the request: it rejects with the signal's reason, and nothing is charged. */
  signal?: AbortSignal | undefined;
  /** The account to charge. Without an account, nothing is charged. */
  account?: string | undefined;
  /** The id of the API key that asks, by which `accounts.usage` tells charges apart. */
  keyId?: string | undefined;
}

/** Options of a single verification. */
export interface VerifyRequestOptions extends RequestOptions {
  /**
   * How far to go. Default `smtp`.
   *
   * `syntax` asks nobody, and `dns` asks only the name servers. They tell what is known by then: invalid syntax, a domain
   * that takes no mail, disposable, role and free addresses, with `dns` also the provider, its gateway and the exchange. Their
   * verdict is never `safe`; an address that nothing speaks against is `unknown`, `not_asked`. They need no port 25, have
   * prices of their own, and share no results with other levels. Where they cost nothing, results are not kept: they are found anew,
   * of DNS answers that last for their time to live.
   */
  level?: VerificationLevel | undefined;
  /**
   * Called, synchronously, for what DNS and mail servers are asked about this address and answer, which exchange is asked and why the
   * next one is, and what is waited for, while the verification is under way. A result that is reused, or that another caller has
   * asked for, brings one step, a note, or those of the rest.
   *
   * An account sees what it pays for once it has paid. From the first reply of a mail server about the address on (from the first
   * answer of DNS on, if `prices.verifyDns` is not 0), steps are kept back until the result is charged, then handed on in their
   * order before `verify` resolves. They are dropped if this call is charged nothing: it rejects, or another call has paid for the
   * result. Without an account, or where the verification is free, every step is handed on at once.
   */
  onStep?: ((step: VerificationStep) => void) | undefined;
}

/**
 * Events for metrics. They contain no addresses. A `fresh` result was produced by new work for this caller; other
 * results come from the cache, or from work that another caller had already started.
 */
export type EngineEvent =
  | {
      readonly kind: 'verdict';
      readonly fresh: boolean;
      readonly status: Status;
      readonly substatus: Substatus;
    }
  | { readonly kind: 'lookup'; readonly fresh: boolean; readonly substatus: EmailLookup['substatus'] }
  | { readonly kind: 'charge'; readonly change: ChargeEvent }
  /** A budget of what accounts do not pay for was used up: a caller got BudgetExceeded. */
  | { readonly kind: 'budget_exceeded'; readonly budget: BudgetName }
  | { readonly kind: 'job'; readonly change: JobEvent; readonly jobId: string }
  | WebhookEvent
  /** A batch of a bulk job failed, or the planning of batches did. It is repeated later. */
  | { readonly kind: 'batch_failed'; readonly cause: unknown }
  | EgressEvent
  /** A listener, or the trace, threw `cause` on an event, and has no handler of its own. */
  | { readonly kind: 'listener_failed'; readonly cause: unknown };

/** Options of `Engine.close`. */
export interface CloseOptions {
  /**
   * Waits for the requests under way before it begins, instead of aborting them; further ones are refused at once. Each ends
   * within its `timeoutMs`. Jobs are handed back nevertheless. Default false.
   */
  drain?: boolean | undefined;
}

/** An email verification engine, created by `createEngine`. */
export interface Engine extends AsyncDisposable {
  /**
   * Verifies an address. Reuses a result of the last 24 hours; otherwise asks DNS and the mail servers, and charges the
   * account. The result is a verdict within the timeout, no matter what the mail servers do. It is frozen.
   *
   * Rejects, without a charge, with ServiceUnavailable if the fault is on our side (no resolver, no port 25, no egress that works, no slot
   * among our connections or DNS questions in time), with
   * InsufficientCredits, BudgetExceeded, StorageUnavailable, InvalidArgument, EngineClosed, or the signal's reason.
   */
  verify(email: string, options?: VerifyRequestOptions): Promise<Readonly<EmailVerification>>;
  /**
   * Finds the address of a person at a domain. Reuses a result of the last 24 hours; otherwise searches, and charges
   * the account for every outcome: an address, no address, or a timeout. Rejects with the same errors as `verify`,
   * without a charge.
   */
  lookup(row: LookupRow, options?: RequestOptions): Promise<EmailLookup>;
  /**
   * Runs a bulk verification of up to 100,000 addresses in this process while the result is iterated. Yields the final
   * result of each address, without duplicates, as soon as it is known. The whole job is charged when iteration begins.
   * If iteration ends early, even by a crash, the job can be resumed with `{ jobId }`. Rejects with the
   * errors of `jobs.submit`, with NotFound for an unknown id, and with JobFailed.
   */
  runBulk(
    work: readonly string[] | { readonly jobId: string },
    options?: RunVerificationOptions,
  ): BulkRun<EmailVerification>;
  /** Runs a bulk lookup of up to 10,000 rows in the same way as `runBulk`. */
  runBulkLookup(
    work: readonly LookupRow[] | { readonly jobId: string },
    options?: RunBulkOptions,
  ): BulkRun<EmailLookup>;
  /** Bulk jobs that run in the background. */
  readonly jobs: Jobs;
  /**
   * Removes an address, in any of its spellings, from what is stored:
   * - its cached verdict, cached lookups that found it, and its digest among the addresses known at its domain;
   * - jobs that have finished, and their names: the address becomes `[redacted]`, and so do the names in the row of a lookup that
   *   found it. Counts, charges, the status and the facts of the domain stay.
   *
   * Waits for lists that are being submitted. What a process that died has left of one is deleted, half a minute after its death
   * at the latest. A job that is not finished needs its addresses, and one that still looks up people of the domain may find it:
   * its id is returned, and nothing of it is removed. For half an hour, results that name the address are not cached, and nothing
   * is learned from them, so that work under way does not bring it back; each is charged.
   * Other processes may answer from memory for a minute. The journal, the log and idempotency keys have no addresses;
   * what clients have downloaded, and backups, are out of reach. All jobs are read, in short slices: it may take minutes.
   *
   * Rejects with StorageUnavailable, EngineClosed or the signal's reason; a repeat removes the rest.
   */
  forget(email: string, options?: { signal?: AbortSignal | undefined }): Promise<Forgotten>;
  /** What became of mail to verified addresses, which moves the confidence of verdicts (docs/confidence.md). */
  readonly outcomes: Outcomes;
  /** The egresses: their connections, limits, pauses and blocks, and what they did in the last hour and day. */
  readonly egresses: EgressReports;
  /** Replies of mail servers that were not understood, so that their phrases can be added. */
  readonly replies: UnclassifiedReplies;
  /** What work costs on this engine. */
  readonly prices: Prices;
  /** Accounts and their balances. */
  readonly accounts: Accounts;
  /** API keys, for hosts that authenticate their callers. */
  readonly keys: KeyStore;
  /** Budgets of what accounts do not pay for, for hosts that answer requests of accounts and of strangers. */
  readonly budgets: Budgets;
  /** Rate limits, for hosts that limit how often callers may use the engine. */
  readonly rateLimits: RateLimits;
  /** Resolves if the storage can be read and written now, otherwise rejects with StorageUnavailable. Writes to it. */
  ping(): Promise<void>;
  /**
   * Like `ping`, but writes nothing, for checks that strangers may ask for. Rejects with StorageUnavailable if the storage
   * cannot be read, or has refused the last write of this process within 10 seconds.
   */
  checkReady(): Promise<void>;
  /**
   * Calls `listener` for every event. The returned function removes the listener.
   *
   * What the listener throws, or rejects with if it is asynchronous, affects neither the engine nor other listeners. It
   * is passed to `onError`; without `onError`, the other listeners receive it as the event `listener_failed`.
   */
  observe(listener: (event: EngineEvent) => void, onError?: (error: unknown) => void): () => void;
  /**
   * Aborts the work in progress, waits until it has given back what it holds, then closes the ports. A second call
   * closes nothing again: it resolves or rejects as the first does. Without `drain`, it ends the wait of one with it.
   *
   * A program that does not call this ends by itself when nothing is under way, unless it works on jobs (`jobs.work()`). What
   * is written once a minute, such as the counts of confidences, is then lost.
   *
   * If a port does not answer within `closeTimeoutMs`, closes all ports nevertheless, and rejects with StorageUnavailable, which
   * names the part that was waited for. Calls of the port that have not settled are then left to it. Holds, leases and
   * flights that were not given back expire by themselves in the store; jobs are resumed by other processes, or after a
   * restart; charges that were to be undone stay.
   */
  close(options?: CloseOptions): Promise<void>;
}
