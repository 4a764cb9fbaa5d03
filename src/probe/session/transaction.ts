import type { SmtpReply } from '../../ports/smtp-transport.ts';
import {
  type Dialogue,
  type DialogueFailure,
  isPositive,
  type StepResult,
  singleCommand,
} from './dialogue.ts';
import { contradictsFence, type TransactionReplies } from './fence-wording.ts';

export interface TransactionsRequest {
  readonly mailFrom: string;
  /** The recipients of each transaction, at least one each. */
  readonly transactions: readonly (readonly string[])[];
  readonly pipelining: boolean;
  /** Adds the SMTPUTF8 parameter to MAIL (RFC 6531 §3.4). */
  readonly smtpUtf8: boolean;
  /** How the server words replies to RSET, and no others. Undefined: not known, or not to be asked for. */
  readonly fenceWording: string | undefined;
}

/** What the server said about one recipient. */
export type RecipientResult =
  | {
      readonly kind: 'reply';
      readonly stage: 'mail' | 'rcpt';
      readonly reply: SmtpReply;
      /** True once a later reply of the expected kind has shown that replies still match commands. */
      readonly fenced: boolean;
    }
  | NoReply;

/** The dialogue failed before a reply about the recipient. */
export interface NoReply {
  readonly kind: 'no-reply';
  readonly failure: DialogueFailure;
  /** The 421 that ended the dialogue. */
  readonly closingReply?: SmtpReply;
}

export interface TransactionsResult {
  /** One per recipient, in the order of the request. */
  readonly recipients: readonly RecipientResult[];
  /** Set if the connection can no longer be used. */
  readonly failure?: DialogueFailure;
  /** The replies of each transaction, if all have arrived. */
  readonly transactions?: readonly TransactionReplies[];
}

/**
 * Runs mail transactions without mail: MAIL, one RCPT per recipient, RSET. The reply to RSET is the fence: replies
 * before it count only if it arrives, and is positive. With pipelining, all transactions are one group and take
 * one round trip (RFC 2920).
 */
export function runTransactions(request: TransactionsRequest): Dialogue<TransactionsResult> {
  return request.pipelining ? runInOneGroup(request) : runStepByStep(request);
}

function* runInOneGroup(request: TransactionsRequest): Dialogue<TransactionsResult> {
  const commands = request.transactions.flatMap((recipients) => [
    mailCommand(request),
    ...recipients.map(rcptCommand),
    rset,
  ]);
  const step = yield { kind: 'commands', stage: 'rcpt', commands, replyCount: commands.length };
  let from = 0;
  const transactions = request.transactions.map((recipients): TransactionReplies => {
    const [mail, ...replies] = step.replies.slice(from, from + recipients.length + 2);
    from += recipients.length + 2;
    return { mail, rcpt: replies.slice(0, recipients.length), fence: replies[recipients.length] };
  });
  const mismatch = transactions.some((replies, index) =>
    isMismatch(request.transactions[index] ?? [], replies, request.fenceWording),
  );
  const noReply = mismatch ? desynchronised : noReplyOf(step);
  // A reply that never came may have been lost, and then every later reply moved up by one.
  const unreliable =
    noReply?.failure === 'desynchronised' || noReply?.failure === 'reply_timeout' ? noReply : undefined;
  // Among the replies of a group that ended early, one to RSET and one to MAIL look like an accepted recipient.
  const mayHaveShifted = noReply !== undefined && request.fenceWording === undefined;
  return transactionsResult(
    request.transactions.flatMap((recipients, index) => {
      const replies = transactions[index] ?? noReplies;
      return unreliable !== undefined
        ? resultsByName(recipients, replies, unreliable)
        : recipientResults(recipients, replies, noReply, mayHaveShifted);
    }),
    transactions,
    noReply,
  );
}

function* runStepByStep(request: TransactionsRequest): Dialogue<TransactionsResult> {
  const results: RecipientResult[] = [];
  const transactions: TransactionReplies[] = [];
  let noReply: NoReply | undefined;
  for (const recipients of request.transactions) {
    if (noReply !== undefined) {
      results.push(...recipientResults(recipients, noReplies, noReply));
      continue;
    }
    const { lastStep, ...replies } = yield* runOneTransaction(request, recipients);
    noReply = isMismatch(recipients, replies, request.fenceWording) ? desynchronised : noReplyOf(lastStep);
    transactions.push(replies);
    results.push(
      ...(noReply?.failure === 'desynchronised'
        ? resultsByName(recipients, replies, noReply)
        : recipientResults(recipients, replies, noReply)),
    );
  }
  return transactionsResult(results, transactions, noReply);
}

