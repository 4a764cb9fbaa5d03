import { ExchangeMonitor, type ExchangeMonitorDependencies } from './exchange-monitor.ts';
import {
  type ProbeAnswer,
  ProbeRequest,
  type ProbeRequestOptions,
  type Recipient,
  recipientDomain,
} from './probe-request.ts';
import { RequestQueue } from './request-queue.ts';
import { Session, type SharedSessionDependencies } from './session.ts';
import { isObserved } from './trace.ts';

/** What all pools of an engine share. */
export interface PoolDependencies extends SharedSessionDependencies, ExchangeMonitorDependencies {
  readonly nextSessionNumber: () => number;
}

/** If all sessions of a busy exchange together have less room than this, another one is opened. */
const minRoom = 5;

/** The requests to one exchange, and the sessions that serve them. */
export class ExchangePool {
  readonly host: string;
  readonly #dependencies: PoolDependencies;
  readonly #monitor: ExchangeMonitor;
  readonly #queue = new RequestQueue();
  readonly #sessions = new Set<Session>();
  readonly #onEmpty: () => void;

  /** `onEmpty` is called when no request and no session is left. */
  constructor(host: string, dependencies: PoolDependencies, onEmpty: () => void) {
    this.host = host;
    this.#dependencies = dependencies;
    this.#monitor = new ExchangeMonitor(host, dependencies, (domain) => this.#passOn(domain));
    this.#onEmpty = onEmpty;
  }

