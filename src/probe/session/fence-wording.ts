import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { parseEnhancedCode } from '../reply/enhanced-status-code.ts';
import { isPositive } from './dialogue.ts';

/** The replies to the commands of one transaction, as far as they arrived. */
export interface TransactionReplies {
  readonly mail: SmtpReply | undefined;
  readonly rcpt: readonly SmtpReply[];
  readonly fence: SmtpReply | undefined;
}

/** Only this many characters of a reply are compared. */
const comparedLength = 200;
/** Names, numbers and identifiers, which change from one reply to the next. */
const changing = /[\d@<>()[\]=]/;

/**
 * Learns how the replies of one connection to RSET, the fences, are worded, if that tells them from replies to MAIL and
 * RCPT. Goes by transactions of one recipient each, which are sound without it, from the first on the connection. Two
 * of them must agree before a group may follow another one. Among several RCPT, a reply that came twice must not pass
 * for a fence, so they need more: that a recipient was accepted, in other words than a fence; and if the reply to EHLO
 * could pass for one to MAIL, that a recipient was refused. Had replies shifted, its refusal would stand where the fence
 * belongs.
 */
export class FenceLearner {
  #isInStep: boolean;
  #mail: string | undefined;
  #fence: string | undefined;
  #known = false;
  #isHopeless = false;
  #wasAccepted = false;

  /** `extended`: the reply to EHLO had several lines. */
  constructor({ extended }: { extended: boolean }) {
    this.#isInStep = extended;
  }

  /** The wording of fences. Undefined if it is not known. */
  get wording(): string | undefined {
    return this.#known ? this.#fence : undefined;
  }

  /** True if it will never be known. */
  get isHopeless(): boolean {
    return this.#isHopeless;
  }

  /** True if a fence shows that no reply about one of several recipients came twice. */
  get provesRecipients(): boolean {
    return this.#known && this.#wasAccepted && this.#isInStep;
  }

  /** Each transaction has one recipient, unless `provesRecipients` is true already. */
  learn(transactions: readonly TransactionReplies[]): void {
    for (const replies of transactions) {
      if (this.provesRecipients || this.#isHopeless) return;
      this.#learnFrom(replies);
    }
  }

  #learnFrom({ mail, rcpt, fence }: TransactionReplies): void {
    const sequence = [mail, ...rcpt, fence].map((reply) =>
      reply === undefined ? undefined : wordingOf(reply),
    );
    const [mailWording] = sequence;
    const fenceWording = sequence.at(-1);
    // A reply like the one before may be its copy.
    const isClear =
      mailWording !== fenceWording &&
      sequence.every((wording, index) => wording !== undefined && wording !== sequence[index + 1]);
    const isFirst = this.#fence === undefined;
    const agrees = isFirst || (mailWording === this.#mail && fenceWording === this.#fence);
    const wasAsked = mail !== undefined && isPositive(mail);
    if (!this.#known) {
      this.#isHopeless = !isClear || !agrees || !wasAsked;
      this.#known = !this.#isHopeless && !isFirst;
      this.#mail = mailWording;
      this.#fence = fenceWording;
    }
    if (!isClear || !agrees || !wasAsked) return;
    if (rcpt.every(isPositive)) this.#wasAccepted = true;
    else this.#isInStep = true;
  }
}

/** True if the reply to RSET is not worded as one, or a reply about a recipient is. */
export function contradictsFence({ rcpt, fence }: TransactionReplies, wording: string): boolean {
  return (
    (fence !== undefined && wordingOf(fence) !== wording) ||
    rcpt.some((reply) => isPositive(reply) && wordingOf(reply) === wording)
  );
}

/** Returns what makes a reply one of its kind. Undefined for a positive one of several lines: it answers EHLO. */
function wordingOf(reply: SmtpReply): string | undefined {
  if (!isPositive(reply)) return String(reply.code);
  const [line = '', ...others] = reply.lines;
  if (others.length > 0) return undefined;
  const code = parseEnhancedCode(reply);
  const words = line
    .slice(0, comparedLength)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !changing.test(word));
  if (code !== undefined) words.unshift(`${code.class}.${code.subject}.${code.detail}`);
  return `${reply.code} ${words.join(' ')}`;
}
