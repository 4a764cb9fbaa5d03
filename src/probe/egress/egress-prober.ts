import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { CachingDns } from '../../exchange/caching-dns.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import type { GateState } from '../../exchange/gates/gate.ts';
import type { Gates } from '../../exchange/gates/gates.ts';
import { HostAddresses } from '../../exchange/host-addresses.ts';
import { wasNeverSent } from '../../smtp/dial-target.ts';
import { subjectByMeaning } from '../reply/meanings.ts';
import { AddressPool } from '../session/address-pool.ts';
import { connectPatienceMs, isTested } from '../session/connect-patience.ts';
import { longestWaitedPauseMs } from '../session/connection-limiter.ts';
import { timeouts } from '../session/dialogue-runner.ts';
import {
  type ProbeAnswer,
  ProbeRequest,
  type ProbeRequestOptions,
  type Recipient,
  recipientDomain,
} from '../session/probe-request.ts';
import type { SessionDependencies } from '../session/session.ts';
import { createDnsRecorder, isObserved } from '../session/trace.ts';
import { type ExchangeState, providerNameOf } from './egress-states.ts';
import { traceQuestion } from './traced-question.ts';

export interface EgressProberDependencies extends SessionDependencies {
  readonly dns: Pick<CachingDns, 'forShare'>;
}

/** After a failure to reach a host, it is not dialled again for this long, except for more patient callers. */
const unreachableMs = 30_000;
/** The state of an egress lists at most this many exchanges and providers. */
const maxAnswered = 1_000;
/** The owner of a host name decides how many addresses it has. */
const maxAddressesTried = 2;

type Unreachable = Extract<ProbeAnswer, { kind: 'unreachable' }>;

/** How likely an egress is to get an answer at a host: the lower, the better. */
export type EgressRank = 0 | 1 | 2 | 3 | 4;

/** Asks exchanges through one egress: its sessions by IP address, and what it knows of hosts. */
export class EgressProber {
  readonly name: string;
  readonly outage: EgressOutage;
  readonly #dependencies: EgressProberDependencies;
  readonly gates: Gates;
  readonly #pools = new Map<string, AddressPool>();
  /** The addresses of hosts that were asked lately. */
  readonly #hosts = boundedMap<string, HostAddresses>(20_000);
  readonly #unreachable = boundedMap<string, { answer: Unreachable; until: number }>(20_000);
  /** Questions under way while the egress may be blocked, by what connections are counted as. */
  readonly #testing = new Map<string, number>();
  /** When each exchange or provider last answered, by the time of day. */
  readonly #answeredAt = boundedMap<string, number>(maxAnswered);
  readonly #onPoolClosed: () => void;

  /** `onPoolClosed` is called when the sessions with an address have ended. */
  constructor(dependencies: EgressProberDependencies, onPoolClosed: () => void) {
    this.name = dependencies.egress;
    this.outage = dependencies.outage;
    this.#dependencies = dependencies;
    this.gates = dependencies.gates;
    this.#onPoolClosed = onPoolClosed;
  }

