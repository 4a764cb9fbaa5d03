import { parseMailbox } from './address/mailbox.ts';
import {
  checkFunction,
  checkName,
  checkNames,
  checkObject,
  checkOptionalFunction,
  checkOptions,
  checkSignal,
  namesOf,
} from './argument-checks.ts';
import type { BudgetLimits, BudgetName } from './budgets/budget-table.ts';
import { BudgetExceeded, type Budgets, createBudgets } from './budgets/budgets.ts';
import { type UnpaidOptions, unpaidAccount } from './budgets/unpaid-work.ts';
import { Bulk } from './bulk/bulk.ts';
import type { BulkOptions, JobEvent } from './bulk/bulk-context.ts';
import type { BulkRun, RunBulkOptions, RunVerificationOptions } from './bulk/bulk-run.ts';
import { type Forgotten, forgetAddress } from './bulk/forgetting/forgetting.ts';
import { subjectOfItem } from './bulk/items/item-subject.ts';
import type { Jobs } from './bulk/jobs.ts';
import { type ClosingStep, closeInOrder } from './closing.ts';
import { PendingCalls } from './concurrency/pending-calls.ts';
import { Semaphore } from './concurrency/semaphore.ts';
import { shareOfRequests, type WorkShare } from './concurrency/work-share.ts';
import { type ChargeEvent, Charges } from './credits/charges.ts';
import { grantCredits, listAccounts, subtractCredits } from './credits/corrections.ts';
import { type Prices, priceAt, pricesOf } from './credits/prices.ts';
import type { UnpublishedResults } from './credits/unpublished-results.ts';
import { readUsage, type UsagePeriod, type UsageReport } from './credits/usage.ts';
import { type Verification, Verifications } from './credits/verifications.ts';
import {
  checkBulkWork,
  checkEmail,
  checkEngineOptions,
  checkedJobs,
  checkedKeys,
  checkedRateLimits,
  checkLevel,
  checkLookupWork,
  checkRequestOptions,
  checkRow,
  checkRunOptions,
} from './engine-arguments.ts';
import { InvalidArgument, StorageUnavailable } from './errors.ts';
import { callSafely, EventListeners } from './event-listeners.ts';
import { type Lookup, Lookups } from './lookup/lookups.ts';
import { OpenRequests } from './open-requests.ts';
import { checkPorts } from './port-checks.ts';
import type { Clock } from './ports/clock.ts';
import type { AccountBalance, Balance, LedgerEntry } from './ports/credit-ledger.ts';
import type { KeyStore } from './ports/key-store.ts';
import type { NetworkPorts } from './ports/network-ports.ts';
import type { RateLimits } from './ports/rate-limits.ts';
import type { Stores } from './ports/stores.ts';
import type { EgressEvent } from './probe/egress/egress-event.ts';
import type { EgressReports } from './probe/egress/egress-states.ts';
import type { StepListener, VerificationStep } from './probe/session/recipient-steps.ts';
import { SessionTraces } from './probe/session/session-traces.ts';
import type { Trace } from './probe/session/trace.ts';
import type { UnclassifiedReplies } from './probe/unclassified/unclassified-replies.ts';
import type {
  BulkLookupJob,
  EmailLookup,
  EmailVerification,
  LookupRow,
  Status,
  Substatus,
  VerificationLevel,
} from './resources.ts';
import { Retention, type RetentionOptions } from './retention.ts';
import { UsedKeys } from './used-keys.ts';
import { KnownMailAdvice, type KnownMailSource } from './verdict/known-mail.ts';
import { type Outcomes, RecordedOutcomes } from './verdict/outcomes/outcomes.ts';
import { type VerificationOptions, wireVerification } from './verdict/wiring.ts';
import { WebhookDispatcher, type WebhookEvent } from './webhooks/webhook-dispatcher.ts';
import { checkEndpoints, type WebhookEndpoint } from './webhooks/webhook-endpoint.ts';

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
  prices?: Partial<Prices>;
  /** Limits of what accounts do not pay for, by the name of the budget (docs/operations.md, Budgets). */
  budgets?: BudgetLimits;
  /** Options of bulk jobs. */
  bulk?: BulkOptions;
  /**
   * How long finished jobs and the journal of the ledger are kept. Default 30 and 400 days. An engine deletes what is
   * older while it is in use. Engines on one store should have the same retention: the shortest one counts.
   */
  retention?: RetentionOptions;
  /**
   * Accounts whose outcomes count beside your own (`engine.outcomes`). Default none: what strangers report moves the
   * confidence of everybody's verdicts.
   */
  outcomesFrom?: readonly string[];
  /**
   * Asked before a verdict on an address of which no mail server can tell: at a catch-all, or a provider that accepts everybody at
   * first. What the host knows of its own mail to it can make it `safe`, or `invalid`. Of `verify`, `runBulk` and `jobs.results`;
   * nothing of it is stored. It has two seconds; what it throws is the event `listener_failed`, and the verdict stays as it was.
   */
  knownMail?: KnownMailSource;
  /**
   * Tells endpoints over HTTP when jobs end, at least once each (docs/webhooks.md). An engine with this option delivers from
   * its creation until it is closed, also for jobs that other engines of the store have submitted with it.
   */
  onJobEvent?: WebhookEndpoint | readonly WebhookEndpoint[];
  /**
   * Milliseconds for which `close()` waits for the work under way, and then as long again for the ports at most. Default
   * 60,000.
   */
  closeTimeoutMs?: number;
}

