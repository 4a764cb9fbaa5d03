import { boundedMap } from '../../bounded-map.ts';
import type { SharedWait } from '../../concurrency/single-flight.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { domainPlace } from '../../exchange/egress-blocks.ts';
import type { EgressLimits } from '../../exchange/egress-limits.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import { subjectByMeaning } from '../reply/meanings.ts';
import { connectPatienceMs, isTested } from '../session/connect-patience.ts';
import { ExchangePool, type PoolDependencies } from '../session/exchange-pool.ts';
import {
  type ProbeAnswer,
  type ProbeRequestOptions,
  type Recipient,
  recipientDomain,
} from '../session/probe-request.ts';
import { type ExchangeState, providerNameOf } from './egress-states.ts';
import type { ExchangeStanding } from './exchange-standing.ts';
import type { KnownPause } from './known-pauses.ts';
import { traceQuestion } from './traced-question.ts';

export interface EgressProberDependencies extends PoolDependencies {
  readonly limits: EgressLimits;
  readonly outage: EgressOutage;
}

/** After a failure to reach a host, it is not dialled again for this long, except for more patient callers. */
const unreachableMs = 30_000;
/** So many exchanges and providers are told of in its state. */
const maxAnswered = 1_000;

type ProbeOptions = ProbeRequestOptions & { readonly wait: SharedWait };
type Unreachable = Extract<ProbeAnswer, { kind: 'unreachable' }>;

/** Asks exchanges through one egress: its pools, and what it knows of hosts. */
export class EgressProber {
  readonly name: string;
  readonly outage: EgressOutage;
  readonly #dependencies: EgressProberDependencies;
  readonly #pools = new Map<string, ExchangePool>();
  readonly #unreachable = boundedMap<string, { answer: Unreachable; until: number }>(20_000);
  /** When each exchange or provider last answered, by the time of day. */
  readonly #answeredAt = boundedMap<string, number>(maxAnswered);
  readonly #onPoolClosed: () => void;

  /** `onPoolClosed` is called when the sessions with a host have ended. */
  constructor(dependencies: EgressProberDependencies, onPoolClosed: () => void) {
    this.name = dependencies.egress;
    this.outage = dependencies.outage;
    this.#dependencies = dependencies;
    this.#onPoolClosed = onPoolClosed;
    const { policies, standings } = dependencies;
    standings.onSuspected((countedAs, suspicion) => {
      for (const pool of this.pools) {
        if (policies.policyFor(pool.host).countedAs !== countedAs) continue;
        pool.leaveToOthers();
        suspicion.countConnections(pool.openingConnections);
      }
    });
  }

