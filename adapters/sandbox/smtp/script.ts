import type { SandboxExchange, SandboxStage } from '../world.ts';
import type { SandboxClient } from './client.ts';
import type { SandboxCommand } from './command.ts';
import type { RecipientDirectory } from './recipient-directory.ts';
import { codeOf } from './reply-format.ts';
import type { ReplyText, ReplyTexts } from './reply-texts.ts';
import type { SessionState } from './session-state.ts';

/** What deciding about replies needs of an exchange. */
export interface ScriptedExchange {
  readonly settings: SandboxExchange;
  readonly texts: ReplyTexts;
  readonly directory: RecipientDirectory;
  /** The client's address, as greylisting and block lists see it. */
  readonly client: SandboxClient;
}

/** Returns the stage to which a command belongs. */
export function stageOf(verb: string): SandboxStage | undefined {
  switch (verb) {
    case 'CONNECT':
      return 'greeting';
    case 'EHLO':
    case 'HELO':
      return 'hello';
    case 'STARTTLS':
      return 'starttls';
    case 'MAIL':
      return 'mail';
    case 'RCPT':
      return 'rcpt';
    case 'RSET':
      return 'reset';
    case 'QUIT':
      return 'quit';
    default:
      return undefined;
  }
}

/** Returns the reply of the exchange to a command in this state. Changes no state but the greylist's. */
export function replyTo(command: SandboxCommand, state: SessionState, exchange: ScriptedExchange): ReplyText {
  const scripted = exchange.settings.reply?.(command, state);
  if (scripted !== undefined) return scripted;
  if (state.refusedAtGreeting && command.verb !== 'QUIT') return exchange.texts.helloFirst;
  const stage = stageOf(command.verb);
  const fixed = stage === undefined || stage === 'greeting' ? undefined : exchange.settings.replies?.[stage];
  return fixed ?? ordinaryReply(command, state, exchange);
}

function ordinaryReply(command: SandboxCommand, state: SessionState, exchange: ScriptedExchange): ReplyText {
  const { texts } = exchange;
  switch (command.verb) {
    case 'CONNECT':
      return greeting(state, exchange);
    case 'EHLO':
    case 'HELO':
      return hello(command, state, exchange);
    case 'STARTTLS':
      return startTls(command, state, exchange);
    case 'MAIL':
      return mail(command, state, exchange);
    case 'RCPT':
      return rcpt(command, state, exchange);
    case 'DATA':
      return data(state, exchange);
    case 'VRFY':
      return texts.cannotVerify;
    case 'RSET':
      return command.wellFormed ? texts.ok : texts.badSyntax;
    case 'NOOP':
      return texts.ok;
    case 'QUIT':
      return texts.goodbye;
    default:
      return texts.notImplemented;
  }
}

function greeting(state: SessionState, { settings, texts }: ScriptedExchange): ReplyText {
  if (state.overLimit) return texts.tooManyConnections;
  if (settings.blocks === 'greeting') return texts.blocked;
  if (settings.greeting === undefined) return texts.greeting;
  if (typeof settings.greeting === 'string') return settings.greeting;
  return settings.greeting.lines.map((line) => `${line}\r\n`).join('');
}

function hello(
  command: SandboxCommand,
  state: SessionState,
  { settings, texts }: ScriptedExchange,
): ReplyText {
  if (command.verb === 'EHLO' && settings.ehlo === false) return texts.notImplemented;
  if (!command.wellFormed) return texts.badSyntax;
  if (settings.blocks === 'hello') return texts.blocked;
  return command.verb === 'HELO' ? texts.hello : [texts.hello, ...extensions(state, settings)].join('\n');
}

