import type { Ask, ProbeAnswer } from './ask.ts';
import type { Conversation } from './conversation.ts';
import { type Break, type Capabilities, quit } from './dialogue.ts';
import type { ExchangeConduct } from './exchange-conduct.ts';
import { type Answer, type Failure, transact } from './transaction.ts';

/** What to do with one ask after a transaction. */
export type Ruling =
  | { readonly kind: 'settle'; readonly answer: ProbeAnswer }
  /** Ask again; `freshSession`: on a new session, before any other refusal. */
  | { readonly kind: 'again'; readonly freshSession: boolean };

/** How often a conversation may end without an answer before an ask is given up. */
const failuresAllowed = 3;
/** At most so many recipients are asked about in one group of commands. */
export const recipientsPerGroup = 10;

/** A greeted connection that serves recipients, transaction after transaction, within its budgets. */
export class Session {
  readonly capabilities: Capabilities;
  readonly #conversation: Conversation;
  readonly #mailFrom: string;
  readonly #conduct: ExchangeConduct;
  #recipients = 0;
  #refusals = 0;
  /** Recipients asked about and not answered yet. */
  #inFlight = 0;
  /** Whether each of them has a transaction of its own. */
  #singly = true;
  #broken = false;

  constructor(options: {
    conversation: Conversation;
    capabilities: Capabilities;
    mailFrom: string;
    conduct: ExchangeConduct;
  }) {
    this.#conversation = options.conversation;
    this.capabilities = options.capabilities;
    this.#mailFrom = options.mailFrom;
    this.#conduct = options.conduct;
  }

  /** Nobody was asked about yet. */
  get unused(): boolean {
    return this.#recipients === 0 && this.#inFlight === 0;
  }

  /** Nobody is being asked about. */
  get quiet(): boolean {
    return this.#inFlight === 0;
  }

  /** It cannot be used any more. */
  get broken(): boolean {
    return this.#broken;
  }

  get refusals(): number {
    return this.#refusals;
  }

  get pipelining(): boolean {
    return this.#conduct.policy.pipelining && this.capabilities.pipelining;
  }

  /** How many recipients may still be asked about, should all of those in flight be refused. */
  get room(): number {
    const { recipientsPerSession, refusalsPerSession } = this.#conduct.policy;
    const left = Math.min(recipientsPerSession - this.#recipients, refusalsPerSession - this.#refusals);
    return Math.max(0, left - this.#inFlight);
  }

  /**
   * Whether `ask` may be called now. Groups follow one another unanswered only where every transaction has one
   * recipient: MAIL, RCPT and RSET then check each other, whereas among several RCPT a doubled reply could hide.
   */
  get ready(): boolean {
    return this.room > 0 && (this.quiet || (this.pipelining && this.#singly));
  }

  /** Asks about recipients, in as many transactions as it takes, and rules on each, in their order. */
  async ask(asks: readonly Ask[]): Promise<{ rulings: readonly Ruling[]; broken?: Break }> {
    const perTransaction = this.quiet ? this.#recipientsPerTransaction : 1;
    this.#singly = perTransaction === 1 || asks.length === 1;
    this.#inFlight += asks.length;
    const conclusion = await this.#conversation.run(
      transact({
        mailFrom: this.#mailFrom,
        transactions: inChunks(
          asks.map((ask) => ask.recipient.address),
          perTransaction,
        ),
        pipelining: this.pipelining,
        smtpUtf8: asks.some((ask) => ask.recipient.needsSmtpUtf8),
      }),
    );
    this.#inFlight -= asks.length;
    // Another group broke the session off: this one was only behind it.
    const behind = this.#broken;
    if (conclusion.broken !== undefined) this.#break();
    const innocent = behind || conclusion.answers.some((answer) => answer.kind === 'reply');
    const rulings = asks.map((ask, index): Ruling => {
      const answer = conclusion.answers[index] ?? { kind: 'none', broken: 'connection_closed' };
      if (answer.kind === 'reply') return this.#rule(ask, answer, index % perTransaction);
      return innocent ? { kind: 'again', freshSession: false } : this.#unanswered(ask, answer);
    });
    return conclusion.broken === undefined || behind ? { rulings } : { rulings, broken: conclusion.broken };
  }

  get #recipientsPerTransaction(): number {
    const announced = this.capabilities.maxRecipients ?? Number.POSITIVE_INFINITY;
    return Math.min(this.#conduct.policy.recipientsPerTransaction, announced);
  }

  quit(quitMs: number): Promise<void> {
    return this.#conversation.run(quit(), quitMs);
  }

  #break(): void {
    this.#broken = true;
    this.#conversation.close();
  }

  /** `index`: the recipient's place in its transaction. */
  #rule(ask: Ask, answer: Exclude<Answer, Failure>, index: number): Ruling {
    const { stage, reply } = answer;
    const classification = this.#conduct.classify(reply, stage, ask.recipient.address);
    const refusedBefore = this.#refusals > 0;
    if (stage === 'rcpt') this.#count(reply.code);
    if (classification.meaning === 'too-many-recipients' && index > 0) {
      this.#conduct.tookOnly(index);
      return { kind: 'again', freshSession: false };
    }
    if (!answer.fenced && ask.suspicion !== classification.meaning) {
      ask.suspicion = classification.meaning;
      return this.#unanswered(ask, { kind: 'none', broken: 'connection_closed' });
    }
    // Some servers answer everybody like this after a few refusals: only the first on a session counts.
    if (
      refusedBefore &&
      classification.meaning === 'mailbox-not-found' &&
      classification.certainty === 'weak'
    ) {
      return { kind: 'again', freshSession: true };
    }
    return { kind: 'settle', answer: { kind: 'reply', stage, reply, classification } };
  }

  #count(code: number): void {
    this.#recipients += 1;
    if (code >= 400) this.#refusals += 1;
  }

  #unanswered(ask: Ask, answer: Failure): Ruling {
    ask.failures += 1;
    if (ask.failures < failuresAllowed) return { kind: 'again', freshSession: false };
    const { closing, broken } = answer;
    if (closing === undefined) return { kind: 'settle', answer: { kind: 'broken', broken } };
    const classification = this.#conduct.classify(closing, 'rcpt', ask.recipient.address);
    return { kind: 'settle', answer: { kind: 'reply', stage: 'rcpt', reply: closing, classification } };
  }
}

function inChunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
