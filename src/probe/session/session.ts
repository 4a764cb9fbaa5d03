import { DirectAbortController } from '../../concurrency/abort-listeners.ts';
import type { Conversation } from '../../concurrency/conversation.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { runStep } from '../../concurrency/steps.ts';
import { WakeSignal } from '../../concurrency/wake-signal.ts';
import type { KnownHost } from '../../exchange/policy.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { SmtpConnection, SmtpReply } from '../../ports/smtp-transport.ts';
import { classify } from '../reply/classification.ts';
import { asksToSlowDown, type Classification, type Stage } from '../reply/meanings.ts';
import { type DialogueFailure, type GreetingResult, greet, mayBeOurs, quit } from './dialogue.ts';
import { DialogueRunner, timeouts } from './dialogue-runner.ts';
import { describeExchange, type EgressContext, type NoConnection, Opening } from './opening.ts';
import type { ProbeAnswer, ProbeRequest } from './probe-request.ts';
import type { RequestQueue } from './request-queue.ts';
import { SessionRecord } from './session-record.ts';
import { createTraceRecorder, secondsOf, type TraceRecorder } from './trace.ts';
import { askGroup, type GroupResult, recipientOf, stageOf, type VoidGroup } from './transaction.ts';

export type FailedOpening = NoConnection | Exclude<GreetingResult, { kind: 'ready' }>;

/** The sessions with one IP address, as one of them sees them. */
export interface SessionOwner {
  readonly address: string;
  readonly queue: RequestQueue;
  patienceMs(): number;
  putBack(requests: readonly ProbeRequest[]): void;
  /** Looks for a session for each request: one has to wait for its connection. */
  serve(): void;
  /** The server has greeted us: it may get further sessions. */
  onGreeted(): void;
  /** Decides what becomes of the queue. Resolves when the server may be told QUIT. */
  onNotOpened(session: Session, failure: FailedOpening): Promise<void>;
}

interface ClassifiedReply {
  readonly request: ProbeRequest | undefined;
  readonly classification: Classification;
}

interface AnsweredRequest {
  readonly request: ProbeRequest;
  readonly answer: ProbeAnswer;
}

interface AskedGroup {
  readonly requests: readonly ProbeRequest[];
  readonly isFirst: boolean;
  readonly pipelining: boolean;
  readonly record: SessionRecord;
}

/** A server that has not greeted us after this time is in doubt, also if nobody waits any longer. Some take six seconds. */
const longSilenceMs = 7_000;
/** A server that offers PIPELINING may drop what is pipelined: until it has answered a group, replies are waited for so long. */
const unprovenReplyMs = 7_000;
const gatherMs = 5;
const shortestToldWaitMs = 500;
/** A server that complains after fewer refusals in a session, or hangs up, does not count them by session. */
const fewestRefusalsCounted = 2;

/** One session with a server, from the wait for its connection to QUIT: it serves the queue of its address. */
export class Session {
  readonly host: string;
  readonly address: string;
  readonly opening: Opening;
  phase: 'opening' | 'busy' | 'idle' | 'ending' = 'opening';
  /** Requests taken from the queue and not answered yet. */
  requests: readonly ProbeRequest[] = [];
  readonly #owner: SessionOwner;
  readonly #context: EgressContext;
  readonly #controller = new DirectAbortController();
  readonly signal = this.#controller.signal;
  readonly #wakeSignal = new WakeSignal();
  readonly #recorder: TraceRecorder;
  readonly #conversations = new Set<Conversation>();
  #connection: SmtpConnection | undefined;
  #record: SessionRecord | undefined;
  /** Refusals without words, which count if the server accepts a later recipient here. */
  readonly #doubted: AnsweredRequest[] = [];
  /** A group did not count, the server closes the connection, or we do. */
  #isFailed = false;
  /** It ends for the sake of others: a single request waits for a connection, or nobody may be asked for long. */
  #yields = false;
  #toldWaitUntil = 0;
  /** The refusals of the group, which are classified as they arrive, and needed again when they are given to their request. */
  readonly #classified = new Map<SmtpReply, ClassifiedReply>();