  /** Requests that wait for their answers. */
  get requestCount(): number {
    let count = this.#queue.length;
    for (const session of this.#sessions) count += session.requests.length;
    return count;
  }

  /** Connections that have not been greeted yet. */
  get openingConnections(): number {
    let count = 0;
    for (const session of this.#sessions) if (session.phase === 'opening' && session.hasSocket) count += 1;
    return count;
  }

  /** Asks the exchange about a recipient. Rejects once no caller waits for the answer, or if a store fails. */
  ask(recipient: Recipient, options: ProbeRequestOptions): Promise<ProbeAnswer> {
    const { wait } = options;
    const request = new ProbeRequest(recipient, options);
    wait.onAbandoned((reason) => this.#cancel(request, reason));
    if (this.#servesAtOnce) request.giveSlot();
    this.#queue.add(request);
    this.#serveQueue();
    if (this.#isFull) this.#recordQueued(request);
    return request.answer;
  }

  /** Ends one idle session: any, or one that holds a lease with this key. True if there was one. */
  endIdleSession(key?: string): boolean {
    for (const session of this.#sessions) {
      if (session.phase !== 'idle') continue;
      if (key !== undefined && !session.leaseKeys.includes(key)) continue;
      session.end();
      return true;
    }
    return false;
  }

  /** Rejects all requests. Aborts opening and busy sessions; idle and ending ones may still say QUIT. */
  abort(reason: unknown): void {
    for (const request of this.#queue.takeAll()) request.reject(reason);
    for (const session of this.#sessions) {
      for (const request of session.requests) request.reject(reason);
      if (session.waitsToSend) session.end();
      else if (session.phase === 'opening' || session.phase === 'busy') session.abort(reason);
    }
    this.#serveQueue();
  }

  /** Other connections may be open than before. */
  onLimitChange(): void {
    this.#serveQueue();
  }

  /**
   * Leaves the requests that could be asked through another egress to that, because this one is blocked here. With a
   * domain, gives up all requests about it, because only that blocks the egress.
   */
  #passOn(domain: string | undefined): void {
    const isPassedOn = ({ waits, recipient }: ProbeRequest) =>
      domain === undefined ? !waits : recipientDomain(recipient.address) === domain;
    const passedOn = this.#queue.takeIf(isPassedOn);
    for (const request of passedOn) request.resolve({ kind: 'paused', reason: 'blocked' });
  }

  /**
   * Leaves the requests that could be asked through another egress to that, because this one may have been blocked here, and
   * gives up connections that are then not needed.
   */
  leaveToOthers(): void {
    for (const request of this.#queue.takeIf(({ waits }) => !waits)) request.leaveToOthers();
    if (this.#queue.length > 0) return;
    for (const session of this.#sessions)
      if (session.phase === 'opening' && !session.hasSocket)
        session.abort(new Error('Its requests are left to another egress.'));
  }

  /** Wakes a session for the first request, or opens another session. */
  #serveQueue(): void {
    const { first } = this.#queue;
    if (first === undefined) {
      if (this.#sessions.size === 0) this.#onEmpty();
      return;
    }
    if (first.needsFreshSession) while (this.endIdleSession());
    const isForUsed = this.#queue.firstFor({ unused: false }) !== undefined;
    const ready = isForUsed ? this.#findReadySession() : undefined;
    ready?.wake();
    if (this.#queue.hasSingle) this.#raiseOneSession();
    if (!this.#needsSession(ready !== undefined)) return;
    const [other] = this.#sessions;
    if (other !== undefined) this.#monitor.onFurtherSessionWanted(other.leaseKeys);
    if (this.#sessions.size < this.#mostSessions) this.#openSession();
  }

  /** True if a session is past its wait for a socket, and waits for nothing else. */
  get #servesAtOnce(): boolean {
    for (const session of this.#sessions) if (session.servesAtOnce) return true;
    return false;
  }

  /** One is enough to find out whether the egress is blocked. */
  get #mostSessions(): number {
    return this.#monitor.isSuspect ? 1 : this.#monitor.maxSessions;
  }

  /** True if no session can take a request before another one is answered, nor may one be opened. */
  get #isFull(): boolean {
    if (this.#sessions.size < this.#mostSessions) return false;
    for (const session of this.#sessions) if (session.ready || session.phase === 'opening') return false;
    return true;
  }

  #recordQueued({ recipient: { address: recipient } }: ProbeRequest): void {
    const { clock, egress, trace } = this.#dependencies;
    if (!isObserved(trace)) return;
    trace({
      ...{ at: clock.now(), kind: 'queued', recipient, egress, host: this.host },
      text: `all ${this.#sessions.size} connections are busy`,
    });
  }

  /** If all sessions wait for sockets behind bulk work, lets one of them wait as a single request does. */
  #raiseOneSession(): void {
    for (const session of this.#sessions) if (session.room > 0 && !session.waitsAsBulk) return;
    for (const session of this.#sessions) if (session.raise()) return;
  }

  /** The ready session with the least room, so that sessions use up their limits one after another. */
  #findReadySession(): Session | undefined {
    let found: Session | undefined;
    for (const session of this.#sessions) {
      if (session.ready && session.room < (found?.room ?? Infinity)) found = session;
    }
    return found;
  }

  /** True if the requests in the queue, or those expected soon, need another session. */
  #needsSession(hasReadySession: boolean): boolean {
    let roomLeft = -this.#queue.length;
    let opening = false;
    let unused = 0;
    let inFlight = 0;
    let inLockstep = false;
    for (const session of this.#sessions) {
      roomLeft += session.room;
      inFlight += session.requests.length;
      opening ||= session.phase === 'opening';
      if (session.unused) unused += 1;
      inLockstep ||= session.lockstep;
    }
    if (!hasReadySession && !opening && inLockstep) return true;
    if (this.#queue.freshSessionsNeeded > unused) return true;
    if (-roomLeft < minRoom && this.#willServeAll) return false;
    // The next session opens while the last one still has room, so that a busy exchange need not wait for it.
    return roomLeft < (inFlight > 0 ? minRoom : 0);
  }

  /** True if bulk requests wait, and the only session will probably serve them all: a few are no reason for another one. */
  get #willServeAll(): boolean {
    const [only] = this.#sessions;
    if (only === undefined || this.#sessions.size > 1) return false;
    const { length, hasSingle } = this.#queue;
    return length > 0 && !hasSingle && only.likelyRoom >= length;
  }

  #openSession(): void {
    const session = new Session({
      ...this.#dependencies,
      host: this.host,
      number: this.#dependencies.nextSessionNumber(),
      monitor: this.#monitor,
      queue: this.#queue,
      hasOthers: (self) => this.#hasOthers(self),
      onGreeted: () => this.#serveQueue(),
    });
    this.#sessions.add(session);
    session
      .run()
      .catch((error: unknown) => {
        // A store or our own code failed. That is no evidence for a verdict, so the callers get the error.
        for (const request of [...session.requests, ...this.#queue.takeAll()]) request.reject(error);
      })
      .finally(() => {
        this.#sessions.delete(session);
        this.#serveQueue();
      });
  }

  #hasOthers(session: Session): boolean {
    for (const other of this.#sessions) if (other !== session && other.phase !== 'ending') return true;
    return false;
  }

  /** The caller has gone. Ends sessions that work for no other caller: with QUIT, if no reply is awaited. */
  #cancel(request: ProbeRequest, reason: unknown): void {
    request.reject(reason);
    this.#queue.remove(request);
    for (const session of this.#sessions) {
      if (this.#isNeeded(session)) continue;
      if (session.waitsToSend) session.end();
      else session.abort(new Error('No caller waits for this session any more.'));
    }
  }

  #isNeeded(session: Session): boolean {
    switch (session.phase) {
      case 'opening':
        return this.#queue.length > 0;
      case 'busy':
        return session.waitsToSend
          ? this.#queue.length > 0
          : session.requests.some((request) => request.pending);
      case 'idle':
      case 'ending':
        return true;
    }
  }
}
