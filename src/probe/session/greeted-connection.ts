import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { asksToSlowDown, type Classification } from '../reply/meanings.ts';
import type { Capabilities, DialogueFailure } from './dialogue.ts';
import type { DialogueRunner } from './dialogue-runner.ts';
import type { ExchangeMonitor } from './exchange-monitor.ts';
import { FenceLearner } from './fence-wording.ts';
import type { ProbeAnswer, ProbeRequest } from './probe-request.ts';
import { type NoReply, type RecipientResult, runTransactions } from './transaction.ts';

/** What becomes of a request after a transaction. */
export type RequestOutcome =
  | { readonly kind: 'answered'; readonly answer: ProbeAnswer }
  /**
   * Ask again. `freshSession`: as the first recipient of a new session. `limited`: the server asks us to slow down, which
   * is no answer about the recipient.
   */
  | { readonly kind: 'retry'; readonly freshSession: boolean; readonly limited?: Classification };

export interface ProbeOutcome {
  /** One per request, in their order. */
  readonly outcomes: readonly RequestOutcome[];
  /** Set for the requests whose dialogue failed first, not for groups behind them. */
  readonly failure?: DialogueFailure;
  /** Requests that were to be asked again, and the answers that they had: those count now. */
  readonly confirmed: readonly AnsweredRequest[];
}

export interface AnsweredRequest {
  readonly request: ProbeRequest;
  readonly answer: ProbeAnswer;
}

export interface GreetedConnectionDependencies {
  readonly dialogues: DialogueRunner;
  readonly capabilities: Capabilities;
  readonly mailFrom: string;
  readonly monitor: ExchangeMonitor;
  /** Called when a reply that has just arrived asks us to slow down. `refusals`: recipients refused before, in this session. */
  readonly onLimit: (classification: Classification, refusals: number) => void;
  /** Called when another reply to a recipient has arrived. `isMissing`: it does not exist. */
  readonly onRecipientReply: (isMissing: boolean) => void;
}

/** The most recipients in one group of commands. */
const maxRecipientsPerGroup = 10;
/**
 * How many recipients may be under way to one server over all connections that it permits: once it asks us to slow down,
 * it refuses each of those.
 */
const mostUnderWay = 32;
/** So many under way keep a server busy while its replies travel. */
const leastUnderWay = 2;
/** So few go one by one: a server that got them all at once would wait for the next ones each time. */
const fewUnderWay = 3;
/** How many dialogues may end without a reply before a request is answered with the failure. */
const failuresAllowed = 3;
/** How many times the server may ask us to slow down, instead of an answer, before that is the answer. */
const limitsAllowed = 3;
/** After more refusals, a server that closes the session means these, not how often we come. */
const refusalsOfNoAccount = 1;

/** Where a recipient is among those of a call. */
interface RecipientPosition {
  /** Index in its transaction. */
  readonly inTransaction: number;
  /** The server has accepted a later one. */
  readonly isBeforeAcceptance: boolean;
}

/** A connection after EHLO. Asks about recipients in transactions, within the limits of one session. */
export class GreetedConnection {
  readonly capabilities: Capabilities;
  readonly #dialogues: DialogueRunner;
  readonly #mailFrom: string;
  readonly #monitor: ExchangeMonitor;
  readonly #onLimit: GreetedConnectionDependencies['onLimit'];
  readonly #onRecipientReply: GreetedConnectionDependencies['onRecipientReply'];
  #recipients = 0;
  #refusals = 0;
  /** Those whose replies have arrived, though their groups may be incomplete. */
  #refusalsHeard = 0;
  /** Recipients sent and not answered yet. */
  #inFlight = 0;
  readonly #fence: FenceLearner;
  /** Refusals that count once the server accepts a later recipient. */
  readonly #doubted: AnsweredRequest[] = [];
  /** True if all in flight was sent as one group, in which each recipient has a transaction of its own. */
  #mayBeFollowed = true;
  #failed = false;
  /** The server has asked us to slow down: the session ends. */
  #limited = false;

  constructor(dependencies: GreetedConnectionDependencies) {
    this.#dialogues = dependencies.dialogues;
    this.capabilities = dependencies.capabilities;
    this.#fence = new FenceLearner(dependencies.capabilities);
    this.#mailFrom = dependencies.mailFrom;
    this.#monitor = dependencies.monitor;
    this.#onLimit = dependencies.onLimit;
    this.#onRecipientReply = dependencies.onRecipientReply;
  }

  /** True until the first recipient is sent. */
  get unused(): boolean {
    return this.#recipients === 0 && this.#inFlight === 0;
  }