/** Options of a single verification or lookup. */
export interface RequestOptions extends UnpaidOptions {
  /**
   * Time limit of the answer, 1 to 600,000 ms. Default 70,000 for a verification, 90,000 for a lookup (service
   * document, GET /v1/verify and POST /v1/email-lookup).
   */
  timeoutMs?: number;
  /** Aborts the request: it rejects with the signal's reason, and nothing is charged. */
  signal?: AbortSignal;
  /** The account to charge. Without an account, nothing is charged. */
  account?: string;
  /** The id of the API key that asks, by which `accounts.usage` tells charges apart. */
  keyId?: string;
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
  level?: VerificationLevel;
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
  onStep?: (step: VerificationStep) => void;
}

/** Accounts and their balances, in milli-credits: 1,000 are one credit. */
export interface Accounts {
  /**
   * Adds credits, once per `id`, and returns what is then available. The first grant creates the account. Rejects with
   * InvalidArgument if the id begins with `refund:`, as those of refunds do.
   */
  grant(account: string, grant: { id: string; milliCredits: number }): Promise<number>;
  /**
   * Takes credits away, once per `id`, and returns what is then available. Never takes more than is available: rejects with
   * InsufficientCredits, and changes nothing. Rejects with Conflict if the id was used for another subtraction. The journal has
   * it under `correction:` and the id.
   */
  subtract(account: string, subtraction: { id: string; milliCredits: number }): Promise<number>;
  /** Yields the accounts that were ever granted anything, with their balances, in an order of the store's own. */
  list(): AsyncIterable<AccountBalance>;
  /**
   * Returns what an account was charged, by day (UTC), API key and kind of work, oldest first. Reads the journal back to `from`, a
   * page at a time.
   */
  usage(account: string, period: UsagePeriod): Promise<UsageReport>;
  /** Returns the balance; zero for an account that was never granted anything. */
  balance(account: string): Promise<Balance>;
  /** Returns a page of the journal, newest first. `before` is the `sequence` of the previous page's last entry. */
  entries(account: string, page: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>;
  /** Releases the expired holds of crashed processes, and returns how many. Engines in use also do this themselves. */
  sweep(): Promise<number>;
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
   * errors of `jobs.submit`, with NotFound for an unknown id, and with `job_failed`.
   */
  runBulk(
    work: readonly string[] | { readonly jobId: string },
    options?: RunVerificationOptions,
  ): BulkRun<EmailVerification>;
  /** Runs a bulk lookup of up to 10,000 rows in the same way as `runBulk`. */
  runBulkLookup(
    work: readonly LookupRow[] | { readonly jobId: string },
    options?: RunBulkOptions<BulkLookupJob>,
  ): BulkRun<EmailLookup>;
  /** Bulk jobs that run in the background. */
  readonly jobs: Jobs;
  /**
   * Removes an address, in any of its spellings, from what is stored:
   * - its cached verdict, cached lookups that found it, and its digest among the addresses known at its domain;
   * - jobs that have finished: the address becomes `[redacted]`, and so do the names in the row of a lookup that found
   *   it. Counts, charges, the status and the facts of the domain stay.
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
  forget(email: string, options?: { signal?: AbortSignal }): Promise<Forgotten>;
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
   * closes nothing again: it resolves or rejects as the first does.
   *
   * If a port does not answer within `closeTimeoutMs`, closes all ports nevertheless, and rejects with StorageUnavailable, which
   * names the part that was waited for. Calls of the port that have not settled are then left to it. Holds, leases and
   * flights that were not given back expire by themselves in the store; jobs are resumed by other processes, or after a
   * restart; charges that were to be undone stay.
   */
  close(): Promise<void>;
}

/** How a verification that is not charged by itself is made. */
interface VerificationLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly share: WorkShare;
  /** Keeps the verdict from other callers until it is published. */
  readonly unpublished?: UnpublishedResults | undefined;
  /** How far to go. Default `smtp`. */
  readonly level?: VerificationLevel;
}