  get pools(): readonly AddressPool[] {
    return [...this.#pools.values()];
  }

  /**
   * Returns what it costs to ask about a recipient, to be compared part by part: rank, end of a pause, part of the possible
   * sessions that one more request would keep busy, and whether a connection would have to be opened.
   */
  costAt(host: string, recipient: string): readonly number[] {
    const addresses = this.#hosts.get(host)?.known ?? [];
    const pool = this.#pools.get(addresses.find((address) => this.#pools.has(address)) ?? '');
    const policy = this.#dependencies.policies.policyFor(host);
    const sessions = Math.ceil(((pool?.requestCount ?? 0) + 1) / policy.refusalsPerSession);
    // The question that finds out whether it is blocked goes first: otherwise others would be asked for ever.
    const state = this.gates.stateFor(host, recipientDomain(recipient));
    const load = mayBeBlocked(state) ? 0 : sessions / this.gates.connectionsCountedAs(policy.countedAs);
    const until = state.kind === 'shut' ? state.until : 0;
    return [this.rankAt(host, recipient), until, load, pool === undefined ? 1 : 0];
  }

  /**
   * Returns how likely it is to get an answer about a recipient: 0: it may ask; 1: it was limited and waits; 2: it is perhaps
   * blocked, and this recipient is not needed to find that out; 3: it reaches no server at all, or was refused whenever it
   * tried; 4: it is blocked there, or by the registrant of the domain.
   */
  rankAt(host: string, recipient: string): EgressRank {
    const domain = recipientDomain(recipient);
    const state = this.gates.stateFor(host, domain);
    if (state.kind === 'shut' && state.why === 'blocked') return 4;
    if (this.outage.reachesNothing) return 3;
    if (state.kind === 'trying' && state.areTriesUsedUp) return 3;
    if (mayBeBlocked(state)) return this.#isTesting(host) || this.gates.hasRefused(host, domain) ? 2 : 0;
    return state.kind === 'shut' ? 1 : 0;
  }

  /** Returns when it may ask there again, by the steady clock; 0 if it may now. */
  shutUntil(host: string, recipient: string): number {
    const state = this.gates.stateFor(host, recipientDomain(recipient));
    return state.kind === 'shut' ? state.until : 0;
  }

  /** When the egress is next tried after its route failed; null if it is not paused. */
  get restsUntil(): number | null {
    const { restMs } = this.outage;
    return restMs === 0 ? null : this.#dependencies.clock.now() + restMs;
  }

  /** Records what was found out at a host. Returns how many connections there are to what it is counted as. */
  recordAnswerFrom(host: string, { kind }: ProbeAnswer): number {
    const { clock, limiter, policies } = this.#dependencies;
    const { countedAs } = policies.policyFor(host);
    if (kind === 'reply') this.#answeredAt.set(countedAs, clock.now());
    return limiter.countConnections(`${this.name} ${countedAs}`);
  }

  /** Returns the state of the exchanges and providers that have answered most recently, the last one first. */
  exchangeStates(): readonly ExchangeState[] {
    const { limiter } = this.#dependencies;
    return Array.from(this.#answeredAt.entries(), ([countedAs, lastAnsweredAt]) => {
      return {
        exchange: countedAs,
        provider: providerNameOf(countedAs),
        connections: limiter.countConnections(`${this.name} ${countedAs}`),
        ...this.gates.standingAt(countedAs),
        lastAnsweredAt,
      };
    });
  }

  /**
   * A place allows other connections than before, or is shut. Where the egress is blocked, or may be, requests go to
   * another one if there is one.
   */
  onGateChange(key: string): void {
    this.#dependencies.limiter.onLimitChange(key);
    for (const pool of this.pools) pool.reroute();
  }

  /**
   * Asks a host about a recipient, unless it was found unreachable a moment ago, or its gate is shut. Rejects with the
   * signal's reason, with EgressFailed, or if a store fails.
   */
  ask(host: string, recipient: Recipient, options: ProbeRequestOptions): Promise<ProbeAnswer> {
    const { clock, trace } = this.#dependencies;
    if (!isObserved(trace)) return this.#ask(host, recipient, options);
    const { address } = recipient;
    return traceQuestion(
      { clock, trace, recipient: address, egress: this.name, host },
      {
        ask: () => this.#ask(host, recipient, options),
        isKnown: this.#knownUnreachable(host) !== undefined,
        pauseMs: () => this.shutUntil(host, address) - steadyNow(clock),
      },
    );
  }

  /** Returns whether the egress is at fault for an answer, so that another one may get a better one. */
  async isAtFault(answer: ProbeAnswer, signal: AbortSignal): Promise<boolean> {
    switch (answer.kind) {
      case 'paused':
        return true;
      case 'reply':
        return subjectByMeaning[answer.classification.meaning] === 'client';
      case 'unreachable':
        return answer.problem === 'no_route' || !(await this.outage.checkConnections(signal));
      case 'dialogue-failed':
        return answer.ungreeted === true && !(await this.outage.checkConnections(signal));
      case 'smtputf8-unsupported':
        return false;
    }
  }

