import { onAbort } from '../../concurrency/abort-listeners.ts';
import type { Permit } from '../../concurrency/semaphore.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { singleShare, type WorkShare } from '../../concurrency/work-share.ts';
import type { HeldLeases } from '../../exchange/egress-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { BlockSuspicion } from '../egress/block-suspicion.ts';
import type { WayOut } from '../egress/way-out.ts';
import type { Classification } from '../reply/meanings.ts';
import type { ConnectionGrant, ConnectionLease, ConnectionLimiter } from './connection-limiter.ts';
import type { Dialler, DialResult } from './dialler.ts';
import { greet, mayBeOurs, quit } from './dialogue.ts';
import { DialogueRunner, type StepTimeouts } from './dialogue-runner.ts';
import { countedIn, type ExchangeMonitor } from './exchange-monitor.ts';
import { FailedOpening } from './failed-opening.ts';
import { GreetedConnection } from './greeted-connection.ts';
import { PacedQueue } from './paced-queue.ts';
import type { AnswerListener, ProbeRequest } from './probe-request.ts';
import type { RequestQueue } from './request-queue.ts';
import { secondsOf } from './seconds.ts';
import { createDnsRecorder, createTraceRecorder, type Trace, type TraceRecorder } from './trace.ts';
import { WakeSignal } from './wake-signal.ts';

type Connected = Extract<DialResult, { kind: 'connected' }>;

/** What the sessions of an egress with all exchanges share. */
export interface SharedSessionDependencies {
  /** Name of the egress. */
  readonly egress: string;
  readonly wayOut: WayOut;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly limiter: ConnectionLimiter;
  readonly dialler: Dialler;
  readonly timeouts: StepTimeouts;
  /** How long a session without work stays open. */
  readonly idleMs: number;
  readonly trace: Trace | undefined;
  /** Called for each answer before the caller receives it, and before any answer of the same group is given. */
  readonly onAnswer: AnswerListener;
}

export interface SessionDependencies extends SharedSessionDependencies {
  readonly host: string;
  readonly number: number;
  readonly monitor: ExchangeMonitor;
  readonly queue: RequestQueue;
  /** True if other sessions serve the same queue, or are about to. */
  readonly hasOthers: (session: Session) => boolean;
  /** Called when the server has greeted us: it may then get further sessions. */
  readonly onGreeted: () => void;
}

/** A server that has not greeted us after this time is in doubt, also if nobody waits any longer. Some take six seconds. */
const longSilenceMs = 7_000;

/**
 * While recipients are spaced, a session waits so much longer for each of its own in flight: the one that has the fewest
 * takes the next. Otherwise one session would take all, and the server, which answers those of a session one after another,
 * would come to many of several sessions at once later.
 */
const msInFlight = 100;

/** Shorter waits for the rate of recipients are not told. */
const shortestToldWaitMs = 500;

export type SessionPhase = 'opening' | 'busy' | 'idle' | 'ending';

/** One session with an exchange: waits for its leases and a permit, connects, greets, serves the queue, says QUIT. */
export class Session {
  readonly #dependencies: SessionDependencies;
  readonly #controller = new AbortController();
  readonly #inFlight = new Set<ProbeRequest>();
  readonly #wakeSignal = new WakeSignal();
  readonly #pacedQueue: PacedQueue;
  readonly #failedOpening: FailedOpening;
  readonly #record: TraceRecorder;
  #phase: SessionPhase = 'opening';
  /** Set once the server has greeted us. */
  #connection: GreetedConnection | undefined;
  #error: { readonly reason: unknown } | undefined;
  /** On whose behalf the connection is opened. */
  #share: WorkShare = singleShare;
  #leaseKeys: readonly string[] = [];
  /** The right to its connection, or to the last one that it tried. */
  #lease: ConnectionLease | undefined;
  /** Aborts the wait for DNS, the leases and a permit. Undefined while there is none. */
  #wait: AbortController | undefined;
  #hasSocket = false;
  /** Held until the server has answered about a recipient. Undefined if the egress is known there. */
  #trial: Permit | undefined;
  /** The suspicion that the egress was blocked, when its connection was opened. */
  #suspicion: BlockSuspicion | undefined;
  /** The session ends: a single request waits for a connection of the same provider, or the server wants a long rest. */
  #yields = false;
  /** Pauses the exchange. Never rejects. */
  #pausing: Promise<unknown> | undefined;
  /** Until when a wait for the rate of recipients has been told, by the steady reading of the clock. */
  #toldWaitUntil = 0;