const defaultTimeoutMs = 70_000;
const defaultLookupTimeoutMs = 90_000;
const maxTimeoutMs = 600_000;
const defaultCloseTimeoutMs = 60_000;

const engineNames = namesOf<EngineOptions>({
  prices: true,
  budgets: true,
  bulk: true,
  retention: true,
  outcomesFrom: true,
  onJobEvent: true,
  knownMail: true,
  closeTimeoutMs: true,
  maxConnections: true,
  sessionIdleMs: true,
  gateways: true,
  disposable: true,
  canaries: true,
  learnFromOutcomes: true,
  trace: true,
  pace: true,
  connectionsPerExchange: true,
  connectionsPerProvider: true,
  recipientsPerTransaction: true,
  recipientsPerSession: true,
  refusalsPerSession: true,
});
const lookupNames = namesOf<RequestOptions>({
  timeoutMs: true,
  signal: true,
  account: true,
  keyId: true,
  unpaid: true,
});
const verifyNames = namesOf<VerifyRequestOptions>({
  timeoutMs: true,
  signal: true,
  account: true,
  keyId: true,
  unpaid: true,
  level: true,
  onStep: true,
});
const forgetNames = namesOf<NonNullable<Parameters<Engine['forget']>[1]>>({ signal: true });
const changeNames = namesOf<Parameters<Accounts['grant']>[1]>({ id: true, milliCredits: true });
const periodNames = namesOf<UsagePeriod>({ from: true, to: true });
const entriesNames = namesOf<Parameters<Accounts['entries']>[1]>({ limit: true, before: true });
const accountAdvice = "Pass the name of an account: 'acme'.";

/**
 * Creates an engine on top of its ports. It connects to nothing until it is used. Call `close()`, or declare it with
 * `await using`, to release the ports. Throws InvalidArgument for an option out of range.
 */
