import { steadyNow } from '../../concurrency/steady-time.ts';
import { asksToSlowDown, type Classification } from '../reply/meanings.ts';
import type { ConnectionPause } from './connection-limiter.ts';
import { mayBeOurs } from './dialogue.ts';
import { timeouts } from './dialogue-runner.ts';
import type { EgressContext } from './opening.ts';
import { connectPatienceMs, type ProbeAnswer, type ProbeRequest } from './probe-request.ts';
import { RequestQueue } from './request-queue.ts';
import { type FailedOpening, Session, type SessionOwner } from './session.ts';
import { isObserved } from './trace.ts';

export interface AddressPoolListeners {
  readonly mayBeLeft: (request: ProbeRequest) => boolean;
  readonly onEmpty: (pool: AddressPool) => void;
  /** There is no connection to the address: the requests are asked at another one of their hosts, or answered. */
  readonly onUnusable: (address: string, requests: readonly ProbeRequest[], failure: ProbeAnswer) => void;
}

/** The sessions that have a connection, or get one as soon as the address allows it. */
interface SessionCounts {
  connections: number;
  room: number;
  inFlight: number;
  unused: number;
  isOpening: boolean;
  isStepByStep: boolean;
  ready: Session | undefined;
  /** Keys of the exchanges that the others wait for. */
  readonly waitedFor: string[];
}

/** With as much room left in all sessions together, no other one is opened. */
const minRoom = 5;
/** A host with another address is not waited for longer than this (RFC 8305 §5). */
const patienceBesideOthersMs = 1_500;
const busyPauseMs = 1_000;
/** So many of several recipients are probably refused. */
const partRefused = 0.5;
/** A host that has refused so many connections in a row is judged by itself, not by what others of its provider allow. */
const refusalsOfOneHost = 4;

/** The sessions of one egress with one IP address, and the requests to the exchanges there, which share them. */
export class AddressPool implements SessionOwner {
  readonly address: string;
  readonly queue = new RequestQueue();
  readonly #context: EgressContext;
  readonly #listeners: AddressPoolListeners;
  readonly #sessions = new Set<Session>();
  /** The server was too busy to greet us, and was given a moment. */
  #isBusy = false;
  #refusalsInARow = 0;

  constructor(address: string, context: EgressContext, listeners: AddressPoolListeners) {
    this.address = address;
    this.#context = context;
    this.#listeners = listeners;
  }