  /** True once a dialogue has failed: the connection is closed. */
  get failed(): boolean {
    return this.#failed;
  }

  get refusals(): number {
    return this.#refusals;
  }

  get pipelining(): boolean {
    return this.#monitor.policy.pipelining && this.capabilities.pipelining;
  }

  /** How many more recipients it can take, even if all those in flight are refused. */
  get room(): number {
    return this.#roomFor(this.#refusalsLeft);
  }

  /** How many more it will probably take: if every second one is refused. */
  get likelyRoom(): number {
    return this.#roomFor(2 * this.#refusalsLeft);
  }

  get #refusalsLeft(): number {
    return this.#monitor.policy.refusalsPerSession - this.#refusals;
  }

  /** How many more it can take if the refusals that are left are enough for `most`. */
  #roomFor(most: number): number {
    if (this.#limited) return 0;
    const left = Math.min(this.#monitor.policy.recipientsPerSession - this.#recipients, most);
    return Math.max(0, left - this.#inFlight);
  }

  /**
   * The most recipients to ask about in one call of `probe`. Without pipelining, a further transaction would save no round
   * trip, and keep the answers of the first from their callers.
   */
  get groupSize(): number {
    if (!this.pipelining) return Math.min(this.#perTransaction, maxRecipientsPerGroup);
    const most = this.#mostInFlight;
    if (most <= fewUnderWay && this.#mayOverlap) return 1;
    return Math.max(1, Math.min(most - this.#inFlight, maxRecipientsPerGroup));
  }

  /**
   * True if `probe` may be called now. A group may follow an unanswered one only if that was sent as a whole, and every
   * transaction has a single recipient: then MAIL, RCPT and RSET check each other. And only if fences can be told from
   * other replies: the reply to the next MAIL would otherwise stand in for a lost reply.
   */
  get ready(): boolean {
    if (this.room === 0) return false;
    return this.#inFlight === 0 || (this.#mayOverlap && this.#mayBeFollowed && !this.#isFull);
  }

  /** True if it waits for the replies to one group before it sends the next. */
  get lockstep(): boolean {
    return !this.pipelining || this.#fence.isHopeless;
  }

  get #isFull(): boolean {
    return this.#inFlight >= leastUnderWay && this.#inFlight >= this.#mostInFlight;
  }

  /** The more connections the server permits, the fewer are under way on each. */
  get #mostInFlight(): number {
    return Math.max(leastUnderWay, Math.floor(mostUnderWay / this.#monitor.maxSessions));
  }

  get #mayOverlap(): boolean {
    return this.pipelining && this.#fence.wording !== undefined;
  }

  /** Asks about recipients, in as many transactions as it takes. Rejects only if our own code fails. */
  async probe(requests: readonly ProbeRequest[]): Promise<ProbeOutcome> {
    const perTransaction = this.#perTransaction;
    const pipelining = this.pipelining;
    const hasSingleRecipients = perTransaction === 1 || requests.length === 1;
    // Pipelining may be allowed again while commands are sent one by one: more would then come between them.
    this.#mayBeFollowed = pipelining && hasSingleRecipients;
    const needsFenceWording = pipelining || !hasSingleRecipients;
    this.#inFlight += requests.length;
    const { recipients, failure, transactions } = await this.#dialogues.run(
      runTransactions({
        mailFrom: this.#mailFrom,
        transactions: chunksOf(
          requests.map((request) => request.recipient.address),
          perTransaction,
        ),
        pipelining,
        smtpUtf8: requests.some((request) => request.recipient.needsSmtpUtf8),
        fenceWording: needsFenceWording ? this.#fence.wording : undefined,
      }),
      { onReply: (reply, command) => this.#onReply(reply, command) },
    );
    this.#fence.learn(transactions ?? []);
    this.#inFlight -= requests.length;
    const failedBefore = this.#failed;
    if (failure !== undefined) this.#fail();
    // The failure is then due to another group, or to another recipient of this one.
    const isBlameless = failedBefore || recipients.some((result) => result.kind === 'reply');
    const lastAccepted = recipients.findLastIndex(isAccepted);
    const confirmed = lastAccepted < 0 ? [] : this.#doubted.splice(0);
    const outcomes = requests.map((request, index): RequestOutcome => {
      const result = recipients[index] ?? { kind: 'no-reply', failure: 'connection_closed' };
      const position = { inTransaction: index % perTransaction, isBeforeAcceptance: index < lastAccepted };
      if (result.kind === 'reply') return this.#handleReply(request, result, position);
      return isBlameless ? { kind: 'retry', freshSession: false } : this.#handleNoReply(request, result);
    });
    return { outcomes, confirmed, ...(failure !== undefined && !failedBefore && { failure }) };
  }

  get #perTransaction(): number {
    // Among several RCPT, only a fence that can be told from their replies shows that one of these came twice.
    const mayShare = this.#inFlight === 0 && this.#fence.provesRecipients;
    if (!mayShare) return 1;
    const announced = this.capabilities.maxRecipients ?? Number.POSITIVE_INFINITY;
    return Math.min(this.#monitor.policy.recipientsPerTransaction, announced);
  }

  /** Others stop sending at once, and not only when this group is answered. That the reply is matched to a recipient can wait. */
  #onReply(reply: SmtpReply, command: string): void {
    const isRecipient = command.startsWith(rcptCommandName);
    const classification =
      reply.code < 400
        ? undefined
        : this.#monitor.classify(reply, 'rcpt', isRecipient ? addressOf(command) : undefined);
    if (classification !== undefined)
      this.#monitor.onRefusal(classification, 'rcpt', isRecipient ? addressOf(command) : undefined);
    if (classification !== undefined && asksToSlowDown(classification))
      this.#onLimit(classification, this.#refusalsHeard);
    else if (isRecipient) {
      if (classification !== undefined) this.#refusalsHeard += 1;
      this.#onRecipientReply(classification?.meaning === 'mailbox-not-found');
    }
  }

  #fail(): void {
    this.#failed = true;
    this.#dialogues.close();
  }

  #handleReply(
    request: ProbeRequest,
    { stage, reply, fenced }: Exclude<RecipientResult, NoReply>,
    { inTransaction, isBeforeAcceptance }: RecipientPosition,
  ): RequestOutcome {
    const classification = this.#monitor.classify(reply, stage, request.recipient.address);
    const refusedBefore = this.#refusals > 0;
    if (stage === 'rcpt') this.#countReply(reply.code);
    if (classification.meaning === 'too-many-recipients' && inTransaction > 0) {
      this.#monitor.onRecipientLimit(inTransaction);
      return { kind: 'retry', freshSession: false };
    }
    if (asksToSlowDown(classification) && fenced) {
      this.#limited = true;
      request.limitedReplies += 1;
      if (request.limitedReplies < limitsAllowed)
        return { kind: 'retry', freshSession: false, limited: classification };
    }
    if (!fenced && request.unconfirmedMeaning !== classification.meaning) {
      request.unconfirmedMeaning = classification.meaning;
      return this.#handleNoReply(request, { kind: 'no-reply', failure: 'connection_closed' });
    }
    const answer: ProbeAnswer = { kind: 'reply', stage, reply, classification };
    // Some servers refuse every recipient like this after a few refusals. So only the first on a session counts, and those
    // after which the server has accepted another one.
    if (
      refusedBefore &&
      !isBeforeAcceptance &&
      classification.meaning === 'mailbox-not-found' &&
      classification.certainty === 'weak'
    ) {
      this.#doubted.push({ request, answer });
      return { kind: 'retry', freshSession: true };
    }
    return { kind: 'answered', answer };
  }

  #countReply(code: number): void {
    this.#recipients += 1;
    if (code >= 400) this.#refusals += 1;
  }

  #handleNoReply(request: ProbeRequest, { failure, closingReply }: NoReply): RequestOutcome {
    const closing = closingReply && this.#closingAnswer(closingReply, request.recipient.address);
    const isLimited =
      closing !== undefined &&
      asksToSlowDown(closing.classification) &&
      this.#refusals <= refusalsOfNoAccount;
    request.failures += 1;
    if (request.failures < failuresAllowed)
      return { kind: 'retry', freshSession: false, ...(isLimited && { limited: closing.classification }) };
    return { kind: 'answered', answer: closing ?? { kind: 'dialogue-failed', failure } };
  }

  #closingAnswer(reply: SmtpReply, address: string): Extract<ProbeAnswer, { kind: 'reply' }> {
    const stage = 'rcpt';
    return { kind: 'reply', stage, reply, classification: this.#monitor.classify(reply, stage, address) };
  }
}

function isAccepted(result: RecipientResult): boolean {
  return result.kind === 'reply' && result.fenced && result.stage === 'rcpt' && result.reply.code < 300;
}

const rcptCommandName = 'RCPT TO:';

function addressOf(rcptCommand: string): string {
  return rcptCommand.slice(rcptCommandName.length + 1, -1);
}

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
