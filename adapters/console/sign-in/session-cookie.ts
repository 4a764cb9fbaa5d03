import type { RequestView } from '../../http/request-view.ts';
import { isPlainLocal } from './request-origin.ts';

/** Browsers accept it only with Secure, for this host alone, so that no other host can plant one (RFC 6265bis §4.1.3.2). */
const secureName = '__Host-mailproof-console';
const localName = 'mailproof-console';

type CookieRequest = Pick<RequestView, 'method' | 'header'>;

/**
 * Returns the secret in the cookie of a request; undefined if there is none, or there are two, one of which somebody else must
 * have planted.
 */
export function readSessionCookie(request: CookieRequest): string | undefined {
  const [secret, ...others] = valuesOf(request, nameFor(request));
  return others.length > 0 ? undefined : secret;
}

/** Returns the value of Set-Cookie that keeps a secret. The cookie is Secure off localhost. */
export function setSessionCookie(request: CookieRequest, secret: string, maxAgeMs: number): string {
  return cookie(nameFor(request), secret, Math.floor(maxAgeMs / 1_000));
}

/** Returns the value of Set-Cookie that removes the cookie of a request. */
export function removeSessionCookie(request: CookieRequest): string {
  return cookie(nameFor(request), '', 0);
}

/** The one that others cannot plant decides wherever there is one. */
function nameFor(request: CookieRequest): string {
  return valuesOf(request, secureName).length === 0 && isPlainLocal(request) ? localName : secureName;
}

function cookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name === secureName ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

function valuesOf(request: CookieRequest, name: string): readonly string[] {
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}
