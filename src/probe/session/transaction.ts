import type { SmtpReply } from '../../ports/smtp-transport.ts';
import {
  type Dialogue,
  type DialogueFailure,
  isPositive,
  type StepResult,
  singleCommand,
} from './dialogue.ts';

/** The recipients of one group of commands, and how to send it. */
export interface GroupRequest {
  readonly mailFrom: string;
  /** The recipients of each transaction, at least one each. */
  readonly transactions: readonly (readonly string[])[];
  /** Sends all commands at once (RFC 2920). Otherwise each waits for the reply to the one before. */
  readonly pipelining: boolean;
  /**
   * How many recipients of one transaction may be under way, after so many were refused. If it is 0, the others are not asked
   * about. Default: all of them.
   */
  readonly mostUnderWay?: (refused: number) => number;
  /** Adds the SMTPUTF8 parameter to MAIL (RFC 6531 §3.4). */
  readonly smtpUtf8: boolean;
}

/** The replies to one transaction. */
interface TransactionReplies {
  readonly mail: SmtpReply;
  /** One a recipient; empty if MAIL was refused. */
  readonly rcpt: readonly SmtpReply[];
  readonly reset: SmtpReply;
}

/** Why the replies of a group do not count, and what there was of them. */
export interface VoidGroup {
  readonly kind: 'void';
  readonly failure: DialogueFailure;
  /** The 421 that ended the dialogue. */
  readonly closingReply?: SmtpReply;
  /** The replies that arrived, in their order. */
  readonly replies: readonly SmtpReply[];
  /** True if RSET was refused, as by servers that count it. */
  readonly isResetRefused: boolean;
}

/** What the server said about one recipient; at the stage `mail`, about all of its transaction. */
interface RecipientReply {
  readonly stage: 'mail' | 'rcpt';
  readonly reply: SmtpReply;
  /** Its place in its transaction. */
  readonly index: number;
}

export type GroupResult =
  | {
      readonly kind: 'counts';
      /** One a recipient, in the order of the request; fewer if the last ones were not asked about. */
      readonly recipients: readonly RecipientReply[];
      /** Each ended with a RSET. */
      readonly transactions: number;
      /** The server has said with a surplus 421 that it closes the connection. */
      readonly isClosing: boolean;
    }
  | VoidGroup;

const rset = 'RSET';

/**
 * Asks about recipients without sending a message: MAIL, RCPT for each, RSET, for one transaction after another. The
 * replies count if there are as many as commands, RSET was answered with 250, no reply names another recipient, and
 * nothing is left over. Otherwise none of them does.
 */
export function askGroup(request: GroupRequest): Dialogue<GroupResult> {
  if (!request.pipelining) return askOneByOne(request);
  const [recipients = [], ...others] = request.transactions;
  return others.length === 0 ? askRoundRobin(request, recipients) : askAtOnce(request);
}

/** One transaction. As many recipients are under way at once as may be refused. */
function* askRoundRobin(request: GroupRequest, recipients: readonly string[]): Dialogue<GroupResult> {
  const { mostUnderWay = () => recipients.length } = request;
  const replies: SmtpReply[] = [];
  let asked = 0;
  for (;;) {
    const refused = replies.slice(1).filter(({ code }) => code >= 400).length;
    const isRefused = replies[0] !== undefined && !isPositive(replies[0]);
    const next = isRefused ? [] : recipients.slice(asked, asked + mostUnderWay(refused));
    const isFirst = replies.length === 0;
    asked += next.length;
    const isLast = asked === recipients.length || next.length === 0;
    const commands = [
      ...(isFirst ? [mailCommand(request)] : []),
      ...next.map(rcptCommand),
      ...(isLast ? [rset] : []),
    ];
    const step = yield { kind: 'commands', stage: 'rcpt', commands, replyCount: commands.length };
    replies.push(...step.replies);
    if (step.replies.length < commands.length || (!isLast && step.failure !== undefined))
      return voidGroup(step, replies);
    if (!isLast) continue;
    const [mail, ...rcpt] = replies;
    const reset = rcpt.pop();
    if (mail === undefined || reset === undefined) return voidGroup(step, replies);
    // Behind a refused MAIL, every RCPT is a command out of order, and its reply says nothing of a recipient.
    if (!isPositive(mail) && rcpt.some(isPositive)) return desynchronised(replies);
    const transaction = { mail, rcpt: isPositive(mail) ? rcpt : [], reset };
    return checkedGroup(request, [transaction], step);
  }
}

