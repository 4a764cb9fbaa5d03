import {
  type ExchangePolicies,
  type ExchangePolicy,
  type HostTraits,
  usualResetsPerSession,
} from '../../exchange/policy.ts';
import { type Capabilities, isPositive } from './dialogue.ts';
import type { ProbeRequest } from './probe-request.ts';
import { type GroupResult, replyWords, type TransactionReplies, tellsCommandsApart } from './transaction.ts';

/** The most recipients in one group of commands. */
const maxPerGroup = 10;
/**
 * How many recipients may be under way to one server over all connections that it permits: once it asks us to slow down,
 * it refuses each of those.
 */
const mostUnderWay = 32;
const leastUnderWay = 2;
/** Recipients of a group, each in a transaction of its own, as long as it is not known how the server words its replies. */
const maxWhileUnknown = 3;

/** What a session has asked and been answered, and how much more it may ask. */
export class SessionRecord {
  readonly #host: string;
  readonly #policies: ExchangePolicies;
  readonly #capabilities: Capabilities;
  readonly #traits: HostTraits;
  #recipients = 0;
  /** Recipients whose refusal has arrived, though the group may not count. */
  #refusals = 0;
  #resets = 0;
  #inFlight = 0;
  /** The words of replies to RSET, if they tell these from those to MAIL and to refused recipients. */
  #resetWords: string | undefined;

  constructor(host: string, policies: ExchangePolicies, capabilities: Capabilities) {
    this.#host = host;
    this.#policies = policies;
    this.#capabilities = capabilities;
    this.#traits = policies.traitsOf(host);
  }

  /** True until the first recipient is sent. */
  get isUnused(): boolean {
    return this.#recipients === 0 && this.#inFlight === 0;
  }

  get refusals(): number {
    return this.#refusals;
  }

  get resets(): number {
    return this.#resets;
  }

  get pipelining(): boolean {
    return this.#policy.pipelining && this.#capabilities.pipelining;
  }

  /** How many more recipients it can take, even if all of them are refused. */
  get room(): number {
    return this.#roomFor(this.#policy.refusalsPerSession - this.#refusals);
  }

  /** How many more it will probably take: if every second one is refused. */
  get likelyRoom(): number {
    return this.#roomFor(2 * (this.#policy.refusalsPerSession - this.#refusals));
  }

  #roomFor(ifRefused: number): number {
    const { recipientsPerSession } = this.#policy;
    const perReset = this.#isShareable === false ? 1 : this.#perTransaction(this.#host);
    const most = Math.min(recipientsPerSession - this.#recipients, ifRefused, this.#resetsLeft * perReset);
    return Math.max(0, most - this.#inFlight);
  }

  get #resetsLeft(): number {
    const { resetsPerSession, recipientsPerSession } = this.#policy;
    const isUsual = resetsPerSession >= usualResetsPerSession;
    const most = isUsual && this.#capabilities.allowsResets ? recipientsPerSession : resetsPerSession;
    return most - this.#resets;
  }

  get #policy(): ExchangePolicy {
    return this.#policies.policyFor(this.#host);
  }

  /** True if several recipients may share a transaction. Undefined: not known yet. */
  get #isShareable(): boolean | undefined {
    const { resetWords } = this.#traits;
    return resetWords === undefined ? undefined : resetWords !== 'unclear';
  }

  #perTransaction(host: string): number {
    const announced = this.#capabilities.maxRecipients ?? Number.POSITIVE_INFINITY;
    return Math.min(this.#policies.policyFor(host).recipientsPerTransaction, announced);
  }

  /** Returns how many recipients may be under way at once. `connections`: how many the server permits. */
  mostUnderWay(connections: number): number {
    return Math.min(this.room, Math.max(leastUnderWay, Math.floor(mostUnderWay / connections)));
  }

  /** Returns how many recipients the next group may have. `isUrgent`: its answers are not to wait for others. */
  groupSize(host: string, connections: number, isUrgent: boolean): number {
    const most = Math.min(this.mostUnderWay(connections), maxPerGroup);
    const perTransaction = this.#perTransaction(host);
    if (!this.#isShareable || perTransaction === 1) {
      if (!this.pipelining) return Math.min(most, 1);
      const isKnown = perTransaction === 1 || this.#isShareable === false;
      return Math.min(most, this.#resetsLeft, isKnown ? maxPerGroup : maxWhileUnknown);
    }
    if (isUrgent || !this.pipelining || most === 0) return Math.min(most, perTransaction);
    const left = this.#policy.recipientsPerSession - this.#recipients;
    return Math.min(maxPerGroup, left, perTransaction);
  }

  /** Returns the recipients of each transaction of a group. */
  transactionsOf(requests: readonly ProbeRequest[]): readonly (readonly string[])[] {
    const addresses = requests.map(({ recipient }) => recipient.address);
    const isShared =
      this.#isShareable === true &&
      requests.every(({ host }) => this.#perTransaction(host) >= requests.length);
    return isShared ? [addresses] : addresses.map((address) => [address]);
  }

  onSend(requests: number): void {
    this.#inFlight += Math.min(requests, this.room);
  }

  /** A recipient was refused. Its group may still turn out not to count. */
  onRefusal(): void {
    this.#refusals += 1;
  }

  /** Returns the result, which is void if the replies may have shifted. */
  onResult(requests: readonly ProbeRequest[], result: GroupResult): GroupResult {
    this.#inFlight = 0;
    this.#recipients += result.kind === 'counts' ? result.recipients.length : requests.length;
    if (result.kind === 'void') return result;
    this.#resets += result.transactions.length;
    if (result.transactions.some((replies) => !this.#isAttributable(replies))) {
      this.#traits.resetWords = 'unclear';
      const replies = result.transactions.flatMap(({ mail, rcpt, reset }) => [mail, ...rcpt, reset]);
      return { kind: 'void', failure: 'desynchronised', replies, isResetRefused: false };
    }
    for (const replies of result.transactions) this.#learnWords(replies);
    return result;
  }

  /** Among several recipients, a reply that came twice must not pass for the one to RSET. */
  #isAttributable(replies: TransactionReplies): boolean {
    if (replies.rcpt.length < 2) return true;
    return tellsCommandsApart(replies) && replyWords(replies.reset) === this.#traits.resetWords;
  }

  /**
   * Learns how the host words its replies to RSET. A transaction of one recipient is sound by itself: a reply that came
   * twice would stand where RSET was to be accepted. But only an accepted recipient shows that the words differ.
   */
  #learnWords(replies: TransactionReplies): void {
    const [recipient, another] = replies.rcpt;
    const traits = this.#traits;
    if (recipient === undefined || another !== undefined || traits.resetWords === 'unclear') return;
    const words = replyWords(replies.reset);
    const known = traits.resetWords ?? this.#resetWords ?? words;
    this.#resetWords = words;
    if (!tellsCommandsApart(replies) || known !== words) traits.resetWords = 'unclear';
    else if (isPositive(recipient)) traits.resetWords = words;
  }
}
