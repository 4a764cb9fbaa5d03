import type { ExchangePolicies } from '../../exchange/policy.ts';
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
/** Recipients of the first group, each in a transaction of its own, which shows how the server words its replies. */
const maxInFirstGroup = 3;

/** What a session has asked and been answered, and how much more it may ask. */
export class SessionRecord {
  readonly #host: string;
  readonly #policies: ExchangePolicies;
  readonly #capabilities: Capabilities;
  #recipients = 0;
  /** Recipients whose refusal has arrived, though the group may not count. */
  #refusals = 0;
  #resets = 0;
  #inFlight = 0;
  /** The words of replies to RSET, if they tell these from others. Undefined: not known yet. */
  #resetWords: string | 'unclear' | undefined;

  constructor(host: string, policies: ExchangePolicies, capabilities: Capabilities) {
    this.#host = host;
    this.#policies = policies;
    this.#capabilities = capabilities;
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
    const perReset = this.#isShareable ? this.#perTransaction(this.#host) : 1;
    const most = Math.min(recipientsPerSession - this.#recipients, ifRefused, this.#resetsLeft * perReset);
    return Math.max(0, most - this.#inFlight);
  }

  get #resetsLeft(): number {
    return this.#policy.resetsPerSession - this.#resets;
  }

  get #policy() {
    return this.#policies.policyFor(this.#host);
  }

  /** True if several recipients may share a transaction, as far as is known. */
  get #isShareable(): boolean {
    return this.#resetWords !== 'unclear';
  }

  #perTransaction(host: string): number {
    const announced = this.#capabilities.maxRecipients ?? Number.POSITIVE_INFINITY;
    return Math.min(this.#policies.policyFor(host).recipientsPerTransaction, announced);
  }

  /** Returns how many recipients the next group may have. `connections`: how many the server permits. */
  groupSize(host: string, connections: number): number {
    const underWay = Math.max(leastUnderWay, Math.floor(mostUnderWay / connections));
    const most = Math.min(this.room, underWay, maxPerGroup);
    const perTransaction = this.#perTransaction(host);
    if (this.#resetWords === undefined || this.#resetWords === 'unclear' || perTransaction === 1) {
      if (!this.pipelining) return Math.min(most, 1);
      const isProven = perTransaction === 1 && !this.isUnused;
      return Math.min(
        most,
        this.#resetsLeft,
        isProven || perTransaction === 1 ? maxPerGroup : maxInFirstGroup,
      );
    }
    return Math.min(most, perTransaction);
  }

  /** Returns the recipients of each transaction of a group. */
  transactionsOf(requests: readonly ProbeRequest[]): readonly (readonly string[])[] {
    const addresses = requests.map(({ recipient }) => recipient.address);
    const isShared =
      this.#resetWords !== undefined &&
      this.#resetWords !== 'unclear' &&
      requests.every(({ host }) => this.#perTransaction(host) >= requests.length);
    return isShared ? [addresses] : addresses.map((address) => [address]);
  }

  onSend(requests: number): void {
    this.#inFlight += requests;
  }

  /** A recipient was refused. Its group may still turn out not to count. */
  onRefusal(): void {
    this.#refusals += 1;
  }

  /** Returns the result, which is void if the replies may have shifted. */
  onResult(requests: readonly ProbeRequest[], result: GroupResult): GroupResult {
    this.#inFlight -= requests.length;
    this.#recipients += requests.length;
    if (result.kind === 'void') return result;
    this.#resets += result.transactions.length;
    if (result.transactions.some((replies) => !this.#isAttributable(replies))) {
      this.#resetWords = 'unclear';
      const replies = result.transactions.flatMap(({ mail, rcpt, reset }) => [mail, ...rcpt, reset]);
      return { kind: 'void', failure: 'desynchronised', replies, isResetRefused: false };
    }
    for (const replies of result.transactions) this.#learnWords(replies);
    return result;
  }

  /** Among several recipients, a reply that came twice must not pass for the one to RSET. */
  #isAttributable(replies: TransactionReplies): boolean {
    if (replies.rcpt.length < 2) return true;
    return tellsCommandsApart(replies) && replyWords(replies.reset) === this.#resetWords;
  }

  /**
   * A transaction of one recipient is sound by itself: a reply that came twice would stand where RSET was to be accepted.
   * Before anybody was accepted, an acceptance may have the words of the reply to RSET.
   */
  #learnWords(replies: TransactionReplies): void {
    if (replies.rcpt.length !== 1 || this.#resetWords === 'unclear') return;
    const words = replyWords(replies.reset);
    const isClear = tellsCommandsApart(replies) && (this.#resetWords ?? words) === words;
    if (!isClear) this.#resetWords = 'unclear';
    else if (replies.rcpt.every(isPositive)) this.#resetWords = words;
  }
}
