import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { type Dialogue, type DialogueFailure, isPositive, type StepResult } from './dialogue.ts';

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
  readonly smtpUtf8: boolean;
}

/** Why the replies of a group do not count, and what there was of them. */
export interface VoidGroup {
  readonly kind: 'void';
  readonly failure: DialogueFailure;
  readonly closingReply?: SmtpReply;
  readonly replies: readonly SmtpReply[];
  /** True if RSET was refused, as by servers that count it. */
  readonly isResetRefused: boolean;
}

/** What the server said about one recipient; at the stage `mail`, about all of its transaction. */
interface RecipientReply {
  readonly stage: 'mail' | 'rcpt';
  readonly reply: SmtpReply;
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

const rcptCommand = 'RCPT TO:<';

export function stageOf(command: string): 'mail' | 'rcpt' | 'reset' {
  if (command.startsWith(rcptCommand)) return 'rcpt';
  return command.startsWith('MAIL') ? 'mail' : 'reset';
}

/** Returns the recipient that a command names; undefined for every other command. */
export function recipientOf(command: string): string | undefined {
  return command.startsWith(rcptCommand) ? command.slice(rcptCommand.length, -1) : undefined;
}

/**
 * Asks about recipients without sending a message: MAIL, RCPT for each, RSET, for one transaction after another. With
 * pipelining, as many recipients of a transaction are under way at once as may be refused, and several transactions are sent
 * at once. The replies count if there are as many as commands, RSET was answered with 250, no reply names another recipient,
 * and nothing is left over. Otherwise none of them does.
 */
export function* askGroup(request: GroupRequest): Dialogue<GroupResult> {
  const left = commandsOf(request);
  const sent: string[] = [];
  const replies: SmtpReply[] = [];
  for (;;) {
    const commands = takeNext(left, request, replies);
    const step = yield commands;
    sent.push(...commands);
    replies.push(...step.replies);
    if (step.replies.length < commands.length || (left.length > 0 && step.failure !== undefined))
      return voidGroup(step, replies);
    if (left.length === 0) return checkedGroup(request, sent, replies, step);
    // Behind a refused MAIL nobody is asked.
    const [command = '', last] = [sent.at(-1), replies.at(-1)];
    if (stageOf(command) === 'mail' && last !== undefined && !isPositive(last))
      left.splice(0, left.indexOf('RSET'));
  }
}

function commandsOf({ transactions, mailFrom, smtpUtf8 }: GroupRequest): string[] {
  const mail = `MAIL FROM:<${mailFrom}>${smtpUtf8 ? ' SMTPUTF8' : ''}`;
  const commands: string[] = [];
  for (const recipients of transactions) {
    commands.push(mail);
    for (const recipient of recipients) commands.push(`${rcptCommand}${recipient}>`);
    commands.push('RSET');
  }
  return commands;
}

function takeNext(
  left: string[],
  { pipelining, transactions, mostUnderWay }: GroupRequest,
  replies: readonly SmtpReply[],
): readonly string[] {
  if (!pipelining) return left.splice(0, 1);
  if (transactions.length > 1 || mostUnderWay === undefined) return left.splice(0);
  const [mail, ...answered] = replies;
  const begin = mail === undefined ? 1 : 0;
  const recipients = left.length - begin - 1;
  const isRefused = mail !== undefined && !isPositive(mail);
  const most = isRefused ? 0 : mostUnderWay(answered.filter(({ code }) => code >= 400).length);
  if (most === 0) left.splice(begin, recipients);
  return left.splice(0, most === 0 || most >= recipients ? left.length : begin + most);
}

/** `last`: the step that brought the last reply. A 421 behind it answers nothing, and spoils nothing. */
function checkedGroup(
  { transactions }: GroupRequest,
  sent: readonly string[],
  replies: readonly SmtpReply[],
  last: StepResult,
): GroupResult {
  const answered: RecipientReply[] = [];
  let [isSound, isResetRefused, begin] = [true, false, 0];
  for (const recipients of transactions) {
    const end = sent.indexOf('RSET', begin);
    const [mail, reset] = [replies[begin], replies[end]];
    if (mail === undefined || reset === undefined) return voidGroup(last, replies);
    const rcpt = replies.slice(begin + 1, end);
    begin = end + 1;
    // Behind a refused MAIL, every RCPT is a command out of order, and its reply says nothing of a recipient.
    const isAsked = isPositive(mail);
    if (!isAsked && rcpt.some(isPositive)) return voidGroup({ replies }, replies);
    isSound &&= reset.code === 250 && matchesNames(recipients, isAsked ? rcpt : [], reset);
    // A reply too many before it, and what is left over may not have arrived yet.
    isSound &&= !isAboutAddress(reset) || rcpt.every((reply) => textOf(reply) !== textOf(reset));
    isResetRefused ||= reset.code >= 400;
    if (isAsked) for (const [index, reply] of rcpt.entries()) answered.push({ stage: 'rcpt', reply, index });
    else for (const index of recipients.keys()) answered.push({ stage: 'mail', reply: mail, index });
  }
  const isClosing = last.closingReply !== undefined;
  if (!isSound || (last.failure !== undefined && !isClosing))
    return { ...voidGroup(last, replies), isResetRefused };
  return { kind: 'counts', recipients: answered, transactions: transactions.length, isClosing };
}

/** False if a reply names another recipient of the transaction than its own. */
function matchesNames(recipients: readonly string[], rcpt: readonly SmtpReply[], reset: SmtpReply): boolean {
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

/** An enhanced status code about an address (RFC 3463 §3.2). Gmail has one in its reply to RSET, too. */
function isAboutAddress(reply: SmtpReply): boolean {
  return textOf(reply).startsWith('2.1.');
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

function textOf({ lines }: SmtpReply): string {
  return lines.join(' ').toLowerCase();
}