export function createEngine(ports: EnginePorts, options: EngineOptions = {}): Engine {
  checkPorts(ports);
  checkEngineOptions(options, engineNames);
  const { clock, random, ledger } = ports;
  const listeners = new EventListeners<EngineEvent>((cause) => ({ kind: 'listener_failed', cause }));
  const emit = (event: EngineEvent) => listeners.emit(event);
  const onTraceFailure = (error: unknown) => listeners.emitFailure(error);
  const traces = new SessionTraces(options.trace && safeTrace(options.trace, onTraceFailure));
  const { verifier, prober, dns, learner, replies, counters, greylistings, exchangeOf } = wireVerification(
    ports,
    { ...options, trace: traces.trace },
    emit,
  );
  const knownMail = new KnownMailAdvice(options.knownMail, {
    clock,
    onFailure: (cause) => emit({ kind: 'listener_failed', cause }),
  });
  const outcomes = new RecordedOutcomes({
    counters,
    clock,
    learner,
    accounts: options.outcomesFrom ?? [],
  });
  const charges = new Charges({
    ledger,
    clock,
    random,
    onChange: (change) => emit({ kind: 'charge', change }),
  });
  const prices = pricesOf(options.prices);
  const budgets = createBudgets({
    rateLimits: ports.rateLimits,
    limits: options.budgets,
    onRefused: (budget) => emit({ kind: 'budget_exceeded', budget }),
  });
  const retention = new Retention(ports, clock, {
    ...options.retention,
    counterOwners: [learner, outcomes],
  });
  const mayWorkUnpaid = async (account: string | undefined) => {
    try {
      if (account !== undefined) await budgets.take('unpaid_requests', account);
      return true;
    } catch (error) {
      if (error instanceof BudgetExceeded) return false;
      throw error;
    }
  };
  const verificationsAt = (level: VerificationLevel) =>
    new Verifications({
      verifier,
      charges,
      leases: ports.leases,
      clock,
      cache: ports.cache,
      price: priceAt(level, prices),
      level,
      mayWorkUnpaid,
      egresses: ports.egresses.map(({ name }) => name),
    });
  const verifications = {
    syntax: verificationsAt('syntax'),
    dns: verificationsAt('dns'),
    smtp: verificationsAt('smtp'),
  };
  const emitVerdict = ({ verdict, fresh }: Verification) => {
    emit({ kind: 'verdict', fresh, status: verdict.status, substatus: verdict.substatus });
    return verdict;
  };
  /**
   * Verifies for jobs and lookups, which are charged as a whole. Reuses no unknown results: they need a new attempt.
   */
  const verifyUncharged = async (
    email: string,
    { timeoutMs, signal, share, unpublished, level = 'smtp' }: VerificationLimits,
  ) =>
    emitVerdict(
      await verifications[level].verify({
        email,
        timeoutMs,
        reusePatienceMs: Number.POSITIVE_INFINITY,
        account: undefined,
        unpublished,
        acrossProcesses: false,
        share,
        signal: () => signal,
      }),
    );
  const lookups = new Lookups({
    clock,
    verifier,
    verify: verifyUncharged,
    cache: ports.cache,
    charges,
    leases: ports.leases,
    price: prices.lookup,
  });
  const emitLookup = <Found extends Lookup>(found: Found): Found => {
    emit({ kind: 'lookup', fresh: found.fresh, substatus: found.result.substatus });
    return found;
  };
  const webhooks = createDispatcher(ports, options.onJobEvent, emit);
  const bulk = new Bulk(
    {
      clock,
      random,
      jobs: ports.jobs,
      queue: ports.queue,
      leases: ports.leases,
      cache: ports.cache,
      charges,
      budgets,
      prices,
      verify: verifyUncharged,
      lookup: async (row, options) => emitLookup(await lookups.attempt(row, options)),
      exchangeOf,
      egresses: ports.egresses.map(({ name }) => name),
      greylistings,
      connectionsAt: (exchange) => prober.connectionsCountedAs(exchange),
      cleanUpIfDue: () => retention.cleanUpIfDue(),
      onJobEvent: (change, jobId) => {
        emit({ kind: 'job', change, jobId });
        if (change !== 'submitted') webhooks?.announce();
      },
      announceTo: (account) => webhooks?.endpointsOf(account) ?? [],
      onBatchFailed: (cause) => emit({ kind: 'batch_failed', cause }),
    },
    options.bulk,
  );
  const requests = new OpenRequests();
  const accountCalls = new PendingCalls();
  /** One at a time: each may read a journal of months. */
  const usageReports = new Semaphore(1);
  /** Counts a request against the budgets of an account for as long as the work takes. `account`: undefined if it is paid for. */
  const withinBudget = async <Result>(
    account: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (account === undefined) return work();
    const end = budgets.open('unpaid_requests_open', account);
    try {
      await budgets.take('unpaid_requests', account);
      return await work();
    } finally {
      end();
    }
  };
  /** Closing waits for this work, which is too short to be aborted. */
  const whileOpen = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const request = requests.begin(undefined);
    try {
      retention.cleanUpIfDue();
      return await work();
    } finally {
      request.end();
    }
  };
  let closing: Promise<void> | undefined;
  const close = async () => {
    const timeoutMs = options.closeTimeoutMs ?? defaultCloseTimeoutMs;
    const sharedWork = [...Object.values(verifications), lookups];
    const work = [
      step('the requests under way', requests),
      step('the changes and reports of accounts under way', accountCalls),
      step('the verifications and lookups under way', {
        close: () => Promise.all(sharedWork.map((shared) => shared.close())),
      }),
      step('the removal of old jobs', retention),
      step('the jobs under way', bulk),
      ...(webhooks === undefined ? [] : [step('the deliveries of webhooks', webhooks)]),
      step('the SMTP sessions', prober),
      step('the charges under way', charges),
      step('the writes of given confidences', learner),
      step('the writes of reply texts', replies),
    ];
    const unendedWork = await closeInOrder(work, { clock, timeoutMs });
    const unclosedPort = await closeInOrder([step('the port dns', dns), step('the stores', ports)], {
      clock,
      timeoutMs,
    });
    if (unendedWork === undefined && unclosedPort === undefined) return;
    throw notClosedInTime({ unendedWork, unclosedPort, timeoutMs });
  };
  const end = () => {
    closing ??= close();
    return closing;
  };
  return {
    async verify(email, options = {}) {
      checkEmail(email);
      checkRequestOptions(options, verifyNames);
      checkLevel(options.level);
      const { timeoutMs = defaultTimeoutMs, account, keyId, unpaid = false, level = 'smtp' } = options;
      checkTimeout(timeoutMs);
      const unpaidBy = unpaidAccount({ account, unpaid, level, price: priceAt(level, prices) });
      const request = requests.begin(options.signal);
      const isCharged = account !== undefined && !unpaid && priceAt(level, prices) > 0;
      const steps = observeSteps(email, options.onStep, {
        ...{ traces, clock, onFailure: onTraceFailure },
        isAnswer: (step, isReply) => isCharged && (isReply || (step.kind === 'dns' && prices.verifyDns > 0)),
      });
      try {
        retention.cleanUpIfDue();
        const verification = await withinBudget(unpaidBy, () =>
          verifications[level].verify({
            email,
            timeoutMs,
            account: unpaid ? undefined : account,
            keyId,
            acrossProcesses: true,
            share: shareOfRequests(account),
            signal: () => request.signal,
          }),
        );
        if (verification.fresh) steps.deliver();
        else steps.note('The result was known already, or another request was asking for it.');
        return await knownMail.judge(emitVerdict(verification));
      } finally {
        steps.end();
        request.end();
      }
    },
    async lookup(row, options = {}) {
      checkRow(row);
      checkRequestOptions(options, lookupNames);
      const { timeoutMs = defaultLookupTimeoutMs, account, keyId, unpaid = false } = options;
      checkTimeout(timeoutMs);
      const unpaidBy = unpaidAccount({ account, unpaid, level: 'smtp', price: prices.lookup });
      const request = requests.begin(options.signal);
      try {
        retention.cleanUpIfDue();
        const found = await withinBudget(unpaidBy, () =>
          lookups.lookup({
            row,
            timeoutMs,
            account: unpaid ? undefined : account,
            keyId,
            share: shareOfRequests(account),
            signal: () => request.signal,
          }),
        );
        return emitLookup(found).result;
      } finally {
        request.end();
      }
    },
    async forget(email, options = {}) {
      checkEmail(email);
      checkOptions(options, '{ signal }.');
      checkNames(options, forgetNames);
      const { signal } = options;
      checkSignal(signal);
      const request = requests.begin(signal);
      try {
        const { cache, jobs } = ports;
        greylistings.forget(subjectOfItem({ email }));
        await outcomes.forget(email);
        return await forgetAddress(
          email,
          { cache, clock, jobs, verifications: Object.values(verifications), lookups },
          request.signal,
        );
      } finally {
        request.end();
      }
    },
    runBulk(work, options = {}) {
      checkBulkWork(work);
      checkRunOptions(options, 'verification');
      checkLevel(options.level);
      const run = bulk.run(work, options);
      return {
        jobId: run.jobId,
        async *[Symbol.asyncIterator]() {
          for await (const verdict of run) yield await knownMail.judge(verdict);
        },
      };
    },
    runBulkLookup(work, options = {}) {
      checkLookupWork(work);
      checkRunOptions(options, 'lookup');
      return bulk.runLookups(work, options);
    },
    jobs: checkedJobs(bulk, knownMail),
    outcomes: {
      record: (...args) => whileOpen(() => outcomes.record(...args)),
      counts: () => whileOpen(() => outcomes.counts()),
      clear: () => whileOpen(() => outcomes.clear()),
    },
    egresses: {
      list: () => whileOpen(() => prober.list()),
      history: () => prober.history(),
    },
    replies: {
      list: () => whileOpen(() => replies.list()),
      clear: () => whileOpen(() => replies.clear()),
    },
    prices,
    budgets,
    accounts: {
      async grant(account, grant) {
        checkObject('grant', grant, "Pass { id: 'order 4711', milliCredits: 100_000 }.");
        checkNames(grant, changeNames);
        checkName('account', account, accountAdvice);
        const { id, milliCredits } = grant;
        return accountCalls.track(() => grantCredits(ledger, { id, account, milliCredits }));
      },
      async subtract(account, subtraction) {
        checkObject('subtraction', subtraction, "Pass { id: 'correction 12', milliCredits: 5_000 }.");
        checkNames(subtraction, changeNames);
        checkName('account', account, accountAdvice);
        const { id, milliCredits } = subtraction;
        return accountCalls.track(() => subtractCredits(ledger, { id, account, milliCredits }));
      },
      list: () => accountCalls.trackEach(listAccounts(ledger)),
      async usage(account, period) {
        checkObject('period', period, 'Pass { from, to }, in milliseconds since the epoch.');
        checkNames(period, periodNames);
        checkName('account', account, accountAdvice);
        return accountCalls.track(async () => {
          const permit = await usageReports.acquire({ share: shareOfRequests(account) });
          try {
            return await readUsage({ ledger, clock }, account, period);
          } finally {
            permit.release();
          }
        });
      },
      async balance(account) {
        checkName('account', account, accountAdvice);
        return ledger.balance(account);
      },
      async entries(account, page) {
        checkObject('page', page, 'Pass { limit: 100 }.');
        checkNames(page, entriesNames);
        checkName('account', account, accountAdvice);
        return ledger.entries(account, page);
      },
      sweep: () => charges.sweep(),
    },
    keys: checkedKeys(ports.keys, new UsedKeys({ keys: ports.keys, clock })),
    rateLimits: checkedRateLimits(ports.rateLimits),
    ping: () => ports.ping(),
    checkReady: () => ports.checkReady(),
    observe(listener, onError) {
      const advice = 'Pass a function: engine.observe((event) => console.log(event.kind)).';
      checkFunction('listener', listener, advice);
      checkOptionalFunction('onError', onError, advice);
      return listeners.add(listener, onError);
    },
    close: end,
    [Symbol.asyncDispose]: end,
  };
}

