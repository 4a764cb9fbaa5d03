import type { SmtpReply } from '../../ports.ts';
import { type Break, converse, type Dialogue, type Heard, isPositive } from './dialogue.ts';

export interface TransactionRequest {
  readonly mailFrom: string;
  /** The recipients of each transaction, at least one each. */
  readonly transactions: readonly (readonly string[])[];
  readonly pipelining: boolean;
  /** Adds the SMTPUTF8 parameter to MAIL (RFC 6531 §3.4). */
  readonly smtpUtf8: boolean;
}

/** What became of one recipient. */
export type Answer =
  | {
      readonly kind: 'reply';
      readonly stage: 'mail' | 'rcpt';
      readonly reply: SmtpReply;
      /** True once a later reply of the right kind has shown that replies and commands are still in step. */
      readonly fenced: boolean;
    }
  | Failure;

export interface Failure {
  readonly kind: 'none';
  readonly broken: Break;
  /** The 421 that ended it. */
  readonly closing?: SmtpReply;
}

export interface Conclusion {
  /** One for each recipient, in the order given. */
  readonly answers: readonly Answer[];
  /** Why the session cannot be used any more. */
  readonly broken?: Break;
}

/**
 * Mail transactions without mail: MAIL, a RCPT for each recipient, RSET. The reply to RSET is the fence: only when
 * it comes, and comes as it should, is believed what was said of the recipients before it. Where the server takes
 * pipelining, all transactions are one group and cost one round trip (RFC 2920).
 */
export function transact(request: TransactionRequest): Dialogue<Conclusion> {
  return request.pipelining ? transactInOneGroup(request) : transactStepByStep(request);
}

/** The replies of one transaction, as far as they came. */
interface Slots {
  readonly mail: SmtpReply | undefined;
  readonly rcpt: readonly SmtpReply[];
  readonly fence: SmtpReply | undefined;
}

function* transactInOneGroup(request: TransactionRequest): Dialogue<Conclusion> {
  const commands = request.transactions.flatMap((recipients) => [
    mailCommand(request),
    ...recipients.map(rcptCommand),
    rset,
  ]);
  const heard = yield { kind: 'converse', stage: 'rcpt', commands, replies: commands.length };
  let from = 0;
  const slots = request.transactions.map((recipients): Slots => {
    const [mail, ...replies] = heard.replies.slice(from, from + recipients.length + 2);
    from += recipients.length + 2;
    return { mail, rcpt: replies.slice(0, recipients.length), fence: replies[recipients.length] };
  });
  const outOfStep = slots.some((slot, index) => isOutOfStep(request.transactions[index] ?? [], slot));
  const failure = outOfStep ? desynchronised : failureOf(heard);
  // A reply that never came may have been lost on the way, and then every later one was moved up by one.
  const doubtful = failure?.broken === 'desynchronised' || failure?.broken === 'reply_timeout';
  return conclude(
    request.transactions.flatMap((recipients, index) =>
      answersOf(recipients, doubtful ? nothingHeard : (slots[index] ?? nothingHeard), failure),
    ),
    failure,
  );
}

function* transactStepByStep(request: TransactionRequest): Dialogue<Conclusion> {
  const answers: Answer[] = [];
  let failure: Failure | undefined;
  for (const recipients of request.transactions) {
    let slots = nothingHeard;
    if (failure === undefined) {
      const { heard, ...replies } = yield* oneTransaction(request, recipients);
      failure = isOutOfStep(recipients, replies) ? desynchronised : failureOf(heard);
      slots = failure?.broken === 'desynchronised' ? nothingHeard : replies;
    }
    answers.push(...answersOf(recipients, slots, failure));
  }
  return conclude(answers, failure);
}

/** Command by command; `heard` is what came last. */
function* oneTransaction(
  request: TransactionRequest,
  recipients: readonly string[],
): Dialogue<Slots & { heard: Heard }> {
  let heard = yield converse('mail', mailCommand(request));
  const [mail] = heard.replies;
  const rcpt: SmtpReply[] = [];
  for (const recipient of mail !== undefined && isPositive(mail) ? recipients : []) {
    if (heard.broken !== undefined) break;
    heard = yield converse('rcpt', rcptCommand(recipient));
    rcpt.push(...heard.replies);
  }
  if (heard.broken !== undefined) return { mail, rcpt, fence: undefined, heard };
  heard = yield converse('reset', rset);
  return { mail, rcpt, fence: heard.replies[0], heard };
}

const rset = 'RSET';
const desynchronised: Failure = { kind: 'none', broken: 'desynchronised' };
const hungUp: Failure = { kind: 'none', broken: 'connection_closed' };
const nothingHeard: Slots = { mail: undefined, rcpt: [], fence: undefined };

function mailCommand(request: TransactionRequest): string {
  return `MAIL FROM:<${request.mailFrom}>${request.smtpUtf8 ? ' SMTPUTF8' : ''}`;
}

function rcptCommand(recipient: string): string {
  return `RCPT TO:<${recipient}>`;
}

function answersOf(
  recipients: readonly string[],
  { mail, rcpt, fence }: Slots,
  failure: Failure | undefined,
): readonly Answer[] {
  if (mail === undefined) return recipients.map(() => failure ?? hungUp);
  if (!isPositive(mail)) {
    return recipients.map(() => ({ kind: 'reply', stage: 'mail', reply: mail, fenced: true }));
  }
  return recipients.map((_, index) => {
    const reply = rcpt[index];
    return reply === undefined
      ? (failure ?? hungUp)
      : { kind: 'reply', stage: 'rcpt', reply, fenced: fence !== undefined };
  });
}

/** RSET was not answered as RSET is, or a reply names another recipient than the one it stands for. */
function isOutOfStep(recipients: readonly string[], { rcpt, fence }: Slots): boolean {
  if (fence !== undefined && !isPositive(fence)) return true;
  const named = recipients.map((recipient) => `<${recipient.toLowerCase()}>`);
  return rcpt.some((reply, index) => {
    // 251 names where mail is forwarded to, which may be any address.
    if (reply.code === 251) return false;
    const text = reply.lines.join(' ').toLowerCase();
    if (!text.includes('@') || text.includes(named[index] ?? '')) return false;
    return named.some((other) => text.includes(other));
  });
}

function failureOf(heard: Heard): Failure | undefined {
  if (heard.broken === undefined) return undefined;
  const closing = heard.closing === undefined ? {} : { closing: heard.closing };
  return { kind: 'none', broken: heard.broken, ...closing };
}

function conclude(answers: readonly Answer[], failure: Failure | undefined): Conclusion {
  return failure === undefined ? { answers } : { answers, broken: failure.broken };
}
