import { onAbort } from '../../concurrency/abort-listeners.ts';
import type { Conversation } from '../../concurrency/conversation.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { singleShare, type WorkShare } from '../../concurrency/work-share.ts';
import { ConnectionError, type ConnectionErrorCode } from '../../errors.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import type { Gates, HeldLeases } from '../../exchange/gates/gates.ts';
import type { ExchangePolicies, KnownHost } from '../../exchange/policy.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { SmtpConnection, SmtpReply, SmtpTransport } from '../../ports/smtp-transport.ts';
import { classify } from '../reply/classification.ts';
import { asksToSlowDown, type Classification, type Stage } from '../reply/meanings.ts';
import type {
  ConnectionGrant,
  ConnectionLease,
  ConnectionLimiter,
  ConnectionPause,
} from './connection-limiter.ts';
import { type DialogueFailure, type GreetingResult, greet, mayBeOurs, quit } from './dialogue.ts';
import { DialogueRunner, timeouts } from './dialogue-runner.ts';
import type { AnswerListener, ProbeAnswer, ProbeRequest } from './probe-request.ts';
import type { RequestQueue } from './request-queue.ts';
import { secondsOf } from './seconds.ts';
import { SessionRecord } from './session-record.ts';
import { createTraceRecorder, type ObservedTrace, type TraceRecorder } from './trace.ts';
import { askGroup, type GroupResult, recipientOf, stageOf, type VoidGroup } from './transaction.ts';
import { WakeSignal } from './wake-signal.ts';

/** What the sessions of an egress share. */
export interface SessionDependencies {
  /** Name of the egress. */
  readonly egress: string;
  readonly identity: Identity;
  readonly smtp: SmtpTransport;
  readonly outage: EgressOutage;
  readonly gates: Gates;
  readonly policies: ExchangePolicies;
  readonly limiter: ConnectionLimiter;
  readonly clock: Clock;
  /** Port of the exchanges. */
  readonly port: number;
  /** How long a session without work stays open. */
  readonly idleMs: number;
  readonly trace: ObservedTrace | undefined;
  readonly nextSessionNumber: () => number;
  /** Called for each answer before the caller receives it, and before any answer of the same group is given. */
  readonly onAnswer: AnswerListener;
  /** Called at each sign of a limit that tells something new. */
  readonly onLimitMet: (host: string) => void;
}

/** Why a session could not be opened. */
export type FailedOpening =
  | { readonly kind: 'paused'; readonly pause: ConnectionPause }
  | { readonly kind: 'egress-failed'; readonly error: ConnectionError }
  | { readonly kind: 'way-out-silent' }
  | { readonly kind: 'unreachable'; readonly problem: ConnectionErrorCode; readonly patienceMs: number }
  | Exclude<GreetingResult, { kind: 'ready' }>;

/** The sessions with one IP address, as one of them sees them. */
export interface SessionOwner {
  readonly queue: RequestQueue;
  /** Returns how long a connection may take. */
  patienceMs(): number;
  /** Takes requests back that are to be asked again. */
  putBack(requests: readonly ProbeRequest[]): void;
  /** A session waits for its connection. */
  onWaiting(): void;
  /** The server has greeted us: it may get further sessions. */
  onGreeted(session: Session): void;
  /** Decides what becomes of the queue. Resolves when the server may be told QUIT. */
  onNotOpened(session: Session, failure: FailedOpening): Promise<void>;
}

export type SessionPhase = 'opening' | 'busy' | 'idle' | 'ending';

interface ClassifiedReply {
  readonly request: ProbeRequest | undefined;
  readonly classification: Classification;
}

interface AnsweredRequest {
  readonly request: ProbeRequest;
  readonly answer: ProbeAnswer;
}

/** How a group was asked. */
interface AskedGroup {
  /** True if nobody was asked about before in this session. */
  readonly isFirst: boolean;
  readonly pipelining: boolean;
  readonly record: SessionRecord;
  readonly dialogues: DialogueRunner;
}