  get pools(): readonly ExchangePool[] {
    return [...this.#pools.values()];
  }

  get isIdle(): boolean {
    return this.#pools.size === 0;
  }

  hasPool(host: string): boolean {
    return this.#pools.has(host);
  }

  /** Returns the part of the possible sessions that one more request to a host would keep busy. */
  loadAt(host: string): number {
    const { policies, limits } = this.#dependencies;
    const requests = (this.#pools.get(host)?.requestCount ?? 0) + 1;
    return Math.ceil(requests / policies.policyFor(host).refusalsPerSession) / limits.maxConnections(host);
  }

  /** Returns how many connections there may be now to what they are counted as: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): number {
    return this.#dependencies.limits.connectionsCountedAs(countedAs);
  }

  /** When the egress is next tried after its way out failed; null if it is not resting. */
  get restsUntil(): number | null {
    const { restMs } = this.outage;
    return restMs === 0 ? null : this.#dependencies.clock.now() + restMs;
  }

  /** Records that a host has answered. Returns how many connections there are to what it is counted as. */
  recordAnswerFrom(host: string): number {
    const { clock, limiter, policies } = this.#dependencies;
    const { countedAs } = policies.policyFor(host);
    this.#answeredAt.set(countedAs, clock.now());
    return limiter.countConnections(`${this.name} ${countedAs}`);
  }

  /** Returns how it stands with those that have answered most recently, the last one first. */
  exchangeStates(): readonly ExchangeState[] {
    return Array.from(this.#answeredAt.entries(), ([countedAs, at]) => this.#exchangeState(countedAs, at));
  }

  #exchangeState(countedAs: string, lastAnsweredAt: number): ExchangeState {
    const { clock, limiter, limits, pauses } = this.#dependencies;
    const pause = pauses.find([countedAs]);
    return {
      exchange: countedAs,
      provider: providerNameOf(countedAs),
      connections: limiter.countConnections(`${this.name} ${countedAs}`),
      maxConnections: limits.connectionsCountedAs(countedAs),
      recipientsPerSecond: limits.recipientsPerSecond(countedAs) ?? null,
      pausedUntil: pause === undefined ? null : clock.now() + pause.endsAt - steadyNow(clock),
      pauseReason: pause?.reason ?? null,
      lastAnsweredAt,
    };
  }

  /** Resolves when nothing is under way. To be called when there are no pools any more. */
  close(): Promise<void> {
    return this.#dependencies.limits.close();
  }

  /** The limit on connections with this key has changed. */
  onLimitChange(key: string): void {
    const { limiter, limits } = this.#dependencies;
    limiter.onLimitChange(key);
    for (const pool of this.pools) if (limits.exchangeKey(pool.host) === key) pool.onLimitChange();
  }

  /** Returns the pause at a host, or of the recipient's domain there, that this process knows of. */
  pauseAt(host: string, recipient: string): KnownPause | undefined {
    const { policies, pauses } = this.#dependencies;
    const { countedAs } = policies.policyFor(host);
    return pauses.find([countedAs, host, domainPlace(countedAs, recipientDomain(recipient))]);
  }

  /** True if the egress may have been blocked at a host a moment ago, and this recipient is not needed to find that out. */
  isSuspectAt(host: string, recipient: string): boolean {
    const { suspicion } = this.#standingAt(host);
    return suspicion !== undefined && !suspicion.allowsQuestionAbout(recipientDomain(recipient));
  }

  #standingAt(host: string): ExchangeStanding {
    const { policies, standings } = this.#dependencies;
    return standings.standingWith(policies.policyFor(host).countedAs);
  }

  /**
   * Asks a host about a recipient, unless it was found unreachable a moment ago, or the recipient's domain blocks us. Rejects
   * once no caller waits for the answer, with EgressFailed, or if a store fails.
   */
  ask(host: string, recipient: Recipient, options: ProbeOptions): Promise<ProbeAnswer> {
    const { clock, trace } = this.#dependencies;
    const { address } = recipient;
    return traceQuestion(
      { clock, trace, recipient: address, egress: this.name, host },
      {
        ask: () => this.#ask(host, recipient, options),
        isKnown: this.#knownUnreachable(host) !== undefined,
        pauseMs: () => (this.pauseAt(host, address)?.endsAt ?? 0) - steadyNow(clock),
      },
    );
  }

  async #ask(host: string, recipient: Recipient, options: ProbeOptions): Promise<ProbeAnswer> {
    const known = this.#knownUnreachable(host);
    if (known !== undefined && this.isTestedFor(known, options.deadlineAt)) return known;
    if (this.#isBlockedBy(host, recipient)) return { kind: 'paused', reason: 'blocked' };
    const answer = await this.#askPool(host, recipient, options);
    if (answer.kind === 'reply') this.#unreachable.delete(host);
    if (answer.kind === 'unreachable') this.#rememberUnreachable(host, answer);
    return answer;
  }

  async #askPool(host: string, recipient: Recipient, options: ProbeOptions): Promise<ProbeAnswer> {
    const standing = this.#standingAt(host);
    const { suspicion } = standing;
    const pool = this.#ensurePool(host);
    if (suspicion === undefined) return pool.ask(recipient, options);
    const onAnswered = suspicion.beginQuestion();
    const answer = await pool.ask(recipient, options).finally(onAnswered);
    if (answer.kind === 'reply' && subjectByMeaning[answer.classification.meaning] === 'recipient')
      standing.recordSuccess(suspicion, 'recipient');
    return answer;
  }

  /** Returns whether a host counts as unreachable for a caller who waits until then. */
  isTestedFor(answer: Unreachable, deadlineAt: number): boolean {
    const { clock, timeouts } = this.#dependencies;
    return isTested(answer, connectPatienceMs(deadlineAt - steadyNow(clock), timeouts.connectMs));
  }

  /** Returns whether the egress is to blame for an answer, so that another one may get a better one. */
  async isToBlame(answer: ProbeAnswer, wait: Pick<SharedWait, 'signal'>): Promise<boolean> {
    switch (answer.kind) {
      case 'paused':
        return true;
      case 'reply':
        return subjectByMeaning[answer.classification.meaning] === 'client';
      case 'unreachable':
        return answer.problem === 'no_route' || !(await this.outage.checkConnections(wait.signal));
      case 'dialogue-failed':
        return answer.ungreeted === true && !(await this.outage.checkConnections(wait.signal));
      case 'smtputf8-unsupported':
        return false;
    }
  }

  /** The store decides on pauses of hosts and providers, and knows of none of single domains. */
  #isBlockedBy(host: string, { address }: Recipient): boolean {
    const { policies, pauses } = this.#dependencies;
    return (
      pauses.find([domainPlace(policies.policyFor(host).countedAs, recipientDomain(address))]) !== undefined
    );
  }

  #knownUnreachable(host: string): Unreachable | undefined {
    const known = this.#unreachable.get(host);
    return known !== undefined && known.until > steadyNow(this.#dependencies.clock)
      ? known.answer
      : undefined;
  }

  #rememberUnreachable(host: string, answer: Unreachable): void {
    const known = this.#knownUnreachable(host);
    if (known !== undefined && known.testedMs > answer.testedMs) return;
    this.#unreachable.set(host, { answer, until: steadyNow(this.#dependencies.clock) + unreachableMs });
  }

  #ensurePool(host: string): ExchangePool {
    const known = this.#pools.get(host);
    if (known !== undefined) return known;
    const pool = new ExchangePool(host, this.#dependencies, () => {
      this.#pools.delete(host);
      this.#onPoolClosed();
    });
    this.#pools.set(host, pool);
    return pool;
  }
}
