import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { CachingDns } from '../../exchange/caching-dns.ts';
import { EgressOutage } from '../../exchange/egress-outage.ts';
import type { GateState } from '../../exchange/gates/gate.ts';
import { Gates } from '../../exchange/gates/gates.ts';
import { HostAddresses } from '../../exchange/host-addresses.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Dns } from '../../ports/dns.ts';
import type { Egress } from '../../ports/network-ports.ts';
import { wasNeverSent } from '../../smtp/dial-target.ts';
import { subjectByMeaning } from '../reply/meanings.ts';
import { AddressPool, type AddressPoolListeners } from '../session/address-pool.ts';
import { longestWaitedPauseMs } from '../session/connection-limiter.ts';
import { timeouts } from '../session/dialogue-runner.ts';
import type { EgressContext } from '../session/opening.ts';
import {
  connectPatienceMs,
  isTested,
  type ProbeAnswer,
  type ProbeCaller,
  ProbeRequest,
  type Recipient,
  recipientDomain,
} from '../session/probe-request.ts';
import { createDnsRecorder, isObserved, traceQuestion } from '../session/trace.ts';
import {
  type EgressActivity,
  type EgressEvent,
  type ExchangeState,
  providerNameOf,
} from './egress-reports.ts';

export interface EgressProberDependencies
  extends Omit<EgressContext, 'egress' | 'identity' | 'smtp' | 'outage' | 'gates' | 'onLimitMet'> {
  readonly dns: Pick<CachingDns, 'forShare'>;
  /** Asks for the addresses of canaries. */
  readonly canaryDns: Dns;
  readonly canaries: readonly string[];
  /** Remembers how long egresses were blocked, and their paces. */
  readonly cache: Cache;
  readonly isOneOfSeveral: boolean;
  readonly activity: EgressActivity;
  readonly onEgressEvent: (event: EgressEvent) => void;
  /** Called when the sessions with an address have ended. */
  readonly onPoolClosed: () => void;
}

/** After a failure to reach a host, it is not dialled again for this long, except for more patient callers. */
const unreachableMs = 30_000;
/** The state of an egress lists at most this many exchanges and providers. */
const maxAnswered = 1_000;
/** The owner of a host name decides how many addresses it has. */
const maxAddressesTried = 2;

type Unreachable = Extract<ProbeAnswer, { kind: 'unreachable' }>;