function step(name: string, part: { close(): Promise<unknown> }): ClosingStep {
  return { name, close: () => part.close() };
}

/** Names what was waited for in vain: a port of the host, as a rule. */
function notClosedInTime(waited: {
  readonly unendedWork: string | undefined;
  readonly unclosedPort: string | undefined;
  readonly timeoutMs: number;
}): StorageUnavailable {
  const { unendedWork, unclosedPort, timeoutMs } = waited;
  const names = [unendedWork, unclosedPort].filter((name) => name !== undefined).join(' and then for ');
  const advice =
    unendedWork === undefined
      ? 'The work had ended before, and nothing of it is lost. Look at what close() of that port waits for.'
      : 'Look at the ports that they wait for, the stores first. What was not given back expires by itself; charges that were to be undone stay.';
  return new StorageUnavailable(
    `The engine was closed without waiting longer than ${timeoutMs} ms for ${names}. ${advice}`,
  );
}

/** Undefined without endpoints. Throws InvalidArgument. */
function createDispatcher(
  { clock, random, jobs, webhookSender: sender }: EnginePorts,
  endpoints: EngineOptions['onJobEvent'],
  onEvent: (event: WebhookEvent) => void,
): WebhookDispatcher | undefined {
  const checked = checkEndpoints(endpoints);
  if (checked.length === 0) return undefined;
  if (sender === undefined)
    throw new InvalidArgument(
      'onJobEvent',
      'onJobEvent needs the port webhookSender of netPorts(). Add it, or leave the option out.',
    );
  return new WebhookDispatcher({ clock, random, jobs, sender, endpoints: checked, onEvent });
}

