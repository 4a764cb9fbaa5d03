import { lookup } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Clock } from '../../src/ports/clock.ts';
import type { WebhookMessage, WebhookOutcome, WebhookSender } from '../../src/ports/webhook-sender.ts';
import { isGloballyReachable } from '../../src/special-purpose-addresses.ts';
import { systemClock } from '../system-clock.ts';
import { signWebhook, webhookHeaders } from '../webhook-signature.ts';

/** Options of `createWebhookSender`; all have defaults. */
export interface WebhookSenderOptions {
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Returns the IP addresses of a name. Default: as the system resolves it, with its hosts file. */
  readonly resolve?: ((name: string) => Promise<readonly string[]>) | undefined;
}

/** Addresses of one host that are tried. */
const maxAddresses = 2;
/** For the connection to an address, if there is another one to try. The last one has what is left of the time. */
const connectTimeoutMs = 3_000;
/** The status of an answer says everything. Of the rest, as much is read as an ordinary endpoint sends. */
const maxAnswerBytes = 64 * 1024;
const answerTimeoutMs = 1_000;
const maxHeaderBytes = 16 * 1024;

/** Creates a sender of webhooks. Opens no socket before it is used, and leaves none open after an attempt. */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { clock = systemClock, resolve = systemAddresses } = options;
  return {
    async send(message) {
      const ending = new AbortController();
      const seconds = Math.round(message.timeoutMs / 1_000);
      const timedOut = new Error(`no answer within ${seconds} seconds`);
      const cancelTimeout = clock.after(message.timeoutMs, () => ending.abort(timedOut));
      const { signal } = ending;
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      try {
        return await Promise.race([attempt(message, { clock, resolve, signal }), aborted]);
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error) };
      } finally {
        cancelTimeout();
        // Ends what is still open.
        ending.abort(timedOut);
      }
    },
  };
}

interface AttemptOptions {
  readonly clock: Clock;
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly signal: AbortSignal;
}

async function attempt(
  message: WebhookMessage,
  { clock, resolve, signal }: AttemptOptions,
): Promise<WebhookOutcome> {
  const url = new URL(message.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) > 0 ? [host] : await resolve(host);
  if (addresses.length === 0) return { kind: 'failed', reason: `${host} has no IP address` };
  const allowed = message.allowPrivateHosts ? addresses : addresses.filter(isGloballyReachable);
  if (allowed.length === 0)
    return { kind: 'failed', reason: `${host} has private addresses only, and they are not allowed` };
  let failure: unknown;
  const tried = allowed.slice(0, maxAddresses);
  for (const [index, address] of tried.entries()) {
    signal.throwIfAborted();
    const isLast = index === tried.length - 1;
    try {
      const status = await post(message, { url, host, address, isLast, clock, signal });
      if (status >= 200 && status <= 299) return { kind: 'delivered' };
      const hint = status >= 300 && status <= 399 ? ': redirects are not followed' : '';
      return { kind: 'failed', reason: `answered with status ${status}${hint}` };
    } catch (error) {
      // Only what never reached the endpoint goes to its next address.
      if (!isConnectionFailure(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Posts to this address, whatever the name resolves to by now. Resolves with the status once the answer has ended, or was cut off. */
async function post(
  { id, body, secrets }: WebhookMessage,
  target: { url: URL; host: string; address: string; isLast: boolean; clock: Clock; signal: AbortSignal },
): Promise<number> {
  const { url, host, address, isLast, clock, signal } = target;
  const isSecure = url.protocol === 'https:';
  // Only here: most processes send no webhooks.
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const timestamp = String(Math.floor(clock.now() / 1_000));
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request({
      method: 'POST',
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      // The certificate must be that of the name. An IP address has no server name (RFC 6066 §3).
      ...(isSecure && isIP(host) === 0 ? { servername: host } : {}),
      headers: {
        Host: url.host,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'mailproof',
        [webhookHeaders.id]: id,
        [webhookHeaders.timestamp]: timestamp,
        [webhookHeaders.signature]: signWebhook({ id, timestamp, body }, secrets),
      },
      agent: false,
      maxHeaderSize: maxHeaderBytes,
      signal,
    });
    // Nothing is posted before the handshake of TLS, if any, has ended: until then another address may be asked.
    if (!isLast) limitConnecting(outgoing, isSecure ? 'secureConnect' : 'connect', clock);
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const resolveStatus = () => resolve(incoming.statusCode ?? 0);
      // What is wrong after the status does not matter.
      outgoing.off('error', reject).on('error', resolveStatus);
      drain(incoming, clock, resolveStatus);
    });
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.end(body);
  });
}

function limitConnecting(
  outgoing: ClientRequest,
  connected: 'connect' | 'secureConnect',
  clock: Clock,
): void {
  const timedOut = Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' });
  const cancelTimeout = clock.after(connectTimeoutMs, () => outgoing.destroy(timedOut));
  outgoing.once('socket', (socket) => socket.once(connected, cancelTimeout));
  outgoing.once('close', cancelTimeout);
}

/** Reads the answer to its end, unless it is too long or too slow. */
function drain(incoming: IncomingMessage, clock: Clock, onEnd: () => void): void {
  let bytes = 0;
  const cancelTimeout = clock.after(answerTimeoutMs, () => incoming.destroy());
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) incoming.destroy();
  });
  incoming.on('error', () => {});
  incoming.on('close', () => {
    cancelTimeout();
    onEnd();
  });
}

async function systemAddresses(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

const connectionFailures = new Set(
  'ECONNREFUSED ENETUNREACH EHOSTUNREACH EADDRNOTAVAIL ETIMEDOUT'.split(' '),
);

function isConnectionFailure(error: unknown): boolean {
  return connectionFailures.has(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The message of an error of Node may contain the path of the URL, which may be secret: its code does not. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  if (code === 'ABORT_ERR') return 'no answer in time';
  if (code.startsWith('HPE_')) return `the answer cannot be read: ${code}`;
  if (code === 'ECONNRESET' || code === 'EPIPE') return `the connection ended before an answer: ${code}`;
  return `no connection: ${code}`;
}