function* askAtOnce(request: GroupRequest): Dialogue<GroupResult> {
  const commands = request.transactions.flatMap((recipients) => [
    mailCommand(request),
    ...recipients.map(rcptCommand),
    rset,
  ]);
  const step = yield { kind: 'commands', stage: 'rcpt', commands, replyCount: commands.length };
  if (step.replies.length < commands.length) return voidGroup(step, step.replies);
  const transactions: TransactionReplies[] = [];
  let from = 0;
  for (const recipients of request.transactions) {
    const [mail, ...others] = step.replies.slice(from, from + recipients.length + 2);
    const reset = others.pop();
    from += recipients.length + 2;
    if (mail === undefined || reset === undefined) return voidGroup(step, step.replies);
    // Behind a refused MAIL, every RCPT is a command out of order, and its reply says nothing of a recipient.
    const isRefused = !isPositive(mail);
    if (isRefused && others.some(isPositive)) return desynchronised(step.replies);
    transactions.push({ mail, rcpt: isRefused ? [] : others, reset });
  }
  return checkedGroup(request, transactions, step);
}

function* askOneByOne(request: GroupRequest): Dialogue<GroupResult> {
  const transactions: TransactionReplies[] = [];
  const replies: SmtpReply[] = [];
  let step: StepResult = { replies };
  for (const recipients of request.transactions) {
    step = yield singleCommand('mail', mailCommand(request));
    const [mail] = step.replies;
    replies.push(...step.replies);
    if (mail === undefined || step.failure !== undefined) return voidGroup(step, replies);
    const rcpt: SmtpReply[] = [];
    for (const recipient of isPositive(mail) ? recipients : []) {
      step = yield singleCommand('rcpt', rcptCommand(recipient));
      replies.push(...step.replies);
      if (step.replies.length === 0 || step.failure !== undefined) return voidGroup(step, replies);
      rcpt.push(...step.replies);
    }
    step = yield singleCommand('reset', rset);
    const [reset] = step.replies;
    replies.push(...step.replies);
    if (reset === undefined) return voidGroup(step, replies);
    transactions.push({ mail, rcpt, reset });
  }
  return checkedGroup(request, transactions, step);
}

/** `last`: the step that brought the last reply. A 421 behind it answers nothing, and spoils nothing. */
function checkedGroup(
  { transactions: recipients }: GroupRequest,
  transactions: readonly TransactionReplies[],
  last: StepResult,
): GroupResult {
  const replies = transactions.flatMap(({ mail, rcpt, reset }) => [mail, ...rcpt, reset]);
  const isSound = transactions.every(
    (transaction, index) =>
      transaction.reset.code === 250 && matchesNames(recipients[index] ?? [], transaction),
  );
  const isResetRefused = transactions.some(({ reset }) => reset.code >= 400);
  if (!isSound || (last.failure !== undefined && last.closingReply === undefined))
    return { ...voidGroup(last, replies), isResetRefused };
  const answered = transactions.flatMap(({ mail, rcpt }, at) =>
    (recipients[at] ?? []).flatMap((_, index): RecipientReply[] => {
      if (!isPositive(mail)) return [{ stage: 'mail', reply: mail, index }];
      const reply = rcpt[index];
      return reply === undefined ? [] : [{ stage: 'rcpt', reply, index }];
    }),
  );
  return {
    ...{ kind: 'counts', recipients: answered },
    transactions: transactions.length,
    isClosing: last.closingReply !== undefined,
  };
}

/** False if a reply names another recipient of the transaction than its own. */
function matchesNames(recipients: readonly string[], { rcpt, reset }: TransactionReplies): boolean {
  const paths = recipients.map((recipient) => `<${recipient.toLowerCase()}>`);
  const names = (text: string) => text.includes('@') && paths.some((path) => text.includes(path));
  if (names(textOf(reset))) return false;
  return rcpt.every((reply, index) => {
    // 251 names the address that mail is forwarded to, which may be any.
    if (reply.code === 251) return true;
    const text = textOf(reply);
    return text.includes(paths[index] ?? '') || !names(text);
  });
}

function voidGroup({ failure, closingReply }: StepResult, replies: readonly SmtpReply[]): VoidGroup {
  return {
    kind: 'void',
    failure: failure ?? 'desynchronised',
    ...(closingReply !== undefined && { closingReply }),
    replies,
    isResetRefused: false,
  };
}

function desynchronised(replies: readonly SmtpReply[]): VoidGroup {
  return { kind: 'void', failure: 'desynchronised', replies, isResetRefused: false };
}

function mailCommand(request: GroupRequest): string {
  return `MAIL FROM:<${request.mailFrom}>${request.smtpUtf8 ? ' SMTPUTF8' : ''}`;
}

function rcptCommand(recipient: string): string {
  return `RCPT TO:<${recipient}>`;
}

function textOf({ lines }: SmtpReply): string {
  return lines.join(' ').toLowerCase();
}