  constructor(dependencies: SessionDependencies) {
    const { queue, monitor, timeouts, hasOthers, clock, trace, number, egress, host } = dependencies;
    this.#dependencies = dependencies;
    this.#record = createTraceRecorder(clock, trace, { number, egress, host });
    this.#pacedQueue = new PacedQueue({ queue, monitor, leaseKeys: () => this.#leaseKeys });
    this.#failedOpening = new FailedOpening({
      ...dependencies,
      connectMs: timeouts.connectMs,
      hasOthers: () => hasOthers(this),
    });
  }

  get phase(): SessionPhase {
    return this.#phase;
  }

  /** Keys of the leases that it holds or waits for. */
  get leaseKeys(): readonly string[] {
    return this.#leaseKeys;
  }

  /** Requests taken from the queue and not answered yet. */
  get requests(): readonly ProbeRequest[] {
    return [...this.#inFlight];
  }

  /** True if it is past its wait for a socket and for DNS. */
  get hasSocket(): boolean {
    return this.#hasSocket && this.#phase !== 'ending';
  }

  /** True while it waits for its connection behind single requests, and in turn with other bulk work. */
  get waitsAsBulk(): boolean {
    return this.#wait !== undefined && this.#share.kind === 'bulk';
  }

  /** Lets the session wait for its connection as single requests do. Returns false if it waits as no bulk work does. */
  raise(): boolean {
    if (!this.waitsAsBulk) return false;
    this.#wait?.abort(new Error('A single request needs this session.'));
    return true;
  }

  /** Leaves its trial to a single request for another exchange, and waits for one again, unless it does so as such. */
  #giveUpTrial(): boolean {
    if (!this.waitsAsBulk) return false;
    this.#trial?.release();
    this.#trial = undefined;
    this.#wait?.abort(new Error('A single request needs this trial.'));
    return true;
  }

  /** True if it has sent nothing that is not answered, and waits until it may send more. */
  get waitsToSend(): boolean {
    return this.#phase === 'busy' && this.#inFlight.size === 0;
  }

  /** True if it is past that wait, and requests wait for nothing but other requests. */
  get servesAtOnce(): boolean {
    return this.hasSocket && !this.#pacedQueue.isRateLimited;
  }

  /** True if it can take requests now. */
  get ready(): boolean {
    return this.#phase !== 'ending' && !this.#stopped && !this.#yields && (this.#connection?.ready ?? false);
  }

  /** True until it asks about its first recipient. */
  get unused(): boolean {
    return this.room > 0 && (this.#connection?.unused ?? true);
  }

  /** True if it waits for every reply before the next command. */
  get lockstep(): boolean {
    return this.#connection?.lockstep ?? false;
  }

  /** How many recipients it can take, or will be able to once it is open. */
  get room(): number {
    return this.#roomIn(this.#connection?.room ?? this.#dependencies.monitor.policy.refusalsPerSession);
  }

  /** How many recipients it will probably take before it ends. */
  get likelyRoom(): number {
    return this.#roomIn(
      this.#connection?.likelyRoom ?? 2 * this.#dependencies.monitor.policy.refusalsPerSession,
    );
  }

  #roomIn(room: number): number {
    return this.#phase === 'ending' || this.#stopped || this.#yields ? 0 : room;
  }

  /** Makes it look at the queue again. */
  wake(): void {
    this.#wakeSignal.wake();
  }

  /** Ends an idle session with QUIT. */
  end(): void {
    this.#startEnding();
    this.#wakeSignal.wake();
  }

  #startEnding(): void {
    this.#phase = 'ending';
    this.#lease?.markEnding();
  }

  /** How many leases there were when it got its own. */
  get #held(): HeldLeases {
    return this.#lease?.held ?? new Map();
  }

  /** Closes the connection at once, in any phase. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
    this.#wakeSignal.wake();
  }

  /** Rejects if a store or our own code fails, never because of what a server does, nor when aborted. */
  async run(): Promise<void> {
    const { signal } = this.#controller;
    try {
      const dialled = await this.#dial();
      if (dialled.kind !== 'connected') return this.#failedOpening.onNotConnected(dialled, this.#held);
      await this.#converse(dialled).finally(() => dialled.release());
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#trial?.release();
    }
  }

  async #dial(): Promise<DialResult> {
    const { clock, trace, number, egress, host, dialler, queue, timeouts } = this.#dependencies;
    const recordDns = createDnsRecorder(clock, trace, { session: number, egress, host });
    const { signal } = this.#controller;
    for (;;) {
      const wait = new AbortController();
      const unfollow = onAbort(signal, () => wait.abort(signal.reason));
      this.#wait = wait;
      this.#share = queue.first?.share ?? this.#share;
      try {
        return await dialler.dial(host, {
          connectMs: timeouts.connectMs,
          deadlineAt: queue.latestDeadlineAt,
          signal: wait.signal,
          share: this.#share,
          admit: (address) => this.#admit(address, wait),
          record: this.#record,
          recordDns,
        });
      } catch (error) {
        // Otherwise a single request has come, and the session waits again: on its behalf, or behind it.
        if (signal.aborted || !wait.signal.aborted) throw error;
      } finally {
        unfollow();
        this.#wait = undefined;
      }
    }
  }

  async #admit(address: string, wait: AbortController): Promise<ConnectionGrant> {
    const { limiter, monitor, queue } = this.#dependencies;
    const limits = monitor.connectionLimits(address);
    this.#leaseKeys = limits.map(({ key }) => key);
    this.#wait = wait;
    const options = { signal: wait.signal, share: this.#share };
    this.#trial ??= await monitor.acquireTrial(options, () => this.#giveUpTrial());
    const grant = await limiter.acquire(limits, {
      signal: wait.signal,
      share: this.#share,
      waitUntil: queue.waitUntil,
      onWait: (what) => this.#record?.('waiting', [what]),
      // The requests in flight are then asked again by another session.
      onLost: () =>
        this.abort(new Error('The lease of this connection was lost: the process must have stood still.')),
    });
    this.#wait = undefined;
    if (grant.kind === 'lease') {
      this.#lease = grant;
      this.#hasSocket = true;
      this.#suspicion = monitor.onConnecting();
      if (!this.#pacedQueue.isRateLimited) queue.reportSlot();
    }
    return grant;
  }

  /** Resolves when the server no longer counts the connection, so that its leases may be released. */
  async #converse({ connection, address }: Connected): Promise<void> {
    const { host, timeouts } = this.#dependencies;
    const { signal } = this.#controller;
    const dialogues = new DialogueRunner(connection, { host, timeouts, record: this.#record });
    const hangUp = () => dialogues.close();
    signal.addEventListener('abort', hangUp);
    try {
      if (signal.aborted) return;
      await this.#greetAndServe(dialogues, address);
    } finally {
      this.#startEnding();
      dialogues.close();
      await connection.closed;
      signal.removeEventListener('abort', hangUp);
      this.#record?.('closed', []);
    }
  }

  async #greetAndServe(dialogues: DialogueRunner, address: string): Promise<void> {
    const { clock, dialler, host, identity, monitor, timeouts, onGreeted } = this.#dependencies;
    const { signal } = this.#controller;
    const connectedAt = steadyNow(clock);
    let greeted = false;
    const recordGreeting = () => {
      if (!greeted) dialler.recordGreeting(host, true);
      greeted = true;
    };
    // The greeting counts when it comes: replies behind it may be long in coming.
    const greeting = await dialogues.run(greet(identity, { tls: monitor.policy.tls }), {
      onReply: recordGreeting,
    });
    // One that says 421 is told of only here.
    if (greeting.kind === 'refused') recordGreeting();
    else if (!greeted && signal.aborted && steadyNow(clock) - connectedAt >= longSilenceMs)
      dialler.recordGreeting(host, false);
    if (signal.aborted) return;
    if (greeting.kind !== 'ready') {
      const handled = this.#failedOpening.onNotGreeted(greeting, { address, held: this.#held, signal });
      // A server that has not said that it closes the connection waits for QUIT (RFC 5321 §3.1).
      const isOpen = greeting.kind === 'refused' && greeting.reply.code !== 421;
      const quitted = isOpen ? dialogues.run(quit(), { replyMs: timeouts.quitMs }) : undefined;
      await Promise.all([handled.finally(() => this.#startEnding()), quitted]);
      return;
    }
    monitor.onGreeting(this.#held, steadyNow(clock) - connectedAt, this.#suspicion);
    const { capabilities } = greeting;
    const { mailFrom } = identity;
    const onLimit = (classification: Classification, refusals: number) => {
      this.#pausing = Promise.all([
        this.#pausing,
        monitor.onLimit(this.#leaseKeys, countedIn(classification), refusals),
      ]);
    };
    const onRecipientReply = (isMissing: boolean) => monitor.onRecipientReply(this.#leaseKeys, isMissing);
    const connection = new GreetedConnection({
      ...{ dialogues, capabilities, mailFrom, monitor },
      onLimit,
      onRecipientReply,
    });
    this.#connection = connection;
    this.#phase = 'busy';
    onGreeted();
    await this.#serve(connection);
    if (connection.failed || signal.aborted) return;
    await dialogues.run(quit(), { replyMs: timeouts.quitMs });
    await dialogues.end(timeouts.quitMs);
  }

  async #serve(connection: GreetedConnection): Promise<void> {
    const { clock } = this.#dependencies;
    while (this.#inFlight.size > 0 || !this.#stopped) {
      if (this.#phase === 'ending') break;
      this.#yieldIfWanted(connection);
      const requests = this.ready ? this.#pacedQueue.takeGroup(connection) : [];
      const waitMs = this.ready ? this.#pacedQueue.msToRecipient(connection) : 0;
      if (requests.length > 0) this.#start(connection, requests);
      else if (waitMs > 0) {
        this.#recordWait(waitMs);
        await this.#wakeSignal.sleepAtMost(clock, waitMs + this.#inFlight.size * msInFlight);
      } else if (this.#inFlight.size > 0) await this.#wakeSignal.sleep();
      else if (this.#isDone(connection) || !(await this.#waitForWork())) break;
    }
    this.#startEnding();
    if (this.#error !== undefined) throw this.#error.reason;
  }

  /** Tells of a wait for the rate of recipients, once. */
  #recordWait(waitMs: number): void {
    const now = steadyNow(this.#dependencies.clock);
    if (waitMs < shortestToldWaitMs || now < this.#toldWaitUntil) return;
    this.#toldWaitUntil = now + waitMs;
    this.#record?.('waiting', [`${secondsOf(waitMs)} s, because it bears only so many recipients a second`]);
  }

  /** Ends if a single request waits for a connection of the provider, and here is only bulk work, or before a long rest. */
  #yieldIfWanted({ unused }: GreetedConnection): void {
    const { queue, limiter, monitor, idleMs } = this.#dependencies;
    if (unused || this.#yields || queue.length === 0) return;
    this.#yields = monitor.restMs > idleMs || (!queue.hasSingle && limiter.mustYield(this.#leaseKeys));
    if (this.#yields) this.#lease?.markEnding();
  }

  get #stopped(): boolean {
    return (
      (this.#connection?.failed ?? false) || this.#controller.signal.aborted || this.#error !== undefined
    );
  }

  /** True if the session can serve nobody any more, the queue needs another session, or the connection is wanted. */
  #isDone(connection: GreetedConnection): boolean {
    const { queue, limiter } = this.#dependencies;
    const isUsedUp = this.#yields || connection.room === 0;
    return isUsedUp || queue.length > 0 || limiter.isContended(this.#leaseKeys);
  }

  #start(connection: GreetedConnection, requests: readonly ProbeRequest[]): void {
    this.#phase = 'busy';
    for (const request of requests) {
      request.giveSlot();
      this.#inFlight.add(request);
    }
    this.#probe(connection, requests)
      .catch((error: unknown) => {
        this.#error ??= { reason: error };
        for (const request of requests) request.reject(error);
      })
      .finally(() => {
        for (const request of requests) this.#inFlight.delete(request);
        this.#wakeSignal.wake();
      });
  }

  async #probe(connection: GreetedConnection, requests: readonly ProbeRequest[]): Promise<void> {
    const { monitor, queue, wayOut, host, identity, onAnswer } = this.#dependencies;
    const from = { host, identity };
    const wasUnused = connection.unused;
    const { outcomes, failure, confirmed } = await connection.probe(requests);
    await this.#pausing;
    const wayOutFailure =
      failure !== undefined && mayBeOurs(failure)
        ? await wayOut.findFailure(this.#controller.signal)
        : undefined;
    if (failure !== undefined && wayOutFailure === undefined) {
      monitor.onDialogueFailure(failure, connection, wasUnused && connection.unused);
    }
    // Another session may have taken one meanwhile.
    const answered = confirmed.filter(({ request }) => queue.remove(request));
    for (const { request, answer } of answered) onAnswer(request.recipient, answer, from);
    const retried: ProbeRequest[] = [];
    let limited: Classification | undefined;
    for (const [index, request] of requests.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || !request.pending) continue;
      if (outcome.kind === 'answered') {
        answered.push({ request, answer: outcome.answer });
        onAnswer(request.recipient, outcome.answer, from);
      } else if (wayOutFailure !== undefined) request.reject(wayOutFailure);
      else {
        if (outcome.freshSession) request.requireFreshSession();
        limited ??= outcome.limited;
        retried.push(request);
      }
    }
    if (limited !== undefined) await monitor.onLimit(this.#leaseKeys, countedIn(limited));
    for (const request of requests) this.#inFlight.delete(request);
    const unanswered = retried.filter(({ pending }) => pending);
    const isLeft = ({ waits }: ProbeRequest) => monitor.isSuspect && !waits;
    queue.putBack(unanswered.filter((request) => !isLeft(request)));
    for (const request of unanswered.filter(isLeft)) request.leaveToOthers();
    for (const { request, answer } of answered) {
      request.resolve(answer);
      if (answer.kind === 'reply') {
        const about = { keys: this.#leaseKeys, recipient: request.recipient.address };
        await monitor.onReply(answer.classification, answer.stage, about);
      }
    }
    if (monitor.isWelcome) this.#trial?.release();
  }

  /** False if the session should end instead. */
  async #waitForWork(): Promise<boolean> {
    const { clock, idleMs, queue } = this.#dependencies;
    this.#phase = 'idle';
    await this.#wakeSignal.sleepAtMost(clock, idleMs);
    return queue.length > 0;
  }
}