/** A server that has not greeted us after this time is in doubt, also if nobody waits any longer. Some take six seconds. */
const longSilenceMs = 7_000;
/** A server that offers PIPELINING may drop what is pipelined: until it has answered a group, replies are waited for so long. */
const unprovenReplyMs = 7_000;
/** How long a group is kept waiting for more bulk work. */
const gatherMs = 5;
/** Shorter waits for the rate of recipients are not told. */
const shortestToldWaitMs = 500;

/** One session with a server: waits for its leases and a socket, connects, greets, serves the queue, says QUIT. */
export class Session {
  readonly host: string;
  readonly address: string;
  readonly #owner: SessionOwner;
  readonly #dependencies: SessionDependencies;
  readonly #controller = new AbortController();
  readonly #wakeSignal = new WakeSignal();
  readonly #recorder: TraceRecorder;
  readonly #conversations = new Set<Conversation>();
  #phase: SessionPhase = 'opening';
  /** Set once the server has greeted us. */
  #record: SessionRecord | undefined;
  #lease: ConnectionLease | undefined;
  #leaseKeys: readonly string[] = [];
  /** Aborts the wait for the leases and a socket. Undefined while there is none. */
  #wait: AbortController | undefined;
  /** That of the limit that it waits for, if that takes time. */
  #waitsFor: string | undefined;
  /** On whose behalf the connection is opened. */
  #share: WorkShare = singleShare;
  #inFlight: readonly ProbeRequest[] = [];
  /** Refusals without words, which count if the server accepts a later recipient here. */
  readonly #doubted: AnsweredRequest[] = [];
  /** True once our way out is open. */
  #isDialling = false;
  /** A group did not count, the server closes the connection, or we do. */
  #isFailed = false;
  /** It ends for the sake of others: a single request waits for a connection, or nobody may be asked for long. */
  #yields = false;
  #toldWaitUntil = 0;
  /** The refusals of the group, which are classified as they arrive, and needed again when they are given to their request. */
  readonly #classified = new Map<SmtpReply, ClassifiedReply>();

  constructor(
    target: { readonly host: string; readonly address: string },
    owner: SessionOwner,
    dependencies: SessionDependencies,
  ) {
    const { clock, trace, egress, nextSessionNumber } = dependencies;
    this.host = target.host;
    this.address = target.address;
    this.#owner = owner;
    this.#dependencies = dependencies;
    this.#recorder = createTraceRecorder(clock, trace, {
      number: nextSessionNumber(),
      egress,
      host: target.host,
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
    return this.#inFlight;
  }

  /** How many leases there were when it got its own. */
  get held(): HeldLeases {
    return this.#lease?.held ?? new Map();
  }

  /** True if it is past its wait for a socket. */
  get hasSocket(): boolean {
    return this.#lease !== undefined && this.#phase !== 'ending';
  }

  /** True if it has a socket and nothing but the server is waited for. */
  get serves(): boolean {
    return this.#isDialling && this.#phase !== 'ending';
  }

  /** Fires when it is aborted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True while it waits for its leases and a socket. */
  get waits(): boolean {
    return this.#wait !== undefined;
  }

  /** True while it waits for its connection on behalf of a share that gets one later than this one. */
  waitsBehind(share: WorkShare): boolean {
    return this.waits && this.#dependencies.limiter.goesBefore(share, this.#share);
  }

  /** Key of the exchange that must first allow it a connection; undefined if it waits for no such thing. */
  get waitsForExchange(): string | undefined {
    const [exchange] = this.#leaseKeys;
    return this.#wait !== undefined && this.#waitsFor === exchange ? exchange : undefined;
  }

  /** True if it is open, and nobody is being asked about. */
  get isFree(): boolean {
    return this.#inFlight.length === 0 && this.#record !== undefined;
  }

  /** True until it asks about its first recipient. */
  get isUnused(): boolean {
    return this.#record?.isUnused ?? true;
  }

  /** True if it waits for every reply before the next command. */
  get isStepByStep(): boolean {
    return this.#record !== undefined && !this.#record.pipelining;
  }

  /** True if a conversation may ask its next question here. */
  get isKept(): boolean {
    return this.#conversations.size > 0;
  }

