import { boundedMap } from '../bounded-map.ts';
import { CachingDns } from '../exchange/caching-dns.ts';
import { planMx } from '../exchange/mx-plan.ts';
import { OutageDetector } from '../exchange/outage.ts';
import { ExchangePolicies, type PolicyOptions } from '../exchange/policy.ts';
import type { NetworkPorts, Stores } from '../ports.ts';
import { CatchAllDetector } from '../probe/catch-all.ts';
import { Prober } from '../probe/prober.ts';
import type { Trace } from '../probe/session/trace.ts';
import { Verifier } from './verifier.ts';

export interface VerificationOptions extends PolicyOptions {
  /** Sockets to exchanges in all. Default 256. */
  maxConnections?: number;
  /** How long a session without work is kept open for the next address. Default 1,000. */
  sessionIdleMs?: number;
  /** Ids of further providers that count as secure email gateways. Default none beyond the four named ones. */
  gateways?: readonly string[];
  /** Shown every line of every conversation, addresses included. */
  trace?: Trace;
}

export interface VerificationComponents {
  readonly verifier: Verifier;
  readonly prober: Prober;
  readonly dns: CachingDns;
  /**
   * What connections for a domain are limited by; empty where there is nobody to connect to. A domain whose DNS
   * fails is by itself, since asking again takes its time.
   */
  readonly exchangeOf: (domain: string, signal: AbortSignal) => Promise<string>;
}

/** Everything that finds verdicts, wired to the ports. */
export function wireVerification(
  ports: NetworkPorts & Pick<Stores, 'cache' | 'pacing'>,
  options: VerificationOptions,
): VerificationComponents {
  const { clock, random, identity, smtp, cache, pacing } = ports;
  const outage = new OutageDetector(clock, ports.dns);
  const dns = new CachingDns(ports.dns, clock, { onAnswer: (answer) => outage.recordAnswer(answer) });
  const policies = new ExchangePolicies(clock, options);
  const tieBreak = randomRanks(() => random.next());
  const catchAll = new CatchAllDetector({ cache, clock, random });
  const prober = new Prober({
    clock,
    dns,
    smtp,
    pacing,
    identity,
    outage,
    policies,
    port: ports.smtpPort ?? 25,
    maxConnections: options.maxConnections ?? 256,
    idleMs: options.sessionIdleMs ?? 1_000,
    trace: options.trace,
    onAnswer: (recipient, answer) => catchAll.recordAnswer(recipient, answer),
  });
  const gateways = new Set(options.gateways);
  const verifier = new Verifier({
    clock,
    dns,
    outage,
    prober,
    catchAll,
    tieBreak,
    isGateway: (provider) => provider.gateway || gateways.has(provider.id),
  });
  const exchangeOf = async (domain: string, signal: AbortSignal) => {
    const plan = await planMx(domain, dns, tieBreak, signal);
    switch (plan.kind) {
      case 'exchanges':
        return policies.policyFor(plan.main).pacingKey;
      case 'no-mail':
        return '';
      case 'failure':
        return `domain:${domain}`;
    }
  };
  return { verifier, prober, dns, exchangeOf };
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
