import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { parseEnhancedCode } from '../reply/enhanced-status-code.ts';
import {
  type Dialogue,
  type DialogueFailure,
  isPositive,
  type StepResult,
  singleCommand,
} from './dialogue.ts';

export interface TransactionsRequest {
  readonly mailFrom: string;
  /** The recipients of each transaction, at least one each. */
  readonly transactions: readonly (readonly string[])[];
  readonly pipelining: boolean;
  /** Adds the SMTPUTF8 parameter to MAIL (RFC 6531 §3.4). */
  readonly smtpUtf8: boolean;
  /** The enhanced status code that the server gives fences, and nothing else about a transaction. Undefined: not known. */
  readonly fenceCode: string | undefined;
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
  /** As in the request. Known only if all replies have arrived, and the server gives MAIL another code. */
  readonly fenceCode?: string;
}

/**
 * Runs mail transactions without mail: MAIL, one RCPT per recipient, RSET. The reply to RSET is the fence: replies
 * before it count only if it arrives, and is positive. With pipelining, all transactions are one group and take
 * one round trip (RFC 2920).
 */
export function runTransactions(request: TransactionsRequest): Dialogue<TransactionsResult> {
  return request.pipelining ? runInOneGroup(request) : runStepByStep(request);
}

/** The replies to the commands of one transaction, as far as they arrived. */
interface TransactionReplies {
  readonly mail: SmtpReply | undefined;
  readonly rcpt: readonly SmtpReply[];
  readonly fence: SmtpReply | undefined;
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
    isMismatch(request.transactions[index] ?? [], replies, request.fenceCode),
  );
  const noReply = mismatch ? desynchronised : noReplyOf(step);
  // A reply that never came may have been lost, and then every later reply moved up by one.
  const unreliable = noReply?.failure === 'desynchronised' || noReply?.failure === 'reply_timeout';
  return transactionsResult(
    request.transactions.flatMap((recipients, index) =>
      recipientResults(recipients, unreliable ? noReplies : (transactions[index] ?? noReplies), noReply),
    ),
    noReply,
    fenceCodeOf(transactions),
  );
}

function* runStepByStep(request: TransactionsRequest): Dialogue<TransactionsResult> {
  const results: RecipientResult[] = [];
  let noReply: NoReply | undefined;
  for (const recipients of request.transactions) {
    let replies = noReplies;
    if (noReply === undefined) {
      const { lastStep, ...received } = yield* runOneTransaction(request, recipients);
      noReply = isMismatch(recipients, received) ? desynchronised : noReplyOf(lastStep);
      replies = noReply?.failure === 'desynchronised' ? noReplies : received;
    }
    results.push(...recipientResults(recipients, replies, noReply));
  }
  return transactionsResult(results, noReply);
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
): readonly RecipientResult[] {
  if (mail === undefined) return recipients.map(() => noReply ?? connectionClosed);
  if (!isPositive(mail)) {
    return recipients.map(() => ({ kind: 'reply', stage: 'mail', reply: mail, fenced: true }));
  }
  return recipients.map((_, index) => {
    const reply = rcpt[index];
    return reply === undefined
      ? (noReply ?? connectionClosed)
      : { kind: 'reply', stage: 'rcpt', reply, fenced: fence !== undefined };
  });
}

/**
 * True if RSET was refused, or its reply has the code of another one; if a recipient was accepted although MAIL was
 * refused; or if a reply names another recipient of the transaction than its own.
 */
function isMismatch(
  recipients: readonly string[],
  { mail, rcpt, fence }: TransactionReplies,
  fenceCode?: string,
): boolean {
  if (fence !== undefined && (!isPositive(fence) || (fenceCode !== undefined && codeOf(fence) !== fenceCode)))
    return true;
  if (mail !== undefined && !isPositive(mail) && rcpt.some(isPositive)) return true;
  const paths = recipients.map((recipient) => `<${recipient.toLowerCase()}>`);
  return rcpt.some((reply, index) => {
    // 251 names the address that mail is forwarded to, which may be any.
    if (reply.code === 251) return false;
    const text = reply.lines.join(' ').toLowerCase();
    if (!text.includes('@') || text.includes(paths[index] ?? '')) return false;
    return paths.some((path) => text.includes(path));
  });
}

function noReplyOf({ failure, closingReply }: StepResult): NoReply | undefined {
  if (failure === undefined) return undefined;
  return { kind: 'no-reply', failure, ...(closingReply === undefined ? {} : { closingReply }) };
}

/**
 * Returns the code by which fences differ from replies to MAIL, if there is one. Goes by a transaction in which no reply
 * can be the copy of the one before: each has another code.
 */
function fenceCodeOf(transactions: readonly TransactionReplies[]): string | undefined {
  for (const { mail, rcpt, fence } of transactions) {
    if (mail === undefined || fence === undefined || !isPositive(mail)) continue;
    const codes = [mail, ...rcpt, fence].map((reply) => (isPositive(reply) ? codeOf(reply) : reply.code));
    const differ = codes.every((code, index) => code !== undefined && code !== codes[index + 1]);
    const fenceCode = codeOf(fence);
    if (differ && fenceCode !== codeOf(mail)) return fenceCode;
  }
  return undefined;
}

function codeOf(reply: SmtpReply): string | undefined {
  const code = parseEnhancedCode(reply);
  return code === undefined ? undefined : `${code.class}.${code.subject}.${code.detail}`;
}

function transactionsResult(
  recipients: readonly RecipientResult[],
  failure: NoReply | undefined,
  fenceCode?: string,
): TransactionsResult {
  if (failure !== undefined) return { recipients, failure: failure.failure };
  return fenceCode === undefined ? { recipients } : { recipients, fenceCode };
}