  /** How many recipients it can take, or will be able to once it is open. */
  get room(): number {
    if (this.#isOver) return 0;
    return this.#record?.room ?? this.#dependencies.policies.policyFor(this.host).refusalsPerSession;
  }

  /** How many recipients it will probably take before it ends. */
  get likelyRoom(): number {
    if (this.#isOver) return 0;
    return (
      this.#record?.likelyRoom ?? 2 * this.#dependencies.policies.policyFor(this.host).refusalsPerSession
    );
  }

  get #isOver(): boolean {
    return this.#phase === 'ending' || this.#isFailed || this.#yields;
  }

  /** Makes it look at the queue again. */
  wake(): void {
    this.#wakeSignal.wake();
  }

  /** A conversation goes on elsewhere, or has ended. */
  leave(conversation: Conversation): void {
    this.#conversations.delete(conversation);
    if (!this.isKept && this.#dependencies.limiter.isContended(this.#leaseKeys)) this.wake();
  }

  /** Lets the session wait for its connection on behalf of another share. Returns false if it does not wait behind that. */
  promote(share: WorkShare): boolean {
    if (!this.waitsBehind(share)) return false;
    this.#wait?.abort(new Error('A request of another share needs this session.'));
    return true;
  }

  /** Ends an idle session with QUIT. */
  end(): void {
    this.#startEnding();
    this.wake();
  }

  /** Closes the connection at once, in any phase. */
  abort(reason: unknown): void {
    this.#isFailed = true;
    this.#controller.abort(reason);
    this.wake();
  }

  #startEnding(): void {
    this.#phase = 'ending';
    this.#lease?.markEnding();
  }

  /** Rejects if a store or our own code fails, never because of what a server does, nor when aborted. */
  async run(): Promise<void> {
    const { signal } = this.#controller;
    try {
      const connection = await this.#connect();
      if (connection instanceof Object && 'kind' in connection)
        await this.#owner.onNotOpened(this, connection);
      else if (connection !== undefined) await this.#converse(connection);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#startEnding();
      for (const conversation of this.#conversations) conversation.leaveSession();
      await this.#lease?.release();
    }
  }

  // ----------------------------------------------------------------------------------------------- opening

  async #connect(): Promise<SmtpConnection | FailedOpening> {
    const { smtp, port, outage } = this.#dependencies;
    const { signal } = this.#controller;
    const grant = await this.#acquire();
    if (grant.kind === 'pause') return { kind: 'paused', pause: grant };
    this.#lease = grant;
    signal.throwIfAborted();
    const onDialling = () => this.#startDialling();
    if (!outage.mayFail) onDialling();
    const { address } = this;
    const timeoutMs = this.#owner.patienceMs();
    this.#recorder?.('connecting', [address]);
    try {
      const connection = await smtp.connect({ address, port }, { timeoutMs, signal, onDialling });
      onDialling();
      this.#recorder?.('connected', [address]);
      return connection;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionError)) throw error;
      this.#recorder?.('failed', [error.message]);
      // Nobody counts the connection any more, so that the next one need not wait for this.
      await grant.release();
      if (error.code === 'egress_failed') return { kind: 'egress-failed', error };
      if (error.code === 'connection_timeout' && !this.#isDialling) return { kind: 'way-out-silent' };
      return { kind: 'unreachable', problem: error.code, patienceMs: timeoutMs };
    }
  }

  /** Tells of its socket those who wait for nothing else: it can be new for one only, and some wait for a rate. */
  #startDialling(): void {
    if (this.#isDialling) return;
    this.#isDialling = true;
    let isTaken = false;
    for (const request of this.#owner.queue) {
      if (this.#dependencies.gates.isRateLimited(request.host)) continue;
      if (!request.needsFreshSession || !isTaken) request.markServed();
      isTaken ||= request.needsFreshSession;
    }
  }

  async #acquire(): Promise<ConnectionGrant> {
    const { limiter, gates } = this.#dependencies;
    const { signal } = this.#controller;
    const { queue } = this.#owner;
    const limits = gates.connectionLimits(this.host, this.address);
    // One that lasts for itself could be given up for nobody.
    this.#leaseKeys = limits.filter(({ lastsMs }) => lastsMs === undefined).map(({ key }) => key);
    for (;;) {
      const wait = new AbortController();
      const unfollow = onAbort(signal, () => wait.abort(signal.reason));
      this.#wait = wait;
      this.#share = queue.shareServedFirst((...shares) => limiter.goesBefore(...shares)) ?? this.#share;
      try {
        return await limiter.acquire(limits, {
          signal: wait.signal,
          share: this.#share,
          waitUntil: queue.waitUntil,
          onWait: (what, key) => {
            this.#recorder?.('waiting', [what]);
            this.#waitsFor = key;
            this.#owner.onWaiting();
          },
          // The requests in flight are then asked again by another session.
          onLost: () =>
            this.abort(
              new Error('The lease of this connection was lost: the process must have stood still.'),
            ),
        });
      } catch (error) {
        // Otherwise a request of another share has come, and the session waits again on its behalf.
        if (signal.aborted || !wait.signal.aborted) throw error;
      } finally {
        unfollow();
        this.#wait = undefined;
        this.#waitsFor = undefined;
      }
    }
  }

