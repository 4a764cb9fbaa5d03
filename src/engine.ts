import { parseDomain } from './address/domain.ts';
import { loadDomainFacts } from './address/domain-facts.ts';
import { parseMailbox } from './address/mailbox.ts';
import { Bulk } from './bulk/bulk.ts';
import type { BulkOptions, JobEvent } from './bulk/bulk-context.ts';
import type { BulkRun, RunBulkOptions } from './bulk/bulk-run.ts';
import type { Jobs } from './bulk/jobs.ts';
import { type ChargeEvent, Charges } from './credits/charges.ts';
import { documentedPrices, type Prices } from './credits/prices.ts';
import { type Verification, Verifications } from './credits/verifications.ts';
import { EngineClosed, InvalidArgument } from './errors.ts';
import { type Lookup, Lookups } from './lookup/lookups.ts';
import type { Balance, JobItem, KeyStore, LedgerEntry, NetworkPorts, RateLimits, Stores } from './ports.ts';
import type {
  BulkLookupJob,
  BulkVerificationJob,
  EmailLookup,
  EmailVerification,
  LookupRow,
  Status,
  Substatus,
} from './resources.ts';
import { VerdictCache } from './verdict/verdict-cache.ts';
import { type VerificationOptions, wireVerification } from './verdict/wiring.ts';

/** What an engine is made of: the way to the network, and the stores. */
export type EnginePorts = NetworkPorts & Stores;

export interface EngineOptions extends VerificationOptions {
  /** What work costs, in milli-credits. Default 200 a verification, 1,000 a lookup. */
  prices?: Partial<Prices>;
  /** How bulk jobs are worked on. */
  bulk?: BulkOptions;
}

export interface VerifyOptions {
  /** When to answer at the latest, 1 to 600,000. Default 70,000 (service document, GET /v1/verify). */
  timeoutMs?: number;
  /** Aborting rejects with its reason and leaves nothing behind. */
  signal?: AbortSignal;
  /** Who pays. Without an account nothing is charged. */
  account?: string;
}

export interface LookupOptions {
  /** When to answer at the latest, 1 to 600,000. Default 90,000 (service document, POST /v1/email-lookup). */
  timeoutMs?: number;
  /** Aborting rejects with its reason and leaves nothing behind. */
  signal?: AbortSignal;
  /** Who pays. Without an account nothing is charged. */
  account?: string;
}

