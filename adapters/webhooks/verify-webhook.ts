import { checkObject, checkOptions } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { JobWebhook } from '../../src/webhooks/job-webhook.ts';
import { isSignedWith, webhookHeaders } from '../webhook-signature.ts';

/** A request as a receiver got it. */
export interface ReceivedRequest {
  /** Those of Node, with names in lower case, or `Headers` of the fetch standard. */
  readonly headers:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | { get(name: string): string | null };
  /** The body as it was sent, not parsed: the signature is about its bytes. */
  readonly body: string | Uint8Array;
}

export interface VerificationOptions {
  /** The secret of the endpoint; several while one replaces another. */
  readonly secret: string | readonly string[];
  /** How far the time of sending may be from now, in seconds: an older request may be a repeat by a stranger. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Returns the time in milliseconds since the Unix epoch. Default: the system's. */
  readonly now?: (() => number) | undefined;
}

/** What was sent. `id` is the same when it is sent again: leave out those that you have seen. */
export interface VerifiedWebhook {
  readonly id: string;
  readonly webhook: JobWebhook;
}

/** A request that is not from mailproof, was changed on the way, or is too old. Answer it with 400 or 401. */
export class InvalidWebhook extends Error {
  readonly code: 'invalid_webhook' = 'invalid_webhook';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'InvalidWebhook';
  }
}

const maxToleranceSeconds = 86_400;

/**
 * Verifies a request to an endpoint of yours, and returns what it says. Throws InvalidWebhook if its signature was not made
 * with the secret, or if it is older than the tolerance; InvalidArgument if the arguments are wrong, as with a body
 * that was parsed already.
 */
export function verifyWebhook(request: ReceivedRequest, options: VerificationOptions): VerifiedWebhook {
  checkObject('request', request, 'Pass { headers: request.headers, body } with the body as it was sent.');
  checkOptions(options, 'verifyWebhook({ headers, body }, { secret }).');
  const { headers, body } = request;
  checkObject('request.headers', headers, 'Pass the headers of the request.');
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new InvalidArgument(
      'request.body',
      'request.body must be the text or the bytes that were sent: read it before a parser does.',
    );
  const { toleranceSeconds = 300, now = Date.now } = options;
  if (!(toleranceSeconds >= 0 && toleranceSeconds <= maxToleranceSeconds))
    throw new InvalidArgument(
      'toleranceSeconds',
      `toleranceSeconds must be a number from 0 to ${maxToleranceSeconds}.`,
    );
  const secrets = secretsOf(options.secret);
  const id = headerOf(headers, webhookHeaders.id);
  const timestamp = headerOf(headers, webhookHeaders.timestamp);
  const signature = headerOf(headers, webhookHeaders.signature);
  if (!/^\d{1,12}$/.test(timestamp)) throw new InvalidWebhook('The time of the webhook is malformed.');
  if (!isSignedWith({ id, timestamp, body }, signature, secrets))
    throw new InvalidWebhook('No signature of the webhook was made with this secret.');
  if (Math.abs(now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new InvalidWebhook(
      `The webhook was sent more than ${toleranceSeconds} seconds from now. Check the clock of this machine.`,
    );
  return { id, webhook: parseBody(body) };
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  // An empty key would let anybody sign.
  const isRight =
    Array.isArray(secrets) &&
    secrets.length > 0 &&
    secrets.every((each) => /^whsec_[A-Za-z\d+/]{32,}={0,2}$/.test(each));
  if (isRight) return secrets;
  throw new InvalidArgument('secret', 'Pass the secret of the endpoint, which begins with whsec_.');
}

function headerOf(headers: ReceivedRequest['headers'], name: string): string {
  const value =
    'get' in headers && typeof headers.get === 'function'
      ? headers.get(name)
      : (headers as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidWebhook(`The header ${name} is missing.`);
}

function parseBody(body: string | Uint8Array): JobWebhook {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  try {
    return JSON.parse(text) as JobWebhook;
  } catch (cause) {
    throw new InvalidWebhook('The body of the webhook is not JSON.', { cause });
  }
}