function extensions(state: SessionState, settings: SandboxExchange): string[] {
  const startTls = (settings.startTls ?? 'none') !== 'none' && !state.secure;
  return [
    ...(offersPipelining(state, settings) ? [pipeliningKeyword] : []),
    'SIZE 10240000',
    'VRFY',
    ...(startTls ? ['STARTTLS'] : []),
    ...(settings.enhancedCodes === false ? [] : ['ENHANCEDSTATUSCODES']),
    '8BITMIME',
    ...(settings.smtpUtf8 ? ['SMTPUTF8'] : []),
  ];
}

const pipeliningKeyword = 'PIPELINING';

function offersPipelining(state: SessionState, { pipelining = true }: SandboxExchange): boolean {
  return pipelining === 'from-second-connection' ? state.connection > 1 : pipelining;
}

function startTls(command: SandboxCommand, state: SessionState, exchange: ScriptedExchange): ReplyText {
  const { texts, settings } = exchange;
  const { startTls: tls = 'none' } = settings;
  if (tls === 'none' || state.secure || !state.extended) return texts.notImplemented;
  if (!command.wellFormed) return texts.badSyntax;
  return tls === 'broken' ? texts.tlsUnavailable : texts.tlsReady;
}

function mail(
  command: SandboxCommand,
  state: SessionState,
  { settings, texts }: ScriptedExchange,
): ReplyText {
  if (state.clientName === null) return texts.helloFirst;
  if (settings.startTls === 'required' && !state.secure) return texts.tlsRequired;
  if (state.sender !== null) return texts.nestedMail;
  if (!command.wellFormed) return texts.badSyntax;
  const known = ['SIZE', 'BODY', ...(settings.smtpUtf8 ? ['SMTPUTF8'] : [])];
  const extras = [...command.parameters.keys()].filter((keyword) => !known.includes(keyword));
  if (extras.length > 0 || (command.parameters.size > 0 && !state.extended)) return texts.unknownParameter;
  if (!isAscii(command.mailbox?.address) && !command.parameters.has('SMTPUTF8')) return texts.utf8Required;
  return settings.blocks === 'mail' ? texts.blocked : texts.senderAccepted;
}

function rcpt(command: SandboxCommand, state: SessionState, exchange: ScriptedExchange): ReplyText {
  const { settings, texts, directory, client } = exchange;
  if (state.sender === null) return texts.mailFirst;
  if (settings.blocks === 'rcpt') return texts.blocked;
  if (command.mailbox === undefined) return texts.badAddress;
  if (state.recipients.length >= (settings.maxRecipientsPerTransaction ?? 1_000))
    return texts.tooManyRecipients;
  if (command.parameters.size > 0) return texts.unknownParameter;
  if (!isAscii(command.mailbox.address) && !state.utf8) return texts.utf8Required;
  return directory.reply(command.mailbox, { network: client.network, sender: state.sender });
}

function data(state: SessionState, { texts }: ScriptedExchange): ReplyText {
  if (state.sender === null) return texts.mailFirst;
  return state.recipients.length === 0 ? texts.recipientsFirst : texts.startData;
}

function isAscii(text = ''): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Updates the state after a command and its reply. */
export function advance(state: SessionState, command: SandboxCommand, reply: ReplyText): void {
  const code = codeOf(reply);
  const positive = code >= 200 && code < 300;
  switch (command.verb) {
    case 'CONNECT':
      state.refusedAtGreeting = code >= 500;
      return;
    case 'EHLO':
    case 'HELO':
      if (!positive) return;
      state.endTransaction();
      state.clientName = command.argument;
      state.extended = command.verb === 'EHLO';
      state.pipelining = state.extended && reply.split(/[\s-]/).includes(pipeliningKeyword);
      return;
    case 'MAIL':
      if (positive)
        state.startTransaction(command.mailbox?.address ?? '', command.parameters.has('SMTPUTF8'));
      return;
    case 'RCPT':
      if (positive) state.recipients.push(command.mailbox?.address ?? command.argument);
      if (code >= 400) state.refusals += 1;
      return;
    case 'RSET':
      if (positive) state.endTransaction();
      return;
    default:
  }
}