/** Waits for each reply before the next command. */
function* runOneTransaction(
  request: TransactionsRequest,
  recipients: readonly string[],
): Dialogue<TransactionReplies & { lastStep: StepResult }> {
  let lastStep = yield singleCommand('mail', mailCommand(request));
  const [mail] = lastStep.replies;
  const rcpt: SmtpReply[] = [];
  for (const recipient of mail !== undefined && isPositive(mail) ? recipients : []) {
    if (lastStep.failure !== undefined) break;
    lastStep = yield singleCommand('rcpt', rcptCommand(recipient));
    rcpt.push(...lastStep.replies);
  }
  if (lastStep.failure !== undefined) return { mail, rcpt, fence: undefined, lastStep };
  lastStep = yield singleCommand('reset', rset);
  return { mail, rcpt, fence: lastStep.replies[0], lastStep };
}

const rset = 'RSET';
const desynchronised: NoReply = { kind: 'no-reply', failure: 'desynchronised' };
const connectionClosed: NoReply = { kind: 'no-reply', failure: 'connection_closed' };
const noReplies: TransactionReplies = { mail: undefined, rcpt: [], fence: undefined };

function mailCommand(request: TransactionsRequest): string {
  return `MAIL FROM:<${request.mailFrom}>${request.smtpUtf8 ? ' SMTPUTF8' : ''}`;
}

function rcptCommand(recipient: string): string {
  return `RCPT TO:<${recipient}>`;
}

function recipientResults(
  recipients: readonly string[],
  { mail, rcpt, fence }: TransactionReplies,
  noReply: NoReply | undefined,
  mayHaveShifted = false,
): readonly RecipientResult[] {
  if (mail === undefined) return recipients.map(() => noReply ?? connectionClosed);
  if (!isPositive(mail)) {
    return recipients.map(() => ({ kind: 'reply', stage: 'mail', reply: mail, fenced: true }));
  }
  return recipients.map((_, index) => {
    const reply = rcpt[index];
    if (reply === undefined) return noReply ?? connectionClosed;
    const fenced = fence !== undefined && !(mayHaveShifted && isPositive(reply));
    return { kind: 'reply', stage: 'rcpt', reply, fenced };
  });
}

/** For replies that may not match their commands: one that names its own recipient is about no other. */
function resultsByName(
  recipients: readonly string[],
  { mail, rcpt }: TransactionReplies,
  noReply: NoReply,
): readonly RecipientResult[] {
  if (mail === undefined || !isPositive(mail)) return recipients.map(() => noReply);
  return recipients.map((recipient, index) => {
    const reply = rcpt[index];
    const isNamed = reply !== undefined && textOf(reply).includes(pathOf(recipient));
    return isNamed ? { kind: 'reply', stage: 'rcpt', reply, fenced: true } : noReply;
  });
}

/**
 * True if RSET was refused, or replies are not worded as fences are; if a recipient was accepted although MAIL was
 * refused; or if a reply names another recipient of the transaction than its own.
 */
function isMismatch(
  recipients: readonly string[],
  replies: TransactionReplies,
  fenceWording: string | undefined,
): boolean {
  const { mail, rcpt, fence } = replies;
  if (fence !== undefined && !isPositive(fence)) return true;
  if (fenceWording !== undefined && contradictsFence(replies, fenceWording)) return true;
  if (mail !== undefined && !isPositive(mail) && rcpt.some(isPositive)) return true;
  const paths = recipients.map(pathOf);
  return rcpt.some((reply, index) => {
    // 251 names the address that mail is forwarded to, which may be any.
    if (reply.code === 251) return false;
    const text = textOf(reply);
    if (!text.includes('@') || text.includes(paths[index] ?? '')) return false;
    return paths.some((path) => text.includes(path));
  });
}

function pathOf(recipient: string): string {
  return `<${recipient.toLowerCase()}>`;
}

function textOf({ lines }: SmtpReply): string {
  return lines.join(' ').toLowerCase();
}

function noReplyOf({ failure, closingReply }: StepResult): NoReply | undefined {
  if (failure === undefined) return undefined;
  return { kind: 'no-reply', failure, ...(closingReply === undefined ? {} : { closingReply }) };
}

function transactionsResult(
  recipients: readonly RecipientResult[],
  transactions: readonly TransactionReplies[],
  failure: NoReply | undefined,
): TransactionsResult {
  return failure === undefined ? { recipients, transactions } : { recipients, failure: failure.failure };
}
