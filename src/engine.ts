import { boundedMap } from './bounded-map.ts';
import { EngineClosed, InvalidArgument } from './errors.ts';
import { CachingDns } from './exchange/caching-dns.ts';
import { OutageWatch } from './exchange/outage.ts';
import { ExchangePolicies, type PolicyOptions } from './exchange/policy.ts';
import type { Balance, KeyStore, LedgerEntry, NetworkPorts, Stores } from './ports.ts';
import { CatchAllFacts } from './probe/catch-all.ts';
import { Prober } from './probe/prober.ts';
import type { Trace } from './probe/trace.ts';
import type { EmailVerification } from './resources.ts';
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

export interface Engine extends AsyncDisposable {
  /**
   * Whether an address takes mail. Always a verdict, in time, but for: ServiceUnavailable where the fault is ours
   * (no resolver, no port 25), InvalidArgument, EngineClosed, and the reason of an aborted signal.
   */
  verify(email: string, options?: VerifyOptions): Promise<EmailVerification>;
  readonly accounts: Accounts;
  readonly keys: KeyStore;
  /** Ends what is under way, then closes the ports. A second call is harmless. */
  close(): Promise<void>;
}

const defaultTimeoutMs = 70_000;
const longestTimeoutMs = 600_000;

export function createEngine(ports: EnginePorts, options: EngineOptions = {}): Engine {
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
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      await prober.close();
      await dns.close();
      await ports.close();
    })();
    return closing;
  };
  return {
    async verify(email, { timeoutMs = defaultTimeoutMs, signal } = {}) {
      if (closing !== undefined) throw new EngineClosed();
      if (!(timeoutMs >= 1 && timeoutMs <= longestTimeoutMs)) {
        throw new InvalidArgument('timeoutMs', `timeoutMs must be from 1 to ${longestTimeoutMs}.`);
      }
      return verifier.verify(email, signal === undefined ? { timeoutMs } : { timeoutMs, signal });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
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