/** Asks exchanges through one egress: its sessions by IP address, and what it knows of hosts. */
export class EgressProber {
  readonly name: string;
  readonly outage: EgressOutage;
  readonly gates: Gates;
  readonly #context: EgressContext & Pick<EgressProberDependencies, 'dns' | 'activity'>;
  readonly #pools = new Map<string, AddressPool>();
  readonly #hosts = boundedMap<string, HostAddresses>(20_000);
  readonly #unreachable = boundedMap<string, { answer: Unreachable; until: number }>(20_000);
  /** Questions under way while the egress may be blocked, by what connections are counted as. */
  readonly #testing = new Map<string, number>();
  /** When each exchange or provider last answered, by the time of day. */
  readonly #answeredAt = boundedMap<string, number>(maxAnswered);
  readonly #listeners: AddressPoolListeners;
  /** Callers in a hurry would hide for ever that none of their servers answers us. */
  readonly #onLeft = (request: ProbeRequest) => {
    const [tried] = request.tries;
    if (tried !== undefined) this.outage.recordUnreachable(request.host, tried.address);
    request.pool?.cancel(request);
  };

  constructor(egress: Egress, shared: EgressProberDependencies) {
    const { name, identity, smtp } = egress;
    const { clock, cache, policies, port, canaries, isOneOfSeveral, limiter, activity, onEgressEvent } =
      shared;
    this.name = name;
    this.outage = new EgressOutage({
      ...{ clock, egress, port, canaries, dns: shared.canaryDns },
      onRest: (cause, restMs) => onEgressEvent({ kind: 'egress_failed', egress: name, cause, restMs }),
    });
    this.gates = new Gates({
      ...{ egress: name, policies, clock, cache, isOneOfSeveral },
      forgetsBlocks: egress.forgetsBlocks ?? false,
      onChange: (key) => this.#onGateChange(key),
      onBlock: (place, until) => {
        activity.recordBlock(name, place);
        onEgressEvent({ kind: 'egress_blocked', egress: name, exchange: place, until });
      },
      pause: (key, pause) => limiter.pause(key, pause),
    });
    this.#context = {
      ...{ ...shared, egress: name, identity, smtp, outage: this.outage, gates: this.gates },
      onLimitMet: (host) => activity.recordLimit(name, host),
      onAnswer: (recipient, answer, from) => {
        this.#recordAnswer(from.host, answer);
        shared.onAnswer(recipient, answer, from);
      },
    };
    this.#listeners = {
      onEmpty: (pool) => {
        if (this.#pools.get(pool.address) !== pool) return;
        this.#pools.delete(pool.address);
        shared.onPoolClosed();
      },
      mayBeLeft: ({ host, domain, isTest }) => {
        const state = this.gates.stateFor(host, domain);
        if (state.kind === 'shut') return true;
        return mayBeBlocked(state) && (!isTest || this.gates.hasRefused(host, domain));
      },
      onUnusable: (address, requests, failure) => {
        for (const request of requests) {
          request.tries = [...request.tries.filter((each) => each.address !== address), { address, failure }];
          this.#tryNext(request).catch((error: unknown) => request.reject(error));
        }
      },
    };
  }

  get pools(): readonly AddressPool[] {
    return [...this.#pools.values()];
  }

  /**
   * Returns what it costs to ask about a recipient, to be compared part by part: rank, end of a pause, part of the possible
   * sessions that one more request would keep busy, and whether a connection would have to be opened.
   */
  costAt(host: string, recipient: string): readonly number[] {
    const { policies } = this.#context;
    const addresses = this.#hosts.get(host)?.known ?? [];
    const pool = this.#pools.get(addresses.find((address) => this.#pools.has(address)) ?? '');
    const { countedAs, refusalsPerSession } = policies.policyFor(host);
    const sessions = Math.ceil(((pool?.requestCount ?? 0) + 1) / refusalsPerSession);
    // The question that finds out whether it is blocked goes first: otherwise others would be asked for ever.
    const state = this.gates.stateFor(host, recipientDomain(recipient));
    const load = mayBeBlocked(state) ? 0 : sessions / this.gates.connectionsCountedAs(countedAs);
    const until = state.kind === 'shut' ? state.until : 0;
    return [this.rankAt(host, recipient), until, load, pool === undefined ? 1 : 0];
  }

  /**
   * Returns how likely it is to get an answer about a recipient: 0: it may ask; 1: it was limited and waits; 2: it is perhaps
   * blocked, and this recipient is not needed to find that out; 3: it reaches no server at all, or was refused whenever it
   * tried; 4: it is blocked there, or by the registrant of the domain.
   */
  rankAt(host: string, recipient: string): 0 | 1 | 2 | 3 | 4 {
    const domain = recipientDomain(recipient);
    const state = this.gates.stateFor(host, domain);
    if (state.kind === 'shut' && state.why === 'blocked') return 4;
    if (this.outage.reachesNothing || (state.kind === 'trying' && state.areTriesUsedUp)) return 3;
    if (mayBeBlocked(state)) {
      const isTesting = this.#testing.has(this.#context.policies.policyFor(host).countedAs);
      return isTesting || this.gates.hasRefused(host, domain) ? 2 : 0;
    }
    return state.kind === 'shut' ? 1 : 0;
  }

  get restsUntil(): number | null {
    const { restMs } = this.outage;
    return restMs === 0 ? null : this.#context.clock.now() + restMs;
  }

  #recordAnswer(host: string, { kind }: ProbeAnswer): void {
    const { clock, limiter, policies, activity } = this.#context;
    const { countedAs } = policies.policyFor(host);
    if (kind === 'reply') this.#answeredAt.set(countedAs, clock.now());
    const connections = limiter.countConnections(`${this.name} ${countedAs}`);
    activity.recordAnswer(this.name, host, { kind, connections });
  }

  /** Returns the state of the exchanges and providers that have answered most recently, the last one first. */
  exchangeStates(): readonly ExchangeState[] {
    return Array.from(this.#answeredAt.entries(), ([countedAs, lastAnsweredAt]) => ({
      exchange: countedAs,
      provider: providerNameOf(countedAs),
      connections: this.#context.limiter.countConnections(`${this.name} ${countedAs}`),
      ...this.gates.standingAt(countedAs),
      lastAnsweredAt,
    }));
  }

  /** A place allows other connections than before, or is shut. Requests that wait may go to another egress. */
  #onGateChange(key: string): void {
    this.#context.limiter.onLimitChange(key);
    for (const pool of this.pools) if (pool.queue.length > 0) pool.reroute();
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

  /**
   * Asks a host about a recipient, unless it was found unreachable a moment ago, or its gate is shut. Rejects with the
   * signal's reason, with EgressFailed, or if a store fails.
   */
  async ask(host: string, recipient: Recipient, caller: ProbeCaller): Promise<ProbeAnswer> {
    const { clock, trace, telemetry, egress } = this.#context;
    const isKnown = this.#knownUnreachable(host) !== undefined;
    const told = isObserved(trace)
      ? traceQuestion({ clock, recipient: recipient.address, egress, host, trace, isKnown })
      : undefined;
    try {
      for (;;) {
        const state = this.gates.stateFor(host, recipientDomain(recipient.address));
        let answer = this.#answerUnasked(host, state, caller);
        // While the egress may be blocked, one question at a time goes through it to find that out.
        const isTest = answer === undefined && mayBeBlocked(state);
        if (isTest) this.#countTests(host, 1);
        try {
          if (answer === undefined) {
            const addresses = this.#freshAddressesOf(host) ?? (await this.#resolveAddresses(host, caller));
            if (addresses instanceof HostAddresses) {
              caller.signal.throwIfAborted();
              const step = telemetry?.current() ?? null;
              const asking = { addresses, isTest, step, onLeft: this.#onLeft };
              const request = new ProbeRequest(host, recipient, caller, asking);
              this.#send(request);
              answer = await request.answer;
            } else answer = addresses;
            this.#remember(host, answer);
          }
        } finally {
          if (isTest) this.#countTests(host, -1);
        }
        // The connection may have been begun for callers who had less time.
        if (answer.kind === 'unreachable' && !this.#isTestedFor(answer, caller)) continue;
        told?.onAnswer(answer);
        return answer;
      }
    } catch (error) {
      told?.onError(error);
      throw error;
    }
  }

  /** Returns the answer of a host that was found unreachable, or whose gate is shut for longer than the caller waits. */
  #answerUnasked(host: string, state: GateState, caller: ProbeCaller): ProbeAnswer | undefined {
    const known = this.#knownUnreachable(host);
    if (known !== undefined && this.#isTestedFor(known, caller)) return known;
    if (state.kind !== 'shut') return undefined;
    const { clock } = this.#context;
    const { why: reason, until } = state;
    const leftMs = until - steadyNow(clock);
    const isShort = leftMs <= longestWaitedPauseMs && until < caller.deadlineAt;
    if (caller.waitsOutPauses && reason === 'limited' && isShort) return undefined;
    return { kind: 'paused', reason, until: clock.now() + leftMs };
  }

  #isTestedFor(answer: Unreachable, { deadlineAt }: ProbeCaller): boolean {
    const leftMs = deadlineAt - steadyNow(this.#context.clock);
    return isTested(answer, connectPatienceMs(leftMs, timeouts.connectMs));
  }

  #countTests(host: string, by: 1 | -1): void {
    const { countedAs } = this.#context.policies.policyFor(host);
    const count = (this.#testing.get(countedAs) ?? 0) + by;
    if (count > 0) this.#testing.set(countedAs, count);
    else this.#testing.delete(countedAs);
  }

  #remember(host: string, answer: ProbeAnswer): void {
    if (answer.kind === 'reply') this.#unreachable.delete(host);
    if (answer.kind !== 'unreachable') return;
    const known = this.#knownUnreachable(host);
    if (known === undefined || known.testedMs <= answer.testedMs)
      this.#unreachable.set(host, { answer, until: steadyNow(this.#context.clock) + unreachableMs });
  }

  #knownUnreachable(host: string): Unreachable | undefined {
    const known = this.#unreachable.get(host);
    return known !== undefined && known.until > steadyNow(this.#context.clock) ? known.answer : undefined;
  }

  #freshAddressesOf(host: string): HostAddresses | undefined {
    const addresses = this.#hosts.get(host);
    return addresses?.isFresh && addresses.known.some((each) => this.#pools.has(each))
      ? addresses
      : undefined;
  }

  async #resolveAddresses(
    host: string,
    { share, signal }: ProbeCaller,
  ): Promise<HostAddresses | Unreachable> {
    const { dns, clock, trace } = this.#context;
    const onAnswer = createDnsRecorder(clock, trace, { session: 0, egress: this.name, host });
    const addresses = new HostAddresses(host, dns.forShare(share, { onAnswer }), clock);
    const problem = await addresses.resolve(signal);
    if (problem !== undefined) return { kind: 'unreachable', problem, testedMs: Number.POSITIVE_INFINITY };
    this.#hosts.set(host, addresses);
    return addresses;
  }

  /** Sends a request to an address of its host: this one, or one with an open session, or the first that has answered lately. */
  #send(request: ProbeRequest, chosen?: string): void {
    const left = request.untriedAddresses;
    const open = left.find((address) => this.#pools.get(address)?.isOpen === true);
    const address = chosen ?? open ?? this.gates.inOrder(left)[0] ?? '';
    request.share.conversation?.askAt(address);
    let pool = this.#pools.get(address);
    if (pool === undefined) {
      pool = new AddressPool(address, this.#context, this.#listeners);
      this.#pools.set(address, pool);
    }
    request.pool = pool;
    pool.add(request);
  }

  /** There is no connection to an address: asks at the next one of the host, or gives the answer. */
  async #tryNext(request: ProbeRequest): Promise<void> {
    const { onAnswer, identity } = this.#context;
    const { tries, host, recipient } = request;
    const counted = tries.filter(
      ({ failure }) => failure.kind === 'unreachable' && !wasNeverSent({ code: failure.problem }),
    ).length;
    if (counted < maxAddressesTried) {
      await request.addresses.resolveMore();
      if (!request.pending) return;
      if (request.untriedAddresses.length > 0) return this.#send(request);
    }
    const hasty = tries.find(({ failure }) => isHasty(failure));
    // The first one was given little time for the sake of the others.
    if (hasty !== undefined && tries.length > 1 && !request.isPatient) {
      request.isPatient = true;
      return this.#send(request, hasty.address);
    }
    const last = tries.find(({ failure }) => failure.kind === 'paused') ?? tries.at(-1);
    if (last === undefined || !request.pending) return;
    const { address, failure: answer } = last;
    if (answer.kind === 'unreachable' && answer.problem !== 'address_not_allowed')
      this.outage.recordUnreachable(host, address);
    onAnswer(recipient, answer, { host, identity });
    request.resolve(answer);
  }
}

function mayBeBlocked(state: GateState): boolean {
  return state.kind === 'trying' && state.isDoubted;
}

function isHasty(failure: ProbeAnswer): boolean {
  return failure.kind === 'unreachable' && failure.problem === 'connection_timeout' && failure.testedMs > 0;
}
