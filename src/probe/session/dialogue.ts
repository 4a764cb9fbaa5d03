import type { ConnectionErrorCode } from '../../errors.ts';
import type { Identity, SmtpReply } from '../../ports.ts';
import type { Stage } from '../reply/meanings.ts';

/**
 * The SMTP dialogue of a prober as coroutines without I/O: they yield what to send and how many replies to await,
 * and are resumed with what was heard. Never DATA, never VRFY.
 */
export type Turn =
  | {
      readonly kind: 'converse';
      readonly stage: Stage;
      /** Sent as one group; empty for the greeting, where the server speaks first (RFC 5321 §3.1). */
      readonly commands: readonly string[];
      readonly replies: number;
    }
  | { readonly kind: 'secure' };

/** Why the dialogue cannot go on. `desynchronised`: replies and commands no longer match one to one. */
export type Break = ConnectionErrorCode | 'service-closing' | 'desynchronised';

export interface Heard {
  /** In order; fewer than asked for only if the dialogue broke. */
  readonly replies: readonly SmtpReply[];
  readonly broken?: Break;
  /** The 421 that ended it: it answers no command in particular, so it is not among the replies. */
  readonly closing?: SmtpReply;
}

export interface Capabilities {
  readonly pipelining: boolean;
  readonly startTls: boolean;
  readonly smtpUtf8: boolean;
  /** RCPTMAX of the LIMITS extension (RFC 9422). */
  readonly maxRecipients: number | undefined;
}

export type Greeting =
  | { readonly kind: 'ready'; readonly capabilities: Capabilities }
  | { readonly kind: 'refused'; readonly stage: Stage; readonly reply: SmtpReply }
  | { readonly kind: 'broken'; readonly stage: Stage; readonly broken: Break };

export type Dialogue<Result> = Generator<Turn, Result, Heard>;

/** Greeting, EHLO with HELO as fallback, and STARTTLS where it is offered and wanted. */
export function* greet(identity: Identity, options: { tls: boolean }): Dialogue<Greeting> {
  const greeting = yield { kind: 'converse', stage: 'greeting', commands: [], replies: 1 };
  const banner = greeting.replies[0];
  if (banner === undefined) return broken('greeting', greeting);
  if (!isPositive(banner)) return { kind: 'refused', stage: 'greeting', reply: banner };
  const plain = yield* hello(identity);
  if (plain.kind !== 'ready' || !plain.capabilities.startTls || !options.tls) return plain;
  return yield* upgrade(identity, plain);
}

/** A server that offers STARTTLS and then declines it goes on in plain text. */
function* upgrade(identity: Identity, plain: Greeting): Dialogue<Greeting> {
  const asked = yield { kind: 'converse', stage: 'starttls', commands: ['STARTTLS'], replies: 1 };
  const reply = asked.replies[0];
  if (reply === undefined || asked.broken !== undefined) return broken('starttls', asked);
  if (reply.code !== 220) return plain;
  const secured = yield { kind: 'secure' };
  if (secured.broken !== undefined) return { kind: 'broken', stage: 'starttls', broken: secured.broken };
  return yield* hello(identity);
}

function* hello(identity: Identity): Dialogue<Greeting> {
  const extended = yield converse('hello', `EHLO ${identity.helo}`);
  const reply = extended.replies[0];
  if (reply === undefined) return broken('hello', extended);
  if (isPositive(reply)) return { kind: 'ready', capabilities: capabilitiesOf(reply) };
  if (reply.code < 500 || extended.broken !== undefined) return { kind: 'refused', stage: 'hello', reply };
  const basic = yield converse('hello', `HELO ${identity.helo}`);
  const fallback = basic.replies[0];
  if (fallback === undefined) return broken('hello', basic);
  if (!isPositive(fallback)) return { kind: 'refused', stage: 'hello', reply: fallback };
  return { kind: 'ready', capabilities: capabilitiesOf({ code: 250, lines: [] }) };
}

export function converse(stage: Stage, command: string): Turn {
  return { kind: 'converse', stage, commands: [command], replies: 1 };
}

function broken(stage: Stage, heard: Heard): Greeting {
  if (heard.closing !== undefined) return { kind: 'refused', stage, reply: heard.closing };
  return { kind: 'broken', stage, broken: heard.broken ?? 'connection_closed' };
}

function capabilitiesOf(reply: SmtpReply): Capabilities {
  const keywords = new Map<string, string>();
  for (const line of reply.lines.slice(1)) {
    const [keyword = '', ...parameters] = line.trim().split(/\s+/);
    keywords.set(keyword.toUpperCase(), parameters.join(' ').toUpperCase());
  }
  const limit = /\bRCPTMAX=(\d{1,6})\b/.exec(keywords.get('LIMITS') ?? '')?.[1];
  return {
    pipelining: keywords.has('PIPELINING'),
    startTls: keywords.has('STARTTLS'),
    smtpUtf8: keywords.has('SMTPUTF8'),
    maxRecipients: limit === undefined || Number(limit) < 1 ? undefined : Number(limit),
  };
}

/** Says QUIT; whatever is answered, or not, changes nothing. */
export function* quit(): Dialogue<void> {
  yield { kind: 'converse', stage: 'reset', commands: ['QUIT'], replies: 1 };
}

export function isPositive(reply: SmtpReply): boolean {
  return reply.code >= 200 && reply.code < 300;
}
