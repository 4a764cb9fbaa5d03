import { DisposableDomains, type DisposableOptions } from '../address/disposable-domains.ts';
import { DisposableUpdates } from '../address/disposable-updates.ts';
import { boundedMap } from '../bounded-map.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { Counters } from '../counters/counters.ts';
import { InvalidArgument } from '../errors.ts';
import { CachingDns } from '../exchange/caching-dns.ts';
import { defaultCanaries } from '../exchange/known-names.ts';
import { planMx } from '../exchange/mx-plan.ts';
import { OutageDetector } from '../exchange/outage.ts';
import { ExchangePolicies, type PolicyOptions } from '../exchange/policy.ts';
import type { NetworkPorts } from '../ports/network-ports.ts';
import type { Stores } from '../ports/stores.ts';
import type { EgressEvent } from '../probe/egress/egress-reports.ts';
import type { Greylistings } from '../probe/egress/greylistings.ts';
import { Prober } from '../probe/prober.ts';
import type { Trace } from '../probe/session/trace.ts';
import { CatchAllDetector } from './catch-all/catch-all-detector.ts';
import { ConfidenceLearner } from './outcomes/confidence-learner.ts';
import { UnclassifiedReplyCounter } from './unclassified/unclassified-replies.ts';
import { Verifier } from './verifier.ts';

/** Options of verification. */
export interface VerificationOptions extends PolicyOptions {
  /** Open connections to all exchanges together, a quarter of them for single requests alone. Default 256. */
  maxConnections?: number | undefined;
  /** Ids of providers that count as secure email gateways, besides Proofpoint, Mimecast, Barracuda and Cisco. */
  gateways?: readonly string[] | undefined;
  /**
   * Names that count as disposable (`add`) or never do (`allow`), of domains or of their exchanges, with what is below them. They
   * correct the lists: those that come with mailproof, or that `mailproof data update` has put into the stores.
   */
  disposable?: DisposableOptions | undefined;
  /**
   * Host names of exchanges that can practically always be reached. If exchanges of three providers are
   * unreachable or do not greet us, and no other has greeted us since, these are connected to, at most once a
   * minute and through the same egress: if one of them greets us, the exchanges are to blame; otherwise the
   * egress is, and others are asked through if there are any. If no egress reaches one, requests reject with
   * ServiceUnavailable. Default: exchanges of Gmail, Outlook.com, Yahoo and iCloud. With an empty list, three
   * unreachable providers are enough. Also, a resolver that says of a domain that it does not exist is
   * believed only if it finds other names: a root server of the internet, or else one of these. In a network
   * without the internet, name hosts of that network.
   */
  canaries?: readonly string[] | undefined;
  /**
   * Whether the outcomes in the stores (`engine.outcomes`) move the confidence of verdicts. Default true;
   * nothing moves as long as none are recorded, and those of accounts count only if `outcomesFrom` names
   * them. If false, verdicts have the confidence of the tables. Outcomes can be recorded nevertheless, for
   * other engines on the stores.
   */
  learnFromOutcomes?: boolean | undefined;
  /**
   * Receives every line of every SMTP session, the answers of DNS, and what each exchange was found to say
   * about each address, with the addresses.
   */
  trace?: Trace | undefined;
}

/** The parts of verification that the engine uses. */
export interface VerificationComponents {
  readonly verifier: Verifier;
  readonly prober: Prober;
  readonly dns: CachingDns;
  readonly learner: ConfidenceLearner;
  readonly replies: UnclassifiedReplyCounter;
  /** Counts of outcomes and of replies. */
  readonly counters: Counters;
  readonly greylistings: Greylistings;
  /**
   * Returns the key by which connections for a domain are limited, and bulk items are batched; empty if the domain
   * takes no mail. A domain whose DNS fails has its own key, so that its retries hold up no other domain.
   */
  readonly exchangeOf: (
    domain: string,
    options: { readonly signal: AbortSignal; readonly share: WorkShare },
  ) => Promise<string>;
}

/** Creates everything that verification needs, on top of the ports. */
export function wireVerification(
  ports: NetworkPorts & Pick<Stores, 'cache' | 'leases'>,
  options: VerificationOptions,
  onEgressEvent: (event: EgressEvent) => void = () => {},
): VerificationComponents {
  const { clock, random, egresses, cache, leases, telemetry } = ports;
  const port = ports.smtpPort ?? 25;
  const { canaries = defaultCanaries } = options;
  assertNames(egresses);
  const dns = new CachingDns(ports.dns, clock, {
    onAnswer: (answer, arrivedAt) => outage.recordAnswer(answer, arrivedAt),
    confirmDenial: (askedAt, signal) => outage.confirmDenial(askedAt, signal),
    telemetry,
  });
  const policies = new ExchangePolicies(clock, options);
  const tieBreak = randomRanks(() => random.next());
  const catchAll = new CatchAllDetector({ cache, clock, random });
  const counters = new Counters({ cache, clock, random });
  const replies = new UnclassifiedReplyCounter({ counters, clock });
  const prober = new Prober({
    clock,
    dns,
    canaryDns: ports.dns,
    canaries,
    egresses,
    leases,
    cache,
    policies,
    port,
    maxConnections: options.maxConnections ?? 256,
    idleMs: options.tuning?.sessionIdleMs ?? 1_000,
    trace: options.trace,
    telemetry,
    onAnswer: (recipient, answer, { host, identity }) => {
      catchAll.recordAnswer(recipient, answer);
      const exchange = policies.policyFor(host).countedAs;
      replies.recordAnswer(recipient, answer, { exchange, host, identity });
    },
    onEgressEvent,
  });
  const outage = new OutageDetector({
    clock,
    dns: ports.dns,
    egresses: prober.outages,
    knownHosts: canaries,
  });
  const learner = new ConfidenceLearner({
    counters,
    clock,
    learns: options.learnFromOutcomes ?? true,
  });
  const gateways = new Set(options.gateways);
  const disposable = new DisposableDomains(options.disposable);
  const verifier = new Verifier({
    clock,
    dns,
    outage,
    prober,
    catchAll,
    tieBreak,
    trace: options.trace,
    learner,
    disposable,
    disposableUpdates: new DisposableUpdates({ cache, clock, domains: disposable }),
    isGateway: (provider) => provider.gateway || gateways.has(provider.id),
  });
  const exchangeOf: VerificationComponents['exchangeOf'] = async (domain, { signal, share }) => {
    const plan = await planMx(domain, dns.forShare(share), tieBreak, signal);
    switch (plan.kind) {
      case 'exchanges':
        return policies.policyFor(plan.main).countedAs;
      case 'no-mail':
        return '';
      case 'failure':
        return `domain:${domain}`;
    }
  };
  return { verifier, prober, dns, learner, replies, counters, greylistings: prober.greylistings, exchangeOf };
}

/** Throws InvalidArgument unless each egress has a name of its own. */
function assertNames(egresses: NetworkPorts['egresses']): void {
  const names = new Set(egresses.map(({ name }) => name));
  if (names.size === egresses.length && [...names].every(isEgressName)) return;
  throw new InvalidArgument(
    'egresses',
    'Give each egress a name of its own, of 1 to 300 visible ASCII characters.',
  );
}

function isEgressName(name: string): boolean {
  return /^[\x21-\x7e]{1,300}$/.test(name);
}

/** Gives each host a random rank and remembers it: hosts of equal preference are shuffled, but sessions are reused. */
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
