import { loadDomainFacts } from './address/domain-facts.ts';
import { boundedMap } from './bounded-map.ts';
import { type ChargeEvent, Charges } from './credits/charges.ts';
import { documentedPrices, type Prices } from './credits/prices.ts';
import { Verifications } from './credits/verifications.ts';
import { EngineClosed, InvalidArgument } from './errors.ts';
import { CachingDns } from './exchange/caching-dns.ts';
import { OutageWatch } from './exchange/outage.ts';
import { ExchangePolicies, type PolicyOptions } from './exchange/policy.ts';
import type { Balance, KeyStore, LedgerEntry, NetworkPorts, RateLimits, Stores } from './ports.ts';
import { CatchAllFacts } from './probe/catch-all.ts';
import { Prober } from './probe/prober.ts';
import type { Trace } from './probe/trace.ts';
import type { EmailVerification, Status, Substatus } from './resources.ts';
import { VerdictCache } from './verdict/verdict-cache.ts';
import { Verifier } from './verdict/verifier.ts';

/** What an engine is made of: the way to the network, and the stores. */
export type EnginePorts = NetworkPorts & Omit<Stores, 'jobs' | 'queue'>;

export interface EngineOptions extends PolicyOptions {
  /** Sockets to exchanges in all. Default 256. */
  maxConnections?: number;
  /** How long a session without work is kept open for the next address. Default 1,000. */
  sessionIdleMs?: number;
  /** Ids of further operators that count as secure email gateways. Default none beyond the four named ones. */
  gateways?: readonly string[];
  /** What work costs, in milli-credits. Default 200 a verification, 1,000 a lookup. */
  prices?: Partial<Prices>;
  /** Shown every line of every conversation, addresses included. */
  trace?: Trace;
}

export interface VerifyOptions {
  /** When to answer at the latest, 1 to 600,000. Default 70,000 (service document, GET /v1/verify). */
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
  | { readonly kind: 'charge'; readonly change: ChargeEvent };

export interface Engine extends AsyncDisposable {
  /**
   * Whether an address takes mail: a result of the last 24 hours, or found out now and charged to the account.
   * Always a verdict, in time, but for: ServiceUnavailable where the fault is ours (no resolver, no port 25),
   * InsufficientCredits, StorageUnavailable, InvalidArgument, EngineClosed, and the reason of an aborted signal;
   * nothing is charged then. The verdict is frozen.
   */
  verify(email: string, options?: VerifyOptions): Promise<Readonly<EmailVerification>>;
  readonly accounts: Accounts;
  readonly keys: KeyStore;
  /** For who limits how often callers may ask. */
  readonly rates: RateLimits;
  /** Resolves if the storage is reachable; rejects with StorageUnavailable. */
  ping(): Promise<void>;
  /** Tells what happens, without addresses; the returned function ends it. */
  observe(listener: (event: EngineEvent) => void): () => void;
  /** Ends what is under way, then closes the ports. A second call is harmless. */
  close(): Promise<void>;
}

const defaultTimeoutMs = 70_000;
const longestTimeoutMs = 600_000;

export function createEngine(ports: EnginePorts, options: EngineOptions = {}): Engine {
  const { clock, random, ledger } = ports;
  loadDomainFacts();
  const listeners = new Set<(event: EngineEvent) => void>();
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event);
  };
  const { verifier, prober, dns } = buildVerifier(ports, options);
  const charges = new Charges({ ledger, clock, random, note: (change) => emit({ kind: 'charge', change }) });
  const verifications = new Verifications({
    verifier,
    charges,
    clock,
    cache: new VerdictCache(ports.cache, clock),
    price: options.prices?.verify ?? documentedPrices.verify,
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
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
      if (!(timeoutMs >= 1 && timeoutMs <= longestTimeoutMs)) {
        throw new InvalidArgument('timeoutMs', `timeoutMs must be from 1 to ${longestTimeoutMs}.`);
      }
      const { verdict, fresh } = await verifications.verify({
        email,
        timeoutMs,
        account,
        signal: () => asked.signal,
      });
      emit({ kind: 'verdict', fresh, status: verdict.status, substatus: verdict.substatus });
      return verdict;
    },
    accounts: {
      grant: (account, { id, milliCredits }) =>
        ledger.grant({ id, account, milliCredits, reason: 'purchase' }),
      balance: (account) => ledger.balance(account),
      entries: (account, page) => ledger.entries(account, page),
      sweep: () => charges.sweep(),
    },
    keys: ports.keys,
    rates: ports.rates,
    ping: () => ports.ping(),
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: end,
    [Symbol.asyncDispose]: end,
  };
}

function buildVerifier(
  ports: EnginePorts,
  options: EngineOptions,
): { verifier: Verifier; prober: Prober; dns: CachingDns } {
  const { clock, random, identity, smtp, cache, pacing } = ports;
  const outage = new OutageWatch(clock, ports.dns);
  const dns = new CachingDns(ports.dns, clock, { onAnswer: (answer) => outage.noteAnswer(answer) });
  const catchAll = new CatchAllFacts({ cache, clock, random });
  const prober = new Prober({
    clock,
    dns,
    smtp,
    pacing,
    identity,
    outage,
    policies: new ExchangePolicies(clock, options),
    port: ports.smtpPort ?? 25,
    maxConnections: options.maxConnections ?? 256,
    idleMs: options.sessionIdleMs ?? 1_000,
    trace: options.trace,
    onAnswer: ({ address }, answer) => {
      const missing = answer.kind === 'reply' && answer.reading.meaning === 'mailbox-not-found';
      if (missing && answer.reading.certainty === 'explicit') catchAll.refuted(domainOf(address));
    },
  });
  const gateways = new Set(options.gateways);
  const verifier = new Verifier({
    clock,
    dns,
    outage,
    prober,
    catchAll,
    tieBreak: randomRanks(() => random.next()),
    isGateway: (operator) => operator.gateway || gateways.has(operator.id),
  });
  return { verifier, prober, dns };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** A random rank for each host, kept, so that equals are shuffled once and sessions still shared. */
function randomRanks(next: () => number): (host: string) => number {
  const ranks = boundedMap<string, number>(20_000);
  return (host) => {
    const known = ranks.get(host);
    if (known !== undefined) return known;
    const rank = next();
    ranks.set(host, rank);
    return rank;
  };
}
