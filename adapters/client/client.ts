import {
  checkFunction,
  checkNames,
  checkObject,
  checkOptions,
  checkSignal,
  checkString,
  namesOf,
} from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { EmailLookup, EmailVerification, LookupRow } from '../../src/resources.ts';
import { systemClock } from '../system-clock.ts';
import { type BulkLookups, bulkLookups } from './bulk-lookups.ts';
import { type BulkVerifications, bulkVerifications } from './bulk-verifications.ts';
import {
  type Attempt,
  type CallOptions,
  callNames,
  openApiClient,
  Requests,
  type RetryOptions,
  sendRequest,
} from './requests.ts';

export interface ClientOptions {
  /** URL of the server up to /v1, such as `https://mail.example.org`, or `https://app.example.org/mail` for a mount. */
  baseUrl: string;
  /** Sent in the header X-API-Key. */
  apiKey: string;
  /** When requests are repeated. */
  retries?: RetryOptions | undefined;
  /** Sends a request. Default: the global `fetch`, with the header names as documented, also in browsers. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Measures the pauses before repeats and between two questions about a job. Default: the system's. */
  clock?: Clock | undefined;
  /** A number from 0 to below 1, which makes pauses differ between clients. Default: `Math.random`. */
  random?: (() => number) | undefined;
}

export interface TimedCallOptions extends CallOptions {
  /**
   * Time for the server to answer in, in milliseconds, rounded up to whole seconds. Repeats have as much again: use a
   * signal for a limit on the whole call. An attempt without an answer ends 10 seconds later, as a failed connection.
   */
  timeoutMs?: number | undefined;
}

/**
 * A client of a mailproof server. Every call resolves with a resource as the service document describes it. It rejects
 * with an `ApiError`, with `InvalidArgument` for what could not be sent, or with the reason of its signal.
 */
export interface Client {
  /** Verifies one address. `timeoutMs` is from 3,000 to 90,000, by default 70,000. */
  verify(email: string, options?: TimedCallOptions): Promise<EmailVerification>;
  /** Finds the address of a person at a domain. `timeoutMs` is from 30,000 to 120,000, by default 90,000. */
  lookup(person: LookupRow, options?: TimedCallOptions): Promise<EmailLookup>;
  /** Resolves with the credits that can be spent now. */
  credits(options?: CallOptions): Promise<number>;
  /** Lists of addresses. */
  readonly bulk: BulkVerifications;
  /** Lists of people. */
  readonly bulkLookup: BulkLookups;
}

const optionNames = namesOf<ClientOptions>()('baseUrl apiKey retries fetch clock random');
const timedCallNames = namesOf<TimedCallOptions>()('timeoutMs signal');
const retryNames = namesOf<RetryOptions>()('maxAttempts maxPauseMs');

/**
 * Creates a client of a mailproof server, for Node.js and browsers. Requests are repeated after 429, 502, 503, 504 and
 * failed connections, after growing pauses, or longer ones that Retry-After asks for. It keeps no connection and no timer between calls.
 * An attempt that has had no answer for 120 seconds counts as a failed connection, unless `timeoutMs` says otherwise.
 * Throws `InvalidArgument` for a base URL or key that cannot be one.
 */
export function createClient(options: ClientOptions): Client {
  const example = "createClient({ baseUrl: 'https://mail.example.org', apiKey: 'mp_…' }).";
  checkOptions(options, example);
  checkNames(options, optionNames);
  const { clock = systemClock, random = Math.random, retries = {} } = options;
  checkObject('retries', retries, 'Pass it like this: { retries: { maxAttempts: 5 } }.');
  checkNames(retries, retryNames, 'retries.');
  if (options.fetch !== undefined) checkFunction('fetch', options.fetch, `Leave it out: ${example}`);
  const api = openApiClient({
    baseUrl: checkedBaseUrl(options.baseUrl),
    apiKey: checkedApiKey(options.apiKey),
  });
  const requests = new Requests({ clock, fetch: options.fetch ?? sendRequest, random, retries });
  return {
    async verify(email, options = {}) {
      checkNames(options, timedCallNames);
      const { timeoutMs, signal } = options;
      checkString('email', email, "Pass the address as text: verify('ann@example.org').");
      checkSignal(signal);
      const params = { query: { email, ...timeoutOf(timeoutMs) } };
      const send = (attempt: Attempt) => api.GET('/v1/verify', { params, ...attempt });
      const { data } = await requests.answer(send, { fields: { status: 'string' }, timeoutMs, signal });
      // The description cannot say which substatus belongs to which status.
      return data as EmailVerification;
    },
    async lookup(person, options = {}) {
      checkNames(options, timedCallNames);
      const { timeoutMs, signal } = options;
      checkObject('person', person, "Pass { first_name: 'Ann', last_name: 'Baker', domain: 'example.org' }.");
      checkSignal(signal);
      const body = { ...person, ...timeoutOf(timeoutMs) };
      const send = (attempt: Attempt) => api.POST('/v1/email-lookup', { body, ...attempt });
      return (await requests.answer(send, { fields: { status: 'string' }, timeoutMs, signal })).data;
    },
    async credits(options = {}) {
      checkNames(options, callNames);
      const { signal } = options;
      checkSignal(signal);
      const send = (attempt: Attempt) => api.GET('/v1/credits', { ...attempt });
      return (await requests.answer(send, { fields: { credits: 'number' }, signal })).data.credits;
    },
    bulk: bulkVerifications({ api, requests, clock }),
    bulkLookup: bulkLookups({ api, requests, clock }),
  };
}

function checkedBaseUrl(url: unknown): string {
  const advice = "Pass the URL of the server, such as 'https://mail.example.org'.";
  checkString('baseUrl', url, advice);
  const text = String(url);
  const { protocol, username, password, pathname, search, hash } = URL.canParse(text)
    ? new URL(text)
    : invalidUrl;
  // No message shows the URL: it may hold a password, also where it cannot be parsed.
  if (username !== '' || password !== '')
    throw new InvalidArgument(
      'baseUrl',
      `baseUrl holds a user name or a password: leave them out. ${advice}`,
    );
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    throw new InvalidArgument('baseUrl', `baseUrl is no URL of a server. ${advice}`);
  if (/\/v1\/?$/.test(pathname))
    throw new InvalidArgument('baseUrl', 'baseUrl ends in /v1: leave it out, the client adds it.');
  return text;
}

const invalidUrl = { protocol: '', username: '', password: '', pathname: '', search: '', hash: '' };

function checkedApiKey(key: unknown): string {
  const advice = 'Pass the key as "mailproof keys create" printed it.';
  checkString('apiKey', key, advice);
  const text = String(key);
  if (/^[\x21-\x7E]+$/.test(text)) return text;
  throw new InvalidArgument('apiKey', `apiKey is empty, or has characters that no key has. ${advice}`);
}

function timeoutOf(timeoutMs: number | undefined): { timeout?: number } {
  if (timeoutMs === undefined) return {};
  if (Number.isFinite(timeoutMs)) return { timeout: Math.ceil(timeoutMs / 1_000) };
  throw new InvalidArgument(
    'timeoutMs',
    `timeoutMs is ${timeoutMs}: pass a number of milliseconds, or none.`,
  );
}
