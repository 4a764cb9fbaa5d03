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
const recipientsPerGroup = 10;

/** A greeted connection that serves recipients, transaction after transaction, within its budgets. */
export class Session {
  readonly capabilities: Capabilities;
  readonly #conversation: Conversation;
  readonly #mailFrom: string;
  readonly #conduct: ExchangeConduct;
  #recipients = 0;
  #refusals = 0;

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

  get unused(): boolean {
    return this.#recipients === 0;
  }

  get refusals(): number {
    return this.#refusals;
  }

  get pipelining(): boolean {
    return this.#conduct.policy.pipelining && this.capabilities.pipelining;
  }

  /** How many recipients may be asked about next; 0 when the session has done its share. */
  get room(): number {
    const { recipientsPerSession, refusalsPerSession } = this.#conduct.policy;
    const left = Math.min(recipientsPerSession - this.#recipients, refusalsPerSession - this.#refusals);
    return Math.max(0, Math.min(recipientsPerGroup, left));
  }

  /** Asks about recipients, in as many transactions as it takes, and rules on each, in their order. */
  async ask(asks: readonly Ask[]): Promise<{ rulings: readonly Ruling[]; broken?: Break }> {
    const perTransaction = Math.min(
      this.#conduct.policy.recipientsPerTransaction,
      this.capabilities.maxRecipients ?? Number.POSITIVE_INFINITY,
    );
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
    const someAnswered = conclusion.answers.some((answer) => answer.kind === 'reply');
    const rulings = asks.map((ask, index): Ruling => {
      const answer = conclusion.answers[index] ?? { kind: 'none', broken: 'connection_closed' };
      if (answer.kind === 'reply') return this.#rule(ask, answer, index % perTransaction);
      // It was in bad company: the conversation ended over others, before its own turn came.
      return someAnswered ? { kind: 'again', freshSession: false } : this.#unanswered(ask, answer);
    });
    return conclusion.broken === undefined ? { rulings } : { rulings, broken: conclusion.broken };
  }

  quit(quitMs: number): Promise<void> {
    return this.#conversation.run(quit(), quitMs);
  }

  close(): void {
    this.#conversation.close();
  }

  /** `index`: the recipient's place in its transaction. */
  #rule(ask: Ask, answer: Exclude<Answer, Failure>, index: number): Ruling {
    const { stage, reply } = answer;
    const reading = this.#conduct.classify(reply, stage, ask.recipient.address);
    const refusedBefore = this.#refusals > 0;
    if (stage === 'rcpt') this.#count(reply.code);
    if (reading.meaning === 'too-many-recipients' && index > 0) {
      this.#conduct.tookOnly(index);
      return { kind: 'again', freshSession: false };
    }
    if (!answer.fenced && ask.suspicion !== reading.meaning) {
      ask.suspicion = reading.meaning;
      return this.#unanswered(ask, { kind: 'none', broken: 'connection_closed' });
    }
    // Some servers answer everybody like this after a few refusals: only the first on a session counts.
    if (refusedBefore && reading.meaning === 'mailbox-not-found' && reading.certainty === 'weak') {
      return { kind: 'again', freshSession: true };
    }
    return { kind: 'settle', answer: { kind: 'reply', stage, reply, reading } };
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
    const reading = this.#conduct.classify(closing, 'rcpt', ask.recipient.address);
    return { kind: 'settle', answer: { kind: 'reply', stage: 'rcpt', reply: closing, reading } };
  }
}

function inChunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