  async #ask(host: string, recipient: Recipient, options: ProbeRequestOptions): Promise<ProbeAnswer> {
    const known = this.#knownUnreachable(host);
    if (known !== undefined && this.#isTestedFor(known, options)) return known;
    const answer = await this.#askNow(host, recipient, options);
    // The connection may have been begun for callers who had less time.
    if (answer.kind !== 'unreachable' || this.#isTestedFor(answer, options)) return answer;
    return this.#ask(host, recipient, options);
  }

  #isTestedFor(answer: Unreachable, { deadlineAt }: ProbeRequestOptions): boolean {
    const leftMs = deadlineAt - steadyNow(this.#dependencies.clock);
    return isTested(answer, connectPatienceMs(leftMs, timeouts.connectMs));
  }

  async #askNow(host: string, recipient: Recipient, options: ProbeRequestOptions): Promise<ProbeAnswer> {
    const state = this.gates.stateFor(host, recipientDomain(recipient.address));
    const shut = this.#shutIn(state, options);
    if (shut !== undefined) return shut;
    const isTest = mayBeBlocked(state);
    const endTest = isTest ? this.#beginTest(host) : undefined;
    try {
      const addresses = this.#freshAddressesOf(host) ?? (await this.#resolveAddresses(host, options));
      if (!(addresses instanceof HostAddresses)) return this.#remember(host, addresses);
      options.signal.throwIfAborted();
      const onLeft = (left: ProbeRequest) => this.#onLeft(left);
      const request = new ProbeRequest(host, recipient, options, { addresses, isTest, onLeft });
      this.#send(request);
      return this.#remember(host, await request.answer);
    } finally {
      endTest?.();
    }
  }