  constructor(host: string, owner: SessionOwner, context: EgressContext) {
    const { clock, trace, egress, nextSessionNumber } = context;
    this.host = host;
    this.address = owner.address;
    this.#owner = owner;
    this.#context = context;
    this.#recorder = createTraceRecorder(clock, trace, { number: nextSessionNumber(), egress, host });
    this.opening = new Opening(context, {
      ...{ host, address: owner.address, queue: owner.queue, record: this.#recorder, signal: this.signal },
      onWaiting: () => owner.serve(),
      // The requests in flight are then asked again by another session.
      onLost: () =>
        this.abort(new Error('The lease of this connection was lost: the process must have stood still.')),
    });
  }

  /** True if it is open, and nobody is being asked about. */
  get isFree(): boolean {
    return this.requests.length === 0 && this.#record !== undefined;
  }

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
    return this.roomIf(1);
  }

  /** The same, if this part of them is refused. */
  roomIf(partRefused: number): number {
    if (this.#isOver) return 0;
    if (this.#record !== undefined) return this.#record.roomIf(partRefused);
    return this.#context.policies.policyFor(this.host).refusalsPerSession / partRefused;
  }

  get #isOver(): boolean {
    return this.phase === 'ending' || this.#isFailed || this.#yields;
  }

  wake(): void {
    this.#wakeSignal.wake();
  }

  /** A conversation goes on elsewhere, or has ended. */
  leave(conversation: Conversation): void {
    this.#conversations.delete(conversation);
    if (!this.isKept && this.#context.limiter.isContended(this.opening.leaseKeys)) this.wake();
  }

  end(): void {
    this.#startEnding();
    this.wake();
  }

  /** Closes the connection at once, in any phase. */
  abort(reason: unknown): void {
    this.#isFailed = true;
    this.#controller.abort(reason);
    this.#connection?.close();
    this.wake();
  }

  #startEnding(): void {
    this.phase = 'ending';
    this.opening.lease?.markEnding();
  }

  /** Rejects if a store or our own code fails, never because of what a server does, nor when aborted. */
  async run(): Promise<void> {
    try {
      const connection = await this.opening.connect(() => this.#owner.patienceMs());
      if ('kind' in connection) return await this.#owner.onNotOpened(this, connection);
      this.#connection = connection;
      const dialogues = new DialogueRunner(connection, this.host, this.#recorder);
      const record = this.signal.aborted ? undefined : await this.#greet(dialogues);
      if (record === undefined) return;
      await this.#serve(record, dialogues);
      if (this.#isFailed) return;
      await dialogues.run(quit(), { replyMs: timeouts.quitMs });
      await connection.end({ timeoutMs: timeouts.quitMs });
    } catch (error) {
      if (!this.signal.aborted) throw error;
    } finally {
      this.#startEnding();
      await this.#close();
      for (const conversation of this.#conversations) conversation.leaveSession();
      await this.opening.lease?.release();
    }
  }

  /** Resolves when the server no longer counts the connection. */
  async #close(): Promise<void> {
    if (this.#connection === undefined) return;
    this.#connection.close();
    await this.#connection.closed;
    this.#recorder?.('closed', []);
  }

  async #greet(dialogues: DialogueRunner): Promise<SessionRecord | undefined> {
    const { clock, identity, policies, gates, outage } = this.#context;
    const connectedAt = steadyNow(clock);
    let isGreeted = false;
    const onReply = () => {
      if (!isGreeted) outage.recordGreeting();
      isGreeted = true;
    };
    const { tls } = policies.policyFor(this.host);
    // The greeting counts when it comes: replies behind it may be long in coming.
    const greeting = await dialogues.run(greet(identity, { tls }), { onReply });
    if (!isGreeted && this.signal.aborted && steadyNow(clock) - connectedAt >= longSilenceMs)
      outage.recordUnreachable(this.host, this.address);
    if (this.signal.aborted) return undefined;
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
    this.phase = 'busy';
    const event = { kind: 'greeted', afterMs: steadyNow(clock) - connectedAt } as const;
    gates.recordConnection(this.host, this.address, this.opening.held, event);
    this.#owner.onGreeted();
    return record;
  }

  async #serve(record: SessionRecord, dialogues: DialogueRunner): Promise<void> {
    const { queue } = this.#owner;
    while (!this.#isOver) {
      if (!record.smtpUtf8)
        for (const request of queue.takeIf(({ recipient }) => recipient.needsSmtpUtf8))
          request.resolve({ kind: 'smtputf8-unsupported' });
      this.#yieldIfWanted(record);
      if (this.#isOver) break;
      const gathering = this.#gather(record);
      if (gathering !== undefined) await gathering;
      if (this.#isOver) break;
      const requests = this.#takeGroup(record);
      if (requests.length > 0) {
        await this.#ask(requests, record, dialogues);
        continue;
      }
      const waiting = this.#waitForRate(record);
      if (waiting !== undefined) {
        await waiting;
        continue;
      }
      // It can serve nobody any more, the queue needs another session, or the connection is wanted.
      if (record.room === 0 || queue.length > 0 || this.#isWanted) break;
      if (!(await this.#waitForWork())) break;
    }
    this.#startEnding();
  }

  /**
   * Waits a moment for more bulk work if a group would not be full: it begins item by item, and a server pays for each
   * transaction (Postfix waits a second in each after the first hundred that are given up: in_flow_delay).
   */
  #gather(record: SessionRecord): Promise<void> | undefined {
    const { gates } = this.#context;
    const { queue } = this.#owner;
    const { first } = queue;
    if (first === undefined || queue.hasSingle || record.isUnused || gates.isRateLimited(first.host))
      return undefined;
    return this.#waitFor(record.groupSize(first.host, gates.connectionsTo(this.host, this.address), false));
  }

  async #waitFor(most: number): Promise<void> {
    const { clock } = this.#context;
    const { queue } = this.#owner;
    const endsAt = steadyNow(clock) + gatherMs;
    while (queue.length > 0 && queue.length < most && !queue.hasSingle && !this.#isOver) {
      const leftMs = endsAt - steadyNow(clock);
      if (leftMs <= 0) return;
      await this.#wakeSignal.sleepAtMost(clock, leftMs);
    }
  }

  #takeGroup(record: SessionRecord): readonly ProbeRequest[] {
    const { gates, policies } = this.#context;
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

  /** Waits until somebody may be asked about, or it is woken. Undefined if nobody waits for that. */
  #waitForRate(record: SessionRecord): Promise<void> | undefined {
    const { clock, gates } = this.#context;
    if (record.room === 0) return undefined;
    let waitMs = Number.POSITIVE_INFINITY;
    for (const { host, domain, share, needsFreshSession } of this.#owner.queue)
      if (!needsFreshSession || record.isUnused)
        waitMs = Math.min(waitMs, gates.msToRecipient(host, domain, share.kind));
    if (waitMs === 0 || waitMs === Number.POSITIVE_INFINITY) return undefined;
    const now = steadyNow(clock);
    if (waitMs >= shortestToldWaitMs && now >= this.#toldWaitUntil) {
      this.#toldWaitUntil = now + waitMs;
      const why = `${secondsOf(waitMs)} s, because it allows only so many recipients a second`;
      this.#recorder?.('waiting', [why]);
    }
    return this.#wakeSignal.sleepAtMost(clock, waitMs);
  }

  /** Ends if a single request waits for a connection of the provider, and here is only bulk work, or before a long rest. */
  #yieldIfWanted({ isUnused }: SessionRecord): void {
    const { limiter, gates, idleMs } = this.#context;
    const { queue } = this.#owner;
    const isForBulk = !isUnused && queue.length > 0 && !queue.hasSingle;
    this.#yields ||= gates.isShutFor(this.host, idleMs);
    this.#yields ||= isForBulk && limiter.mustYield(this.opening.leaseKeys);
    if (this.#yields) this.opening.lease?.markEnding();
  }

  get #isWanted(): boolean {
    return !this.isKept && this.#context.limiter.isContended(this.opening.leaseKeys);
  }

  async #waitForWork(): Promise<boolean> {
    const { clock, idleMs } = this.#context;
    this.phase = 'idle';
    const endsAt = steadyNow(clock) + idleMs;
    for (;;) {
      const leftMs = endsAt - steadyNow(clock);
      if (leftMs <= 0) return false;
      await this.#wakeSignal.sleepAtMost(clock, leftMs);
      if (this.#isOver) return false;
      if (this.#owner.queue.length > 0) break;
      if (this.#isWanted) return false;
    }
    this.phase = 'busy';
    return true;
  }

  async #ask(
    requests: readonly ProbeRequest[],
    record: SessionRecord,
    dialogues: DialogueRunner,
  ): Promise<void> {
    const { policies, gates, identity, telemetry, egress } = this.#context;
    this.phase = 'busy';
    this.requests = requests;
    for (const request of requests) request.markServed();
    const isFirst = record.isUnused;
    const pipelining = record.pipelining && requests.every(({ askedHow }) => askedHow !== 'step-by-step');
    const known = policies.knownOf(this.host);
    const transactions = record.transactionsOf(requests);
    const refusalsBefore = record.refusals;
    const underWay = record.mostUnderWay(gates.connectionsTo(this.host, this.address));
    const { room } = record;
    record.onSend(requests.length);
    const handling: Promise<void>[] = [];
    const group = askGroup({
      mailFrom: identity.mailFrom,
      transactions,
      pipelining,
      mostUnderWay: (refused) => Math.max(0, Math.min(underWay, room - refused)),
      smtpUtf8: requests.some(({ recipient }) => recipient.needsSmtpUtf8),
    });
    const options = {
      replyMs: pipelining && !known.answersGroups ? unprovenReplyMs : timeouts.replyMs,
      onReply: (reply: SmtpReply, command: string) => {
        const handled = this.#onReply(reply, command, requests, record);
        if (handled !== undefined) handling.push(handled);
      },
    };
    const result = await runStep(
      telemetry,
      'transaction',
      ({ names }) => ({ ...describeExchange(egress, this.host, names), ...describeGroup(requests) }),
      () => dialogues.run(group, options),
      (step, { kind }) => {
        step.counts = kind === 'counts';
      },
    );
    record.onResult(requests, result);
    if (handling.length > 0) await Promise.all(handling);
    if (result.kind === 'counts') {
      if (pipelining) known.answersGroups = true;
      if (result.isClosing) this.#fail();
      this.#giveAnswers(requests, result, refusalsBefore > 0);
    } else await this.#onVoid(result, { requests, isFirst, pipelining, record });
    this.#classified.clear();
    this.requests = [];
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
    if (stage === 'rcpt' && !isClosing) record.refusals += 1;
    const named = recipientOf(command);
    const request = requests.find(({ recipient }) => recipient.address === named) ?? requests[0];
    if (request === undefined) return undefined;
    const classification = this.classify(reply, stage, request);
    const { meaning, reach } = classification;
    const { gates, policies, onLimitMet } = this.#context;
    const { host, domain } = request;
    const about = stage === 'rcpt' ? { domain, isOwnPolicy: reach === 'domain' } : {};
    if (meaning === 'session-limit') this.#yields = true;
    if (meaning === 'client-blocked')
      return gates.recordRefusal(host, stage === 'rcpt' ? about : { address: this.address });
    if (!asksToSlowDown(classification)) return undefined;
    const counts = meaning === 'too-many-missing' ? 'missing' : 'all';
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
    const again = requests.slice(recipients.length);
    const answered: AnsweredRequest[] = [];
    let wasRefused = wasRefusedBefore;
    const lastAccepted = recipients.findLastIndex(({ stage, reply }) => stage === 'rcpt' && reply.code < 300);
    // Another session may have taken one meanwhile.
    if (lastAccepted >= 0)
      answered.push(...this.#doubted.splice(0).filter(({ request }) => this.#owner.queue.remove(request)));
    for (const [index, { stage, reply, index: position }] of recipients.entries()) {
      const request = requests[index];
      if (request === undefined) break;
      const classification = this.classify(reply, stage, request);
      const { meaning } = classification;
      const answer: ProbeAnswer = { kind: 'reply', stage, reply, classification };
      if (meaning === 'too-many-recipients' && position > 0) {
        this.#context.policies.learn(request.host, { recipientsPerTransaction: position });
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
    const counted: ({ host: string; domain: string } & Record<ReplyKind, number>)[] = [];
    for (const { request, answer } of answered) {
      if (answer.kind !== 'reply') continue;
      const { meaning } = answer.classification;
      if (meaning === 'client-blocked' || asksToSlowDown({ meaning })) continue;
      const { host, domain } = request;
      let counts = counted.find((each) => each.host === host && each.domain === domain);
      if (counts === undefined) {
        counts = { host, domain, accepted: 0, missing: 0, others: 0 };
        counted.push(counts);
      }
      counts[replyKindOf(meaning)] += 1;
    }
    for (const counts of counted) this.#context.gates.recordReplies(counts.host, this.address, counts);
  }

  async #onVoid(result: VoidGroup, group: AskedGroup): Promise<void> {
    this.#fail();
    const { requests } = group;
    // It was we who broke it off, because its callers have left or its lease was lost.
    if (this.signal.aborted) return this.#finish([], requests);
    const ours = mayBeOurs(result.failure) ? await this.#context.outage.findFailure(this.signal) : undefined;
    if (ours !== undefined) {
      for (const request of requests) request.reject(ours);
      return;
    }
    this.#learnFrom(result, group);
    const again: ProbeRequest[] = [];
    const answered: AnsweredRequest[] = [];
    for (const request of requests) {
      const answer = this.#answerOfVoid(request, result, group);
      if (answer === undefined) again.push(request);
      else answered.push({ request, answer });
    }
    this.#finish(answered, again);
  }

  #answerOfVoid(
    request: ProbeRequest,
    { failure, closingReply, replies, isResetRefused }: VoidGroup,
    { isFirst, requests }: AskedGroup,
  ): ProbeAnswer | undefined {
    const [mail, rcpt] = replies;
    const isAlone = requests.length === 1;
    if (isAlone && isHangUp(failure) && mail !== undefined && mail.code < 300 && rcpt !== undefined) {
      // A server may hang up on whoever asks about a recipient that it refuses. It says so again, then.
      const classification = this.classify(rcpt, 'rcpt', request);
      if (isUnfounded(classification) && !isFirst) request.requireFreshSession();
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

  #learnFrom(
    { failure, replies, isResetRefused }: VoidGroup,
    { isFirst, pipelining, record }: AskedGroup,
  ): void {
    const known = this.#context.policies.knownOf(this.host);
    if (isResetRefused) {
      if (!isFirst) known.learn({ resetsPerSession: record.resets });
      return;
    }
    const isDropped = isFirst && replies.length === 0;
    if (pipelining && (isDropped || failure === 'desynchronised' || failure === 'reply_timeout'))
      known.learn({ pipelining: false });
    if (record.refusals > 1 && isHangUp(failure)) known.learn({ refusalsPerSession: record.refusals - 1 });
  }

  #finish(answered: readonly AnsweredRequest[], again: readonly ProbeRequest[]): void {
    const { onAnswer, identity } = this.#context;
    const pending = answered.filter(({ request }) => request.pending);
    for (const { request, answer } of pending)
      onAnswer(request.recipient, answer, { host: request.host, identity });
    this.requests = [];
    this.#owner.putBack(again.filter((request) => request.pending));
    for (const { request, answer } of pending) {
      const { conversation } = request.share;
      if (!this.#isOver && conversation?.stayWith(this)) this.#conversations.add(conversation);
      request.resolve(answer);
    }
  }

  #fail(): void {
    this.#isFailed = true;
    this.#connection?.close();
  }

  classify(reply: SmtpReply, stage: Stage, request?: ProbeRequest): Classification {
    const known = this.#classified.get(reply);
    if (known !== undefined && known.request === request) return known.classification;
    const { identity } = this.#context;
    const classification = classify(reply, {
      stage,
      helo: identity.helo,
      sender: identity.mailFrom,
      recipient: request?.recipient.address,
      provider: providerOf(request?.host ?? this.host)?.id,
    });
    if (reply.code >= 400) this.#classified.set(reply, { request, classification });
    return classification;
  }
}

/** Returns what a step tells of the recipients that are asked about together. */
function describeGroup(requests: readonly ProbeRequest[]) {
  const [parent = null, ...alsoFor] = new Set(requests.flatMap(({ step }) => step ?? []));
  return { parent, alsoFor, recipients: requests.length };
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

/** A server that complains twice after the same number of refusals in a session counts them by session. */
function learnFromComplaint(known: KnownHost, refusals: number): void {
  if (known.refusalsAtComplaint === refusals && refusals >= fewestRefusalsCounted)
    known.learn({ refusalsPerSession: refusals });
  known.refusalsAtComplaint = refusals;
}