  /** Resolves when the server no longer counts the connection. */
  async #converse(connection: SmtpConnection): Promise<void> {
    const { signal } = this.#controller;
    const dialogues = new DialogueRunner(connection, { host: this.host, timeouts, record: this.#recorder });
    const unfollow = onAbort(signal, () => dialogues.close());
    try {
      const record = signal.aborted ? undefined : await this.#greet(dialogues);
      if (record === undefined) return;
      await this.#serve(record, dialogues);
      if (this.#isFailed) return;
      await dialogues.run(quit(), { replyMs: timeouts.quitMs });
      await dialogues.end(timeouts.quitMs);
    } finally {
      this.#startEnding();
      dialogues.close();
      await connection.closed;
      unfollow();
      this.#recorder?.('closed', []);
    }
  }

  /** Returns undefined if the server does not greet us, or refuses to talk to us. */
  async #greet(dialogues: DialogueRunner): Promise<SessionRecord | undefined> {
    const { clock, identity, policies, gates, outage } = this.#dependencies;
    const { signal } = this.#controller;
    const connectedAt = steadyNow(clock);
    let isGreeted = false;
    const recordGreeting = () => {
      if (!isGreeted) outage.recordGreeting();
      isGreeted = true;
    };
    const { tls } = policies.policyFor(this.host);
    // The greeting counts when it comes: replies behind it may be long in coming.
    const greeting = await dialogues.run(greet(identity, { tls }), { onReply: recordGreeting });
    if (!isGreeted && signal.aborted && steadyNow(clock) - connectedAt >= longSilenceMs)
      outage.recordUnreachable(this.host, this.address);
    if (signal.aborted) return undefined;
    if (greeting.kind !== 'ready') {
      const handled = this.#owner.onNotOpened(this, greeting).finally(() => this.#startEnding());
      // A server that has not said that it closes the connection waits for QUIT (RFC 5321 §3.1).
      const isOpen = greeting.kind === 'refused' && greeting.reply.code !== 421;
      await Promise.all([handled, isOpen ? dialogues.run(quit(), { replyMs: timeouts.quitMs }) : undefined]);
      return undefined;
    }
    const record = new SessionRecord(this.host, policies, greeting.capabilities);
    this.#record = record;
    // What the gates learn may send all requests to another egress: sessions that are open end with QUIT then.
    this.#phase = 'busy';
    gates.recordConnection(this.host, this.address, this.held, {
      kind: 'greeted',
      afterMs: steadyNow(clock) - connectedAt,
    });
    this.#owner.onGreeted(this);
    return record;
  }

  // ----------------------------------------------------------------------------------------------- serving

  async #serve(record: SessionRecord, dialogues: DialogueRunner): Promise<void> {
    while (!this.#isOver) {
      if (!record.smtpUtf8) this.#answerUnsupported();
      this.#yieldIfWanted(record);
      if (this.#isOver) break;
      await this.#gather(record);
      if (this.#isOver) break;
      const requests = this.#takeGroup(record);
      if (requests.length > 0) {
        await this.#ask(requests, record, dialogues);
        continue;
      }
      const waitMs = this.#msToRecipient(record);
      if (waitMs > 0 && waitMs !== Number.POSITIVE_INFINITY) await this.#sleepUntilAllowed(waitMs);
      else if (this.#isDone(record) || !(await this.#waitForWork())) break;
    }
    this.#startEnding();
  }

  /**
   * Waits a moment for more bulk work if a group would not be full: it begins item by item, and a server pays for each
   * transaction (Postfix waits a second in each after the first hundred that are given up: in_flow_delay).
   */
  async #gather(record: SessionRecord): Promise<void> {
    const { clock, gates } = this.#dependencies;
    const { queue } = this.#owner;
    const { first } = queue;
    if (first === undefined || queue.hasSingle || record.isUnused || gates.isRateLimited(first.host)) return;
    const most = record.groupSize(first.host, gates.connectionsTo(this.host, this.address), false);
    const endsAt = steadyNow(clock) + gatherMs;
    while (queue.length > 0 && queue.length < most && !queue.hasSingle && !this.#isOver) {
      const leftMs = endsAt - steadyNow(clock);
      if (leftMs <= 0) return;
      await this.#wakeSignal.sleepAtMost(clock, leftMs);
    }
  }

  #takeGroup(record: SessionRecord): readonly ProbeRequest[] {
    const { gates, policies } = this.#dependencies;
    const { queue } = this.#owner;
    if (record.room === 0) return [];
    const isUrgent = queue.hasSingle;
    const perTransaction = (request: ProbeRequest) =>
      policies.policyFor(request.host).recipientsPerTransaction;
    return queue.takeGroup({
      mostBeside: ({ host }) =>
        record.groupSize(host, gates.connectionsTo(this.host, this.address), isUrgent),
      isUnused: record.isUnused,
      claim: ({ host, domain, share }) => gates.claimRecipient(host, domain, share.kind),
      // The SMTPUTF8 parameter is per transaction.
      fitsBeside: (request, other) =>
        request.recipient.needsSmtpUtf8 === other.recipient.needsSmtpUtf8 &&
        (request.host === other.host || perTransaction(request) === perTransaction(other)),
    });
  }

  /** Returns how long nobody may be asked about although requests wait, in milliseconds; Infinity if none wait for that. */
  #msToRecipient(record: SessionRecord): number {
    if (record.room === 0) return 0;
    let next = Number.POSITIVE_INFINITY;
    for (const { host, domain, share, needsFreshSession } of this.#owner.queue) {
      if (needsFreshSession && !record.isUnused) continue;
      next = Math.min(next, this.#dependencies.gates.msToRecipient(host, domain, share.kind));
      if (next === 0) break;
    }
    return next;
  }

  async #sleepUntilAllowed(waitMs: number): Promise<void> {
    const { clock } = this.#dependencies;
    const now = steadyNow(clock);
    if (waitMs >= shortestToldWaitMs && now >= this.#toldWaitUntil) {
      this.#toldWaitUntil = now + waitMs;
      this.#recorder?.('waiting', [
        `${secondsOf(waitMs)} s, because it allows only so many recipients a second`,
      ]);
    }
    await this.#wakeSignal.sleepAtMost(clock, waitMs);
  }

  /** Ends if a single request waits for a connection of the provider, and here is only bulk work, or before a long rest. */
  #yieldIfWanted({ isUnused }: SessionRecord): void {
    const { limiter, gates } = this.#dependencies;
    const { queue } = this.#owner;
    if (gates.isShutFor(this.host, this.#dependencies.idleMs)) this.#yields = true;
    else if (!isUnused && queue.length > 0 && !queue.hasSingle && limiter.mustYield(this.#leaseKeys))
      this.#yields = true;
    if (this.#yields) this.#lease?.markEnding();
  }

  /** True if the session can serve nobody any more, the queue needs another session, or the connection is wanted. */
  #isDone(record: SessionRecord): boolean {
    if (record.room === 0) return true;
    if (this.#owner.queue.length > 0) return true;
    return !this.isKept && this.#dependencies.limiter.isContended(this.#leaseKeys);
  }

  /** False if the session should end instead. */
  async #waitForWork(): Promise<boolean> {
    const { clock, idleMs, limiter } = this.#dependencies;
    this.#phase = 'idle';
    const endsAt = steadyNow(clock) + idleMs;
    for (;;) {
      const leftMs = endsAt - steadyNow(clock);
      if (leftMs <= 0) return false;
      await this.#wakeSignal.sleepAtMost(clock, leftMs);
      if (this.#isOver) return false;
      if (this.#owner.queue.length > 0) break;
      if (this.isKept || !limiter.isContended(this.#leaseKeys)) continue;
      this.#startEnding();
      return false;
    }
    this.#phase = 'busy';
    return true;
  }

  #answerUnsupported(): void {
    for (const request of this.#owner.queue.takeIf(({ recipient }) => recipient.needsSmtpUtf8))
      request.resolve({ kind: 'smtputf8-unsupported' });
  }

  // ------------------------------------------------------------------------------------------------ asking

  async #ask(
    requests: readonly ProbeRequest[],
    record: SessionRecord,
    dialogues: DialogueRunner,
  ): Promise<void> {
    const { policies, gates, identity } = this.#dependencies;
    this.#phase = 'busy';
    this.#inFlight = requests;
    for (const request of requests) request.markServed();
    const isFirst = record.isUnused;
    const pipelining = record.pipelining && requests.every(({ askedHow }) => askedHow !== 'step-by-step');
    const { traits } = policies.knownOf(this.host);
    const isProven = !pipelining || traits.answersGroups;
    const transactions = record.transactionsOf(requests);
    const refusalsBefore = record.refusals;
    const underWay = record.mostUnderWay(gates.connectionsTo(this.host, this.address));
    const { room } = record;
    record.onSend(requests.length);
    const handling: Promise<void>[] = [];
    const result = await dialogues.run(
      askGroup({
        mailFrom: identity.mailFrom,
        transactions,
        pipelining,
        mostUnderWay: (refused) => Math.max(0, Math.min(underWay, room - refused)),
        smtpUtf8: requests.some(({ recipient }) => recipient.needsSmtpUtf8),
      }),
      {
        ...(!isProven && { replyMs: Math.min(unprovenReplyMs, timeouts.replyMs) }),
        onReply: (reply, command) => {
          const handled = this.#onReply(reply, command, requests, record);
          if (handled !== undefined) handling.push(handled);
        },
      },
    );
    record.onResult(requests, result);
    if (handling.length > 0) await Promise.all(handling);
    if (result.kind === 'counts') {
      if (pipelining) traits.answersGroups = true;
      if (result.isClosing) this.#fail(dialogues);
      this.#giveAnswers(requests, result, refusalsBefore > 0);
    } else await this.#onVoid(requests, result, { isFirst, pipelining, record, dialogues });
    this.#classified.clear();
    this.#inFlight = [];
  }

  /** Others stop asking at once, and not only when this group is answered. */
  #onReply(
    reply: SmtpReply,
    command: string,
    requests: readonly ProbeRequest[],
    record: SessionRecord,
  ): Promise<void> | undefined {
    if (reply.code < 400) return undefined;
    const stage = stageOf(command);
    const isClosing = reply.code === 421;
    // After several refusals, it is those that the server closes the session for.
    if (isClosing && record.refusals >= fewestRefusalsCounted) return undefined;
    if (stage === 'rcpt' && !isClosing) record.onRefusal();
    const named = recipientOf(command);
    const request = requests.find(({ recipient }) => recipient.address === named) ?? requests[0];
    if (request === undefined) return undefined;
    const classification = this.classify(reply, stage, request);
    const { gates, policies, onLimitMet } = this.#dependencies;
    const { host, domain } = request;
    const about = stage === 'rcpt' ? { domain, isOwnPolicy: classification.reach === 'domain' } : {};
    if (classification.meaning === 'session-limit') this.#yields = true;
    if (classification.meaning === 'client-blocked')
      return gates.recordRefusal(host, stage === 'rcpt' ? about : { address: this.address });
    if (!asksToSlowDown(classification)) return undefined;
    const counts = classification.meaning === 'too-many-missing' ? 'missing' : 'all';
    if (counts === 'missing' && !this.#yields) {
      learnFromComplaint(policies.knownOf(host), record.refusals - 1);
      // It says the same to everybody who follows in this session.
      this.#yields = true;
    }
    return gates.recordLimit(host, { ...about, counts }).then((isNew) => {
      if (isNew) onLimitMet(host);
    });
  }

  #giveAnswers(
    requests: readonly ProbeRequest[],
    { recipients }: Extract<GroupResult, { kind: 'counts' }>,
    wasRefusedBefore: boolean,
  ): void {
    const again: ProbeRequest[] = [];
    const answered: AnsweredRequest[] = [];
    let wasRefused = wasRefusedBefore;
    const lastAccepted = recipients.findLastIndex(({ stage, reply }) => stage === 'rcpt' && reply.code < 300);
    // Another session may have taken one meanwhile.
    if (lastAccepted >= 0)
      answered.push(...this.#doubted.splice(0).filter(({ request }) => this.#owner.queue.remove(request)));
    again.push(...requests.slice(recipients.length));
    for (const [index, { stage, reply, index: position }] of recipients.entries()) {
      const request = requests[index];
      if (request === undefined) break;
      const classification = this.classify(reply, stage, request);
      const { meaning } = classification;
      const answer: ProbeAnswer = { kind: 'reply', stage, reply, classification };
      if (meaning === 'too-many-recipients' && position > 0) {
        this.#dependencies.policies.learn(request.host, { recipientsPerTransaction: position });
        again.push(request);
      } else if (asksToSlowDown(classification) && request.countLimit()) again.push(request);
      else if (meaning === 'session-limit' && request.countFailure()) again.push(request);
      else if (isUnfounded(classification) && wasRefused && index > lastAccepted) {
        // Some servers refuse everybody like this after a few refusals.
        this.#doubted.push({ request, answer });
        request.requireFreshSession();
        again.push(request);
      } else answered.push({ request, answer });
      wasRefused ||= stage === 'rcpt' && reply.code >= 400;
    }
    this.#recordReplies(answered);
    this.#finish(answered, again);
  }

  /** Tells the gates who was answered, but for replies that refuse us or ask us to slow down. */
  #recordReplies(answered: readonly AnsweredRequest[]): void {
    const byDomain = new Map<string, { host: string; domain: string } & Record<ReplyKind, number>>();
    for (const { request, answer } of answered) {
      if (answer.kind !== 'reply') continue;
      const { meaning } = answer.classification;
      if (meaning === 'client-blocked' || asksToSlowDown({ meaning })) continue;
      const { host, domain } = request;
      const key = `${host} ${domain}`;
      const counts = byDomain.get(key) ?? { host, domain, accepted: 0, missing: 0, others: 0 };
      byDomain.set(key, counts);
      counts[replyKindOf(meaning)] += 1;
    }
    for (const { host, ...counts } of byDomain.values())
      this.#dependencies.gates.recordReplies(host, this.address, counts);
  }

  async #onVoid(requests: readonly ProbeRequest[], result: VoidGroup, group: AskedGroup): Promise<void> {
    this.#fail(group.dialogues);
    // It was we who broke it off, because its callers have left or its lease was lost.
    if (this.signal.aborted) return this.#finish([], requests);
    const ours = mayBeOurs(result.failure)
      ? await this.#dependencies.outage.findFailure(this.#controller.signal)
      : undefined;
    if (ours !== undefined) {
      for (const request of requests) request.reject(ours);
      return;
    }
    this.#learnFrom(result, group);
    const again: ProbeRequest[] = [];
    const answered: AnsweredRequest[] = [];
    for (const request of requests) {
      const answer = this.#answerOfVoid(request, result, { isFirst: group.isFirst, count: requests.length });
      if (answer === undefined) again.push(request);
      else answered.push({ request, answer });
    }
    this.#finish(answered, again);
  }

  /** Undefined: the request is asked again. */
  #answerOfVoid(
    request: ProbeRequest,
    { failure, closingReply, replies, isResetRefused }: VoidGroup,
    { isFirst, count }: { readonly isFirst: boolean; readonly count: number },
  ): ProbeAnswer | undefined {
    const [mail, rcpt] = replies;
    if (count === 1 && isHangUp(failure) && mail !== undefined && mail.code < 300 && rcpt !== undefined) {
      // A server may hang up on whoever asks about a recipient that it refuses. It says so again, then.
      const classification = this.classify(rcpt, 'rcpt', request);
      const mayHaveSoured = isUnfounded(classification) && !isFirst;
      if (mayHaveSoured) request.requireFreshSession();
      else if (request.unconfirmedMeaning === classification.meaning)
        return { kind: 'reply', stage: 'rcpt', reply: rcpt, classification };
      request.unconfirmedMeaning = classification.meaning;
    }
    const closing = closingReply && this.classify(closingReply, 'rcpt', request);
    if (closing !== undefined && asksToSlowDown(closing) && request.countLimit()) return undefined;
    // What the server counts is no failure of this request. But one that refuses the first RSET counts nothing.
    if ((isResetRefused && !isFirst) || request.countFailure()) return undefined;
    if (closing === undefined || closingReply === undefined) return { kind: 'dialogue-failed', failure };
    return { kind: 'reply', stage: 'rcpt', reply: closingReply, classification: closing };
  }

  /** What a group that did not count shows of the server. */
  #learnFrom(
    { failure, replies, isResetRefused }: VoidGroup,
    { isFirst, pipelining, record }: AskedGroup,
  ): void {
    const known = this.#dependencies.policies.knownOf(this.host);
    if (isResetRefused) {
      if (!isFirst) known.learn({ resetsPerSession: record.resets });
      return;
    }
    const isDropped = isFirst && replies.length === 0;
    if (pipelining && (isDropped || failure === 'desynchronised' || failure === 'reply_timeout'))
      known.learn({ pipelining: false });
    if (record.refusals > 1 && isHangUp(failure)) known.learn({ refusalsPerSession: record.refusals - 1 });
  }

  /** Gives the answers, and puts the others back to be asked again. */
  #finish(answered: readonly AnsweredRequest[], again: readonly ProbeRequest[]): void {
    const { onAnswer, identity } = this.#dependencies;
    const pending = answered.filter(({ request }) => request.pending);
    for (const { request, answer } of pending)
      onAnswer(request.recipient, answer, { host: request.host, identity });
    this.#inFlight = [];
    this.#owner.putBack(again.filter((request) => request.pending));
    for (const { request, answer } of pending) {
      const { conversation } = request.share;
      if (!this.#isOver && conversation?.stayWith(this)) this.#conversations.add(conversation);
      request.resolve(answer);
    }
  }

  #fail(dialogues: DialogueRunner): void {
    this.#isFailed = true;
    dialogues.close();
  }

  /** Returns what a reply says: about a request, or to nobody in particular. */
  classify(reply: SmtpReply, stage: Stage, request?: ProbeRequest): Classification {
    const known = this.#classified.get(reply);
    if (known !== undefined && known.request === request) return known.classification;
    const { identity } = this.#dependencies;
    const provider = providerOf(request?.host ?? this.host)?.id;
    const classification = classify(reply, {
      stage,
      helo: identity.helo,
      sender: identity.mailFrom,
      ...(request !== undefined && { recipient: request.recipient.address }),
      ...(provider !== undefined && { provider }),
    });
    if (reply.code >= 400) this.#classified.set(reply, { request, classification });
    return classification;
  }
}