  /** Returns the answer of a place that is shut for longer than the caller waits. */
  #shutIn(state: GateState, { waitsOutPauses, deadlineAt }: ProbeRequestOptions): ProbeAnswer | undefined {
    const { clock } = this.#dependencies;
    if (state.kind !== 'shut') return undefined;
    const leftMs = state.until - steadyNow(clock);
    const isWaitedOut =
      waitsOutPauses && state.why === 'limited' && leftMs <= longestWaitedPauseMs && state.until < deadlineAt;
    if (isWaitedOut) return undefined;
    return { kind: 'paused', reason: state.why, until: clock.now() + leftMs };
  }

  #remember(host: string, answer: ProbeAnswer): ProbeAnswer {
    if (answer.kind === 'reply') this.#unreachable.delete(host);
    if (answer.kind !== 'unreachable') return answer;
    const known = this.#knownUnreachable(host);
    if (known === undefined || known.testedMs <= answer.testedMs)
      this.#unreachable.set(host, { answer, until: steadyNow(this.#dependencies.clock) + unreachableMs });
    return answer;
  }

  #knownUnreachable(host: string): Unreachable | undefined {
    const known = this.#unreachable.get(host);
    return known !== undefined && known.until > steadyNow(this.#dependencies.clock)
      ? known.answer
      : undefined;
  }

  // ---------------------------------------------------------------------------------------------- addresses

  #freshAddressesOf(host: string): HostAddresses | undefined {
    const addresses = this.#hosts.get(host);
    return addresses?.isFresh && addresses.known.some((each) => this.#pools.has(each))
      ? addresses
      : undefined;
  }

  async #resolveAddresses(host: string, options: ProbeRequestOptions): Promise<HostAddresses | Unreachable> {
    const { dns, clock, trace } = this.#dependencies;
    const asker = { session: 0, egress: this.name, host };
    const asking = dns.forShare(options.share, { onAnswer: createDnsRecorder(clock, trace, asker) });
    const addresses = new HostAddresses(host, asking, clock);
    const problem = await addresses.resolve(options.signal);
    if (problem !== undefined) return { kind: 'unreachable', problem, testedMs: Number.POSITIVE_INFINITY };
    this.#hosts.set(host, addresses);
    return addresses;
  }

  /** Sends a request to an address of its host: one with an open session, or the first that has answered lately. */
  #send(request: ProbeRequest): void {
    const left = request.untriedAddresses;
    const open = left.find((address) => this.#pools.get(address)?.isOpen === true);
    const [first = ''] = this.gates.inOrder(left);
    this.#addTo(open ?? first, request);
  }

  /** There is no connection to an address: asks at the next one of each host, or gives the answer. */
  #onUnusable(address: string, requests: readonly ProbeRequest[], failure: ProbeAnswer): void {
    for (const request of requests) {
      request.tries = [...request.tries.filter((each) => each.address !== address), { address, failure }];
      this.#tryNext(request).catch((error: unknown) => request.reject(error));
    }
  }

  async #tryNext(request: ProbeRequest): Promise<void> {
    const { tries } = request;
    const counted = tries.filter(
      ({ failure }) => failure.kind === 'unreachable' && !wasNeverSent({ code: failure.problem }),
    ).length;
    if (counted < maxAddressesTried) {
      await request.addresses?.resolveMore();
      if (!request.pending) return;
      if (request.untriedAddresses.length > 0) return this.#send(request);
    }
    const hasty = tries.find(({ failure }) => isHasty(failure));
    // The first one was given little time for the sake of the others.
    if (hasty !== undefined && tries.length > 1 && !request.isPatient) {
      request.isPatient = true;
      return this.#addTo(hasty.address, request);
    }
    this.#answerUnusable(request);
  }

  #answerUnusable(request: ProbeRequest): void {
    const { onAnswer, identity } = this.#dependencies;
    const { tries } = request;
    const last = tries.find(({ failure }) => failure.kind === 'paused') ?? tries.at(-1);
    if (last === undefined || !request.pending) return;
    const { address, failure: answer } = last;
    if (answer.kind === 'unreachable' && answer.problem !== 'address_not_allowed')
      this.outage.recordUnreachable(request.host, address);
    onAnswer(request.recipient, answer, { host: request.host, identity });
    request.resolve(answer);
  }

  #addTo(address: string, request: ProbeRequest): void {
    request.share.conversation?.askAt(address);
    const pool = this.#ensurePool(address);
    request.pool = pool;
    pool.add(request);
  }

  #ensurePool(address: string): AddressPool {
    const known = this.#pools.get(address);
    if (known !== undefined) return known;
    const pool: AddressPool = new AddressPool(address, this.#dependencies, {
      onEmpty: () => {
        if (this.#pools.get(address) !== pool) return;
        this.#pools.delete(address);
        this.#onPoolClosed();
      },
      mayBeLeft: ({ host, domain, isTest }) => {
        const state = this.gates.stateFor(host, domain);
        if (state.kind === 'shut') return true;
        return mayBeBlocked(state) && (!isTest || this.gates.hasRefused(host, domain));
      },
      onUnusable: (requests, failure) => this.#onUnusable(address, requests, failure),
    });
    this.#pools.set(address, pool);
    return pool;
  }

  /** Callers in a hurry would hide for ever that none of their servers answers us. */
  #onLeft(request: ProbeRequest): void {
    const [tried] = request.tries;
    if (tried !== undefined) this.outage.recordUnreachable(request.host, tried.address);
    request.pool?.cancel(request);
  }

  // ------------------------------------------------------------------------------------------ perhaps blocked

  /** While the egress may be blocked, one question at a time goes through it to find that out. */
  #beginTest(host: string): () => void {
    const { countedAs } = this.#dependencies.policies.policyFor(host);
    const change = (by: number) => {
      const count = (this.#testing.get(countedAs) ?? 0) + by;
      if (count > 0) this.#testing.set(countedAs, count);
      else this.#testing.delete(countedAs);
    };
    change(1);
    return () => change(-1);
  }

  #isTesting(host: string): boolean {
    return this.#testing.has(this.#dependencies.policies.policyFor(host).countedAs);
  }
}

function mayBeBlocked(state: GateState): boolean {
  return state.kind === 'trying' && state.isDoubted;
}

function isHasty(failure: ProbeAnswer): boolean {
  return failure.kind === 'unreachable' && failure.problem === 'connection_timeout' && failure.testedMs > 0;
}
