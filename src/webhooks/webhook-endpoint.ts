import { checkNames, namesOf } from '../argument-checks.ts';
import { InvalidArgument } from '../errors.ts';
import { canonicalAddress, ipVersionOf, isLoopback } from '../ip-address.ts';
import { isInNetwork } from '../ip-network.ts';
import { isGloballyReachable } from '../special-purpose-addresses.ts';

/** An endpoint that is told when jobs end. */
export interface WebhookEndpoint {
  /**
   * Where to post to: https or http. Without user name, password and fragment. http is accepted for any host, but encrypts
   * nothing: use it only in a network of your own.
   */
  url: string;
  /**
   * Signs what is posted: `whsec_` and 24 to 64 random bytes in base64. Several while one replaces another: the endpoint
   * gets a signature with each.
   */
  secret: string | readonly string[];
  /**
   * What was not delivered yet is kept under this name, also if the URL changes. 1 to 100 characters of visible ASCII.
   * Default `default`; several endpoints need different names.
   */
  name?: string | undefined;
  /**
   * Tells the endpoint of the jobs of this account alone; jobs of others that wait under its name are dropped. Default: of
   * all jobs.
   */
  account?: string | undefined;
  /**
   * Posts to private, loopback and other special-purpose addresses too. Default false: a URL with such an address, or
   * with localhost, is refused.
   */
  allowPrivateHosts?: boolean | undefined;
}

/** An endpoint whose options were checked. */
export interface CheckedEndpoint {
  readonly name: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly account: string | undefined;
  readonly allowPrivateHosts: boolean;
}

const endpointNames = namesOf<WebhookEndpoint>()('url secret name account allowPrivateHosts');

/** What lets an endpoint be in a private network, in the words of the library. */
const permission = 'allowPrivateHosts: true';
const secretAdvice = 'Make one with: echo whsec_$(openssl rand -base64 32)';

/** Checks the option `webhooks`. Throws InvalidArgument that names what is wrong. */
export function checkEndpoints(value: unknown): readonly CheckedEndpoint[] {
  if (value === undefined) return [];
  const endpoints = (Array.isArray(value) ? value : [value]).map(checkEndpoint);
  const names = endpoints.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return endpoints;
  throw invalid('name', `Two endpoints have the name "${repeated}". Give each a name of its own.`);
}

function checkEndpoint(value: unknown): CheckedEndpoint {
  if (typeof value !== 'object' || value === null)
    throw new InvalidArgument('webhooks', 'Pass webhooks: { url, secret }, or a list of them.');
  checkNames(value, endpointNames, 'webhooks.');
  const {
    url,
    secret,
    name = 'default',
    account,
    allowPrivateHosts = false,
  } = value as Partial<WebhookEndpoint>;
  if (typeof name !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(name))
    throw invalid('name', 'It must be 1 to 100 characters of visible ASCII.');
  if (account !== undefined && (typeof account !== 'string' || account === ''))
    throw invalid('account', 'Set it to the name of an account, or leave it out for all jobs.');
  if (typeof allowPrivateHosts !== 'boolean') throw invalid('allowPrivateHosts', 'Set it to true or false.');
  return {
    name,
    url: checkUrl(url, allowPrivateHosts),
    secrets: checkSecrets(secret),
    account,
    allowPrivateHosts,
  };
}

function checkUrl(text: unknown, allowPrivateHosts: boolean): string {
  const url = typeof text === 'string' ? parseUrl(text) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  // A wrong URL is not repeated: it may contain a password or a token.
  if (url === undefined || !isHttp)
    throw invalid('url', 'Set it to a URL such as https://example.com/webhooks/mailproof.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid(
      'url',
      'It must have no user name, no password and no fragment: requests are signed instead.',
    );
  const place = allowPrivateHosts ? undefined : unreachablePlace(url.hostname);
  if (place !== undefined)
    throw invalid('url', `Its host is ${place}. Nothing is posted there without ${permission}.`);
  return url.href;
}

/**
 * Says what a host is that the whole internet does not reach; undefined for others. What names resolve to is checked with
 * each request instead.
 */
function unreachablePlace(host: string): string | undefined {
  if (/(^|\.)localhost\.?$/.test(host)) return 'this machine';
  const address = host.replace(/^\[|\]$/g, '');
  if (ipVersionOf(address) === undefined || isGloballyReachable(address)) return undefined;
  return isThisMachine(canonicalAddress(address)) ? 'this machine' : 'a private or special-purpose address';
}

/** Of what connects to 0.0.0.0/8 and ::, Linux makes connections to the machine itself (RFC 1122 §3.2.1.3). */
function isThisMachine(address: string): boolean {
  if (isLoopback(address) || isInNetwork(address, '0.0.0.0', 8)) return true;
  return isInNetwork(address, '::', 128);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function checkSecrets(value: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isRight = secrets.length > 0 && secrets.length <= 10 && secrets.every(isWebhookSecret);
  if (!isRight) throw invalid('secret', `It must be whsec_ and 24 to 64 bytes in base64. ${secretAdvice}`);
  return secrets as readonly string[];
}

function isWebhookSecret(secret: unknown): boolean {
  const [, base64 = ''] =
    typeof secret === 'string' ? (/^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret) ?? []) : [];
  const digits = base64.replace(/=+$/, '').length;
  const bytes = Math.floor((digits * 3) / 4);
  return bytes >= 24 && bytes <= 64;
}

function invalid(option: string, advice: string): InvalidArgument {
  return new InvalidArgument(`webhooks.${option}`, `webhooks.${option} is wrong. ${advice}`);
}