function isHangUp(failure: DialogueFailure): boolean {
  return failure === 'connection_closed' || failure === 'service-closing';
}

type ReplyKind = 'accepted' | 'missing' | 'others';

/** The server knows an `accepted` recipient. Some limit those who ask for many that it doesn't know. */
function replyKindOf(meaning: Classification['meaning']): ReplyKind {
  if (meaning === 'mailbox-not-found') return 'missing';
  const isKnown = ['accepted', 'no-information', 'mailbox-full', 'mailbox-busy'].includes(meaning);
  return isKnown ? 'accepted' : 'others';
}

/** A refusal of a recipient that says nothing: neither words nor an enhanced status code. */
function isUnfounded({ meaning, wordless }: Classification): boolean {
  return meaning === 'mailbox-not-found' && wordless === true;
}

/** A server that complains after fewer refusals in a session, or hangs up, does not count them by session. */
const fewestRefusalsCounted = 2;

/** A server that complains twice after the same number of refusals in a session counts them by session. */
function learnFromComplaint(known: KnownHost, refusals: number): void {
  const { traits } = known;
  if (traits.refusalsAtComplaint === refusals && refusals >= fewestRefusalsCounted)
    known.learn({ refusalsPerSession: refusals });
  traits.refusalsAtComplaint = refusals;
}