/**
 * Begins to hand on what is asked about an address. Keeps back what follows the first step that is paid for: `deliver` hands that
 * on, once it is. `end` ends all that, and `note` hands on a step of its own.
 */
function observeSteps(
  email: string,
  onStep: VerifyRequestOptions['onStep'],
  {
    traces,
    clock,
    onFailure,
    isAnswer,
  }: {
    traces: SessionTraces;
    clock: Clock;
    onFailure: (error: unknown) => void;
    isAnswer: (...step: Parameters<StepListener>) => boolean;
  },
): { note(text: string): void; deliver(): void; end(): void } {
  checkOptionalFunction('onStep', onStep, 'It receives what is asked and answered: { onStep: console.log }.');
  if (onStep === undefined) return { note() {}, deliver() {}, end() {} };
  const handOn = (step: VerificationStep) => callSafely(() => onStep(step), onFailure);
  const note = (text: string) =>
    handOn({ at: clock.now(), exchange: null, egress: null, kind: 'note', text });
  /** Undefined before the first step that is paid for. */
  let keptBack: VerificationStep[] | undefined;
  const record: StepListener = (step, isReply) => {
    if (keptBack === undefined && isAnswer(step, isReply)) {
      keptBack = [];
      note('There is an answer about the address: it is shown once it is charged.');
    }
    if (keptBack === undefined) handOn(step);
    else keptBack.push(step);
  };
  const parsed = parseMailbox(email);
  const end = parsed.kind === 'mailbox' ? traces.observe(parsed.mailbox.address, record) : () => {};
  return {
    note,
    deliver() {
      for (const step of keptBack?.splice(0) ?? []) handOn(step);
    },
    end,
  };
}

/** Keeps an error of the trace from the session that it traces. */
function safeTrace(trace: Trace, onError: (error: unknown) => void): Trace {
  return (event) => callSafely(() => trace(event), onError);
}

function checkTimeout(timeoutMs: number): void {
  if (typeof timeoutMs === 'number' && timeoutMs >= 1 && timeoutMs <= maxTimeoutMs) return;
  throw new InvalidArgument('timeoutMs', `timeoutMs must be from 1 to ${maxTimeoutMs}.`);
}
