import type { ConnectionErrorCode } from '../../errors.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { allowsHelo } from '../reply/classification.ts';
import type { Stage } from '../reply/meanings.ts';

/**
 * One step of a dialogue: commands that are sent as one group and have a reply each, or the TLS handshake. Without commands,
 * the greeting is read, where the server speaks first (RFC 5321 §3.1). Never DATA or VRFY.
 */
export type SmtpStep = readonly string[] | 'start-tls';

/** Why a dialogue ended early. `desynchronised`: replies and commands no longer match one to one. */
export type DialogueFailure = ConnectionErrorCode | 'service-closing' | 'desynchronised';

/** Returns whether our own way out may be the reason why a dialogue failed. If not, it was the server. */
export function mayBeOurs(failure: DialogueFailure): boolean {
  return failure !== 'service-closing' && failure !== 'desynchronised';
}

export interface StepResult {
  /** In order. Fewer than there are commands only if the dialogue failed. */
  readonly replies: readonly SmtpReply[];
  readonly failure?: DialogueFailure | undefined;
  /** The 421 that ended the dialogue. It answers no command in particular, so it is not among the replies. */
  readonly closingReply?: SmtpReply | undefined;
}

/** A coroutine without I/O: yields steps and is resumed with their results. */
export type Dialogue<Result> = Generator<SmtpStep, Result, StepResult>;

/** Extensions that the server offers in its reply to EHLO. */
export interface Capabilities {
  readonly pipelining: boolean;
  readonly startTls: boolean;
  readonly smtpUtf8: boolean;
  /** True if the greeting names software that does not count RSETs as strictly as Exim does. */
  readonly allowsResets: boolean;
  /** RCPTMAX of the LIMITS extension (RFC 9422). */
  readonly maxRecipients: number | undefined;
}

/** Postfix lets a client say RSET 100 times (smtpd_junk_command_limit). */
const softwareThatAllowsResets = /\bPostfix\b/;

export type GreetingResult =
  | { readonly kind: 'ready'; readonly capabilities: Capabilities }
  | { readonly kind: 'refused'; readonly stage: Stage; readonly reply: SmtpReply }
  | { readonly kind: 'failed'; readonly stage: Stage; readonly failure: DialogueFailure };

/** Reads the greeting, sends EHLO (HELO as fallback), and starts TLS where it is offered and wanted. */
export function* greet(identity: Identity, options: { tls: boolean }): Dialogue<GreetingResult> {
  const greeting = yield [];
  const banner = greeting.replies[0];
  if (banner === undefined) return greetingFailed('greeting', greeting);
  if (!isPositive(banner)) return { kind: 'refused', stage: 'greeting', reply: banner };
  const plain = yield* sayHello(identity, banner);
  if (plain.kind !== 'ready' || !plain.capabilities.startTls || !options.tls) return plain;
  return yield* startTls(identity, banner, plain);
}

/**
 * Continues in plain text if the server offers STARTTLS and then refuses it. Anything else than a refusal may be a reply to
 * another command, while the server waits for a handshake.
 */
function* startTls(identity: Identity, banner: SmtpReply, plain: GreetingResult): Dialogue<GreetingResult> {
  const result = yield ['STARTTLS'];
  const reply = result.replies[0];
  if (reply === undefined || result.failure !== undefined) return greetingFailed('starttls', result);
  if (reply.code >= 400) return plain;
  if (reply.code !== 220) return { kind: 'failed', stage: 'starttls', failure: 'desynchronised' };
  const { failure } = yield 'start-tls';
  if (failure !== undefined) return { kind: 'failed', stage: 'starttls', failure };
  return yield* sayHello(identity, banner);
}

function* sayHello(identity: Identity, banner: SmtpReply): Dialogue<GreetingResult> {
  const ehlo = yield [`EHLO ${identity.helo}`];
  const reply = ehlo.replies[0];
  if (reply === undefined) return greetingFailed('hello', ehlo);
  if (isPositive(reply)) return { kind: 'ready', capabilities: parseCapabilities(reply, banner) };
  if (ehlo.failure !== undefined || !allowsHelo(reply, identity.helo))
    return { kind: 'refused', stage: 'hello', reply };
  const helo = yield [`HELO ${identity.helo}`];
  const fallback = helo.replies[0];
  if (fallback === undefined) return greetingFailed('hello', helo);
  if (!isPositive(fallback)) return { kind: 'refused', stage: 'hello', reply: fallback };
  return { kind: 'ready', capabilities: parseCapabilities({ code: 250, lines: [] }, banner) };
}

function greetingFailed(stage: Stage, { failure, closingReply }: StepResult): GreetingResult {
  if (closingReply !== undefined) return { kind: 'refused', stage, reply: closingReply };
  return { kind: 'failed', stage, failure: failure ?? 'connection_closed' };
}

function parseCapabilities(reply: SmtpReply, banner: SmtpReply): Capabilities {
  const keywords = new Map<string, string>();
  for (const line of reply.lines.slice(1)) {
    const [keyword = '', ...parameters] = line.trim().split(/\s+/);
    keywords.set(keyword.toUpperCase(), parameters.join(' ').toUpperCase());
  }
  const limit = /\bRCPTMAX=(\d{1,6})\b/.exec(keywords.get('LIMITS') ?? '')?.[1];
  return {
    allowsResets: banner.lines.some((line) => softwareThatAllowsResets.test(line)),
    pipelining: keywords.has('PIPELINING'),
    startTls: keywords.has('STARTTLS'),
    smtpUtf8: keywords.has('SMTPUTF8'),
    maxRecipients: limit === undefined || Number(limit) < 1 ? undefined : Number(limit),
  };
}

/** Sends QUIT. Its reply does not matter. */
export function* quit(): Dialogue<void> {
  yield ['QUIT'];
}

export function isPositive(reply: SmtpReply): boolean {
  return reply.code >= 200 && reply.code < 300;
}