/** Balances in milli-credits: 1 credit is 1,000. */
export interface Accounts {
  /** Adds credits, once per `id`. Returns the available balance after it. */
  grant(account: string, grant: { id: string; milliCredits: number }): Promise<number>;
  balance(account: string): Promise<Balance>;
  /** The journal, newest first. */
  entries(account: string, page: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>;
  /** Gives back what crashed work had set aside. Also done by the engine itself while it is used. */
  sweep(): Promise<number>;
}

/** For metrics. A verdict that is not `fresh` came from the cache or from another caller's work. */
export type EngineEvent =
  | {
      readonly kind: 'verdict';
      readonly fresh: boolean;
      readonly status: Status;
      readonly substatus: Substatus;
    }
  | { readonly kind: 'lookup'; readonly fresh: boolean; readonly substatus: EmailLookup['substatus'] }
  | { readonly kind: 'charge'; readonly change: ChargeEvent }
  | { readonly kind: 'job'; readonly change: JobEvent }
  /** Work on bulk jobs failed, and is done again later. */
  | { readonly kind: 'batch_failed'; readonly cause: unknown };

export interface Engine extends AsyncDisposable {
  /**
   * Whether an address takes mail: a result of the last 24 hours, or found out now and charged to the account.
   * Always a verdict, in time, but for: ServiceUnavailable where the fault is ours (no resolver, no port 25),
   * InsufficientCredits, StorageUnavailable, InvalidArgument, EngineClosed, and the reason of an aborted signal;
   * nothing is charged then. The verdict is frozen.
   */
  verify(email: string, options?: VerifyOptions): Promise<Readonly<EmailVerification>>;
  /**
   * The address of a person at a domain, if one can be confirmed: a result of the last 24 hours, or found out now
   * and charged to the account, a timeout too. Rejects as `verify` does; nothing is charged then.
   */
  lookup(row: LookupRow, options?: LookupOptions): Promise<EmailLookup>;
  /**
   * Runs a bulk verification of up to 100,000 addresses in this process while the result is iterated: each address
   * once, repeats left out, with its final result, in the order in which they become known. Charged as a whole when
   * iteration begins. An iteration that is aborted, broken off or crashed leaves a job that `{ jobId }` goes on
   * with. Rejects as `jobs.submit` does, with NotFound for an unknown id, and with `job_failed`.
   */
  runBulk(
    work: readonly string[] | { readonly jobId: string },
    options?: RunBulkOptions<BulkVerificationJob>,
  ): BulkRun<EmailVerification>;
  /** The same for lookups of up to 10,000 rows. */
  runBulkLookup(
    work: readonly LookupRow[] | { readonly jobId: string },
    options?: RunBulkOptions<BulkLookupJob>,
  ): BulkRun<EmailLookup>;
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly keys: KeyStore;
  /** For hosts that limit how often callers may use the engine. */
  readonly rateLimits: RateLimits;
  /** Resolves if the storage is reachable; rejects with StorageUnavailable. */
  ping(): Promise<void>;
  /** Tells what happens, without addresses; the returned function ends it. */
  observe(listener: (event: EngineEvent) => void): () => void;
  /** Ends what is under way, then closes the ports. A second call is harmless. */
  close(): Promise<void>;
}

const defaultTimeoutMs = 70_000;
const defaultLookupTimeoutMs = 90_000;
const longestTimeoutMs = 600_000;

export function createEngine(ports: EnginePorts, options: EngineOptions = {}): Engine {
  const { clock, random, ledger } = ports;
  loadDomainFacts();
  const listeners = new Set<(event: EngineEvent) => void>();
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event);
  };
  const { verifier, prober, dns, exchangeOf } = wireVerification(ports, options);
  const charges = new Charges({ ledger, clock, random, note: (change) => emit({ kind: 'charge', change }) });
  const prices = { ...documentedPrices, ...options.prices };
  const verifications = new Verifications({
    verifier,
    charges,
    clock,
    cache: new VerdictCache(ports.cache, clock),
    price: prices.verify,
  });
  const emitVerdict = ({ verdict, fresh }: Verification) => {
    emit({ kind: 'verdict', fresh, status: verdict.status, substatus: verdict.substatus });
    return verdict;
  };
  /** Paid for by what it is part of. An unknown of before would only put the first real attempt off. */
  const verifyUncharged = async (email: string, wait: { timeoutMs: number; signal: AbortSignal }) =>
    emitVerdict(
      await verifications.verify({
        email,
        timeoutMs: wait.timeoutMs,
        reusePatienceMs: Number.POSITIVE_INFINITY,
        account: undefined,
        signal: () => wait.signal,
      }),
    );
  const lookups = new Lookups({
    clock,
    verifier,
    verify: verifyUncharged,
    cache: ports.cache,
    charges,
    price: prices.lookup,
  });
  const emitLookup = <Found extends Lookup>(found: Found): Found => {
    emit({ kind: 'lookup', fresh: found.fresh, substatus: found.result.substatus });
    return found;
  };
  const bulk = new Bulk(
    {
      clock,
      random,
      jobs: ports.jobs,
      queue: ports.queue,
      charges,
      prices,
      verify: verifyUncharged,
      lookup: async (row, asked) => emitLookup(await lookups.attempt(row, asked)),
      domainOf,
      exchangeOf,
      onJobEvent: (change) => emit({ kind: 'job', change }),
      onBatchFailed: (cause) => emit({ kind: 'batch_failed', cause }),
    },
    options.bulk,
  );
  let closing: Promise<void> | undefined;
  const close = async () => {
    await bulk.close();
    await prober.close();
    await charges.settle().catch(() => {});
    await dns.close();
    await ports.close();
  };
  const end = () => {
    closing ??= close();
    return closing;
  };
  return {
    async verify(email, asked = {}) {
      const { timeoutMs = defaultTimeoutMs, account } = asked;
      if (closing !== undefined) throw new EngineClosed();
      checkTimeout(timeoutMs);
      return emitVerdict(
        await verifications.verify({ email, timeoutMs, account, signal: () => asked.signal }),
      );
    },
    async lookup(row, asked = {}) {
      const { timeoutMs = defaultLookupTimeoutMs, account } = asked;
      if (closing !== undefined) throw new EngineClosed();
      checkTimeout(timeoutMs);
      const found = await lookups.lookup({ row, timeoutMs, account, signal: () => asked.signal });
      return emitLookup(found).result;
    },
    runBulk: (work, asked) => bulk.run(work, asked),
    runBulkLookup: (work, asked) => bulk.runLookups(work, asked),
    jobs: bulk,
    accounts: {
      grant: (account, { id, milliCredits }) =>
        ledger.grant({ id, account, milliCredits, reason: 'purchase' }),
      balance: (account) => ledger.balance(account),
      entries: (account, page) => ledger.entries(account, page),
      sweep: () => charges.sweep(),
    },
    keys: ports.keys,
    rateLimits: ports.rateLimits,
    ping: () => ports.ping(),
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: end,
    [Symbol.asyncDispose]: end,
  };
}

function checkTimeout(timeoutMs: number): void {
  if (timeoutMs >= 1 && timeoutMs <= longestTimeoutMs) return;
  throw new InvalidArgument('timeoutMs', `timeoutMs must be from 1 to ${longestTimeoutMs}.`);
}

/** The domain of an item in A-labels; empty where it has none. */
function domainOf(item: JobItem): string {
  if ('email' in item) {
    const parsed = parseMailbox(item.email);
    return parsed.kind === 'mailbox' ? parsed.mailbox.domain : '';
  }
  const parsed = parseDomain(item.domain);
  return parsed.kind === 'domain' ? parsed.domain : '';
}