  get requestCount(): number {
    let count = this.queue.length;
    for (const session of this.#sessions) count += session.requests.length;
    return count;
  }

  get isOpen(): boolean {
    for (const session of this.#sessions) if (session.phase !== 'opening' && session.room > 0) return true;
    return false;
  }

  add(request: ProbeRequest): void {
    const { gates, trace } = this.#context;
    // Where a session has a socket, only other requests are waited for, unless recipients are limited by the second.
    for (const { opening, phase } of this.#sessions)
      if (opening.isDialling && phase !== 'ending' && !gates.isRateLimited(request.host))
        request.markServed();
    this.queue.add(request);
    this.serve();
    if (isObserved(trace)) this.#traceQueued(request);
  }

  /** Ends one idle session that no conversation needs: any, or one that holds a lease with this key. True if there was one. */
  endIdleSession(key?: string): boolean {
    for (const session of this.#sessions) {
      if (session.phase !== 'idle' || session.isKept) continue;
      if (key !== undefined && !session.opening.leaseKeys.includes(key)) continue;
      session.end();
      return true;
    }
    return false;
  }

  /** Rejects all requests. Aborts opening and busy sessions; idle ones say QUIT. */
  abort(reason: unknown): void {
    this.#rejectAll(reason);
    for (const session of this.#sessions) {
      const { phase, requests } = session;
      for (const request of requests) request.reject(reason);
      if (phase === 'idle' || (phase === 'busy' && requests.length === 0)) session.end();
      else if (phase !== 'ending') session.abort(reason);
    }
    this.serve();
  }

  /** The caller has gone. Ends sessions that work for no other caller: with QUIT, if no reply is awaited. */
  cancel(request: ProbeRequest): void {
    this.queue.remove(request);
    for (const session of this.#sessions) {
      const { phase, requests } = session;
      if (phase === 'opening' && this.queue.length === 0) giveUp(session);
      else if (phase === 'busy' && !requests.some(({ pending }) => pending)) {
        if (requests.length > 0) giveUp(session);
        else if (this.queue.length === 0) session.end();
      }
    }
  }

  serve(): void {
    const { first } = this.queue;
    if (first === undefined) {
      for (const session of this.#sessions)
        if (session.phase === 'opening' && session.opening.lease === undefined) giveUp(session);
      if (this.#sessions.size === 0) this.#listeners.onEmpty(this);
      return;
    }
    if (first.needsFreshSession) while (this.endIdleSession());
    const host = this.#hostOfNextSession(first);
    if (host === undefined) return;
    const session = new Session(host, this, this.#context);
    this.#sessions.add(session);
    session
      .run()
      .catch((error: unknown) => {
        // A store or our own code failed. That is no evidence for a verdict, so the callers get the error.
        for (const request of session.requests) request.reject(error);
        this.#rejectAll(error);
      })
      .finally(() => {
        this.#sessions.delete(session);
        this.serve();
      });
  }

  /** Wakes a session that can serve the queue. Returns the host to open another one for, if that is needed and allowed. */
  #hostOfNextSession(first: ProbeRequest): string | undefined {
    const sessions = this.#countSessions();
    const ready = this.queue.firstFor({ isUnused: false }) === undefined ? undefined : sessions.ready;
    ready?.wake();
    if (this.queue.hasSingle && this.#giveUpOneThatWaits()) return first.host;
    const others = this.#requestsBeside(sessions.waitedFor);
    const next = others.first;
    if (next === undefined || !this.#needsSession(others, sessions, ready !== undefined)) return undefined;
    const { gates } = this.#context;
    if (this.#sessions.size > 0) gates.recall(next.host, this.address);
    return sessions.connections < gates.connectionsTo(next.host, this.address) ? next.host : undefined;
  }

  /** Leaves requests to another egress, where one can be asked and this one is shut or perhaps blocked. */
  reroute(): void {
    if (this.#rerouteLeft() && this.queue.length === 0)
      for (const session of this.#sessions) if (session.phase === 'opening') giveUp(session);
    this.serve();
  }

  #rerouteLeft(): boolean {
    const { mayBeLeft } = this.#listeners;
    const left = this.queue.takeIf((request) => !request.waitsOutPauses && mayBeLeft(request));
    for (const request of left) request.reroute();
    return left.length > 0;
  }

  putBack(requests: readonly ProbeRequest[]): void {
    if (requests.length === 0) return;
    this.queue.putBack(requests);
    this.#rerouteLeft();
  }

  patienceMs(): number {
    for (const { isPatient, untriedAddresses } of this.queue)
      if (!isPatient && untriedAddresses.some((other) => other !== this.address))
        return Math.min(patienceBesideOthersMs, timeouts.connectMs);
    const leftMs = this.queue.latestDeadlineAt - steadyNow(this.#context.clock);
    return connectPatienceMs(leftMs, timeouts.connectMs);
  }

  onGreeted(): void {
    this.#isBusy = false;
    this.#refusalsInARow = 0;
    this.serve();
  }

  async onNotOpened(session: Session, failure: FailedOpening): Promise<void> {
    const { outage, policies } = this.#context;
    switch (failure.kind) {
      case 'paused':
        return this.#onPaused(session, failure.pause);
      case 'egress-failed':
        return this.#rejectAll(outage.recordFailure(failure.error));
      case 'route-silent':
        // Nobody waited long enough to tell a slow one from one that has failed. If it is slow, the next session serves.
        return this.#rejectAll(await outage.findFailure(session.signal));
      case 'unreachable':
        return this.#onUnreachable(session, failure);
      case 'refused':
        return await this.#onRefused(session, failure);
      case 'failed': {
        const ours = mayBeOurs(failure.failure) ? await outage.findFailure(session.signal) : undefined;
        if (ours !== undefined) this.#rejectAll(ours);
        // The next session serves the queue, without TLS.
        else if (failure.stage === 'starttls') policies.learn(session.host, { tls: false });
        else this.#onLost(session, failure);
      }
    }
  }

  #onPaused({ host }: Session, pause: ConnectionPause): void {
    const { gates } = this.#context;
    gates.recordShut({ host, address: this.address }, pause.key, pause);
    // Other exchanges at the address have nothing to do with a pause of this one.
    const isMeant = (request: ProbeRequest) =>
      pause.scope === 'address' || gates.exchangeKey(request.host) === pause.key;
    const answer = { kind: 'paused', reason: pause.reason, until: pause.until } as const;
    this.#listeners.onUnusable(this.address, this.queue.takeIf(isMeant), answer);
  }

  #onUnreachable(
    session: Session,
    { problem, patienceMs }: Extract<FailedOpening, { kind: 'unreachable' }>,
  ): void {
    const { gates } = this.#context;
    // No route says something about our side, and a refused connection is an answer.
    const isSilent = problem === 'connection_timeout';
    if (isSilent) gates.recordUnreachable(this.address);
    const testedMs = isSilent ? patienceMs : Number.POSITIVE_INFINITY;
    if (!this.#hasOthers(session)) {
      gates.recordUngreeted(session.host, this.address);
      const answer = { kind: 'unreachable', problem, testedMs } as const;
      this.#listeners.onUnusable(this.address, this.queue.takeAll(), answer);
    } else if (testedMs >= timeouts.connectMs) this.#recordConnectionLimit(session);
  }

  async #onRefused(
    session: Session,
    { stage, reply }: Extract<FailedOpening, { kind: 'refused' }>,
  ): Promise<void> {
    const { gates } = this.#context;
    // A busy server is often free again in a moment, and one with a limit after another session: the queue waits.
    if (this.#hasOthers(session)) return this.#recordConnectionLimit(session);
    const classification = session.classify(reply, stage);
    if (this.#isProviderLimit(session, classification)) return;
    if (await this.#backsOff(session, classification)) return;
    gates.recordUngreeted(session.host, this.address);
    this.#answerAll({ kind: 'reply', stage, reply, classification });
    if (classification.meaning === 'client-blocked')
      await gates.recordRefusal(session.host, { address: this.address });
    else if (asksToSlowDown(classification)) await gates.recordLimit(session.host, { counts: 'all' });
  }

  #onLost(session: Session, { stage, failure }: Extract<FailedOpening, { kind: 'failed' }>): void {
    const { gates, outage } = this.#context;
    if (this.#hasOthers(session)) {
      this.#recordConnectionLimit(session);
      return;
    }
    gates.recordUngreeted(session.host, this.address);
    // Whatever accepted the connection, it was perhaps not the server.
    const isUngreeted = stage === 'greeting';
    if (isUngreeted) outage.recordUnreachable(session.host, this.address);
    this.#answerAll({ kind: 'dialogue-failed', failure, ...(isUngreeted && { ungreeted: true }) });
  }

  /** The server refused a connection while other sessions were there. If those had connections, it has a limit. */
  #recordConnectionLimit({ host, opening }: Session): void {
    const { gates, onLimitMet } = this.#context;
    onLimitMet(host);
    gates.recordConnection(host, this.address, opening.held, { kind: 'refused' });
    if ((opening.held.get(gates.exchangeKey(host)) ?? 0) <= 1) gates.recordUngreeted(host, this.address);
  }

  /** The only session with an address shows a limit of its provider: the next one waits until the provider has fewer. */
  #isProviderLimit(session: Session, classification: Classification): boolean {
    const open = session.opening.held.get(this.#context.gates.exchangeKey(session.host)) ?? 0;
    this.#refusalsInARow += 1;
    if (!asksToSlowDown(classification) || open < 2 || this.#refusalsInARow > refusalsOfOneHost) return false;
    this.#recordConnectionLimit(session);
    return true;
  }

  async #backsOff({ host }: Session, classification: Classification): Promise<boolean> {
    const { gates, limiter, clock } = this.#context;
    const isTemporary = asksToSlowDown(classification) || classification.meaning === 'server-unavailable';
    if (!isTemporary || this.#isBusy) return false;
    this.#isBusy = true;
    // What one server says of itself is about its address, also at a provider.
    const [, server] = gates.connectionLimits(host, this.address);
    const pause = { until: clock.now() + busyPauseMs, reason: 'limited' } as const;
    await limiter.pause(server?.key ?? gates.exchangeKey(host), pause);
    return true;
  }

  #answerAll(answer: ProbeAnswer): void {
    const { onAnswer, identity } = this.#context;
    for (const request of this.queue.takeAll()) {
      onAnswer(request.recipient, answer, { host: request.host, identity });
      request.resolve(answer);
    }
  }

  #rejectAll(reason: unknown): void {
    if (reason !== undefined) for (const request of this.queue.takeAll()) request.reject(reason);
  }

  /** Tells of a request that waits because no session can take it before another one is answered, nor may one be opened. */
  #traceQueued({ recipient: { address: recipient }, host }: ProbeRequest): void {
    const { clock, egress, gates, trace } = this.#context;
    const { ready, isOpening } = this.#countSessions();
    if (this.queue.length === 0 || ready !== undefined || isOpening) return;
    if (this.#sessions.size < gates.connectionsTo(host, this.address)) return;
    const text = `all ${this.#sessions.size} connections are busy`;
    trace?.({ at: clock.now(), kind: 'queued', recipient, egress, host, text });
  }

  /** If all sessions wait for sockets behind a share that has come, gives one up for one that waits on its behalf. */
  #giveUpOneThatWaits(): boolean {
    const { limiter } = this.#context;
    const open = [...this.#sessions].filter(({ room }) => room > 0);
    const [first] = open;
    if (first === undefined || !open.every(({ opening }) => opening.waits)) return false;
    const share = this.queue.shareServedFirst((...shares) => limiter.goesBefore(...shares));
    if (share === undefined || !open.every(({ opening }) => opening.waitsBehind(share))) return false;
    giveUp(first);
    return true;
  }

  #countSessions(): SessionCounts {
    const counts: SessionCounts = {
      ...{ connections: 0, room: 0, inFlight: 0, unused: 0 },
      ...{ isOpening: false, isStepByStep: false, ready: undefined, waitedFor: [] },
    };
    let leastRoom = Number.POSITIVE_INFINITY;
    for (const session of this.#sessions) {
      const { opening, room } = session;
      const { waitsForExchange } = opening;
      if (waitsForExchange !== undefined) {
        counts.waitedFor.push(waitsForExchange);
        continue;
      }
      counts.connections += 1;
      counts.room += room;
      counts.inFlight += session.requests.length;
      counts.isOpening ||= session.phase === 'opening';
      counts.isStepByStep ||= session.isStepByStep;
      if (room === 0) continue;
      if (session.isUnused) counts.unused += 1;
      // The one with the least room is used first, so that sessions use up their limits one after another.
      if (room >= leastRoom || !session.isFree) continue;
      counts.ready = session;
      leastRoom = room;
    }
    return counts;
  }

  /**
   * The requests that may need another session: all, or those of other exchanges, if a session waits until its own exchange
   * allows a connection. Such a session is none for the others.
   */
  #requestsBeside(waitedFor: readonly string[]): RequestQueue {
    if (waitedFor.length === 0) return this.queue;
    const others = new RequestQueue();
    for (const request of this.queue)
      if (!waitedFor.includes(this.#context.gates.exchangeKey(request.host))) others.add(request);
    return others;
  }

  /** True if these requests, or those expected soon, need another session. */
  #needsSession(queue: RequestQueue, sessions: SessionCounts, hasReadySession: boolean): boolean {
    const { room, inFlight, unused, isOpening, isStepByStep } = sessions;
    if (!hasReadySession && !isOpening && isStepByStep) return true;
    if (queue.freshSessionsNeeded > unused) return true;
    const roomLeft = room - queue.length;
    if (-roomLeft < minRoom && this.#willServeAll(queue)) return false;
    // Where several are asked about at once, the next session opens while there is still room for as many again.
    return roomLeft < (inFlight > 1 ? Math.min(minRoom, inFlight) : 0);
  }

  /** True if bulk requests wait, and the only session will probably serve them all: a few are no reason for another one. */
  #willServeAll({ length, hasSingle }: RequestQueue): boolean {
    const [only] = this.#sessions;
    if (only === undefined || this.#sessions.size > 1 || only.opening.waitsForExchange !== undefined)
      return false;
    return length > 0 && !hasSingle && only.roomIf(partRefused) >= length;
  }

  #hasOthers(session: Session): boolean {
    for (const other of this.#sessions) if (other !== session && other.phase !== 'ending') return true;
    return false;
  }
}

function giveUp(session: Session): void {
  session.abort(new Error('No caller waits for this session any more.'));
}
