import { Problem } from '../../http/problem.ts';
import type { RequestView } from '../../http/request-view.ts';

type OriginHeaders = Pick<RequestView, 'method' | 'header'>;

/**
 * Throws a Problem with status 403 if a page of another origin made the request. This matters beside SameSite=Strict:
 * the port of an origin is no part of its site, so a page on another port of this host sends our cookie.
 *
 * Browsers say where a request comes from in `Sec-Fetch-Site` (W3C Fetch Metadata), but only to https and to this machine. Without
 * it, `Origin` must name the host and port that were asked (RFC 6454 §7). A change must have one of the two.
 */
export function refuseOtherOrigin(request: OriginHeaders): void {
  if (!isSameOrigin(request)) throw new Problem(403, 'This request was made by a page of another origin.');
}

function isSameOrigin(request: OriginHeaders): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const site = request.header('sec-fetch-site');
  // none: typed into the address bar, or opened from a bookmark.
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && reads);
  const origin = request.header('origin');
  if (origin === undefined) return reads;
  const host = hostOfOrigin(origin);
  return host !== undefined && host === request.header('host')?.toLowerCase();
}

/** Returns whether the request is to this machine itself, without https: browsers keep no secure cookies for that everywhere. */
export function isPlainLocal(request: OriginHeaders): boolean {
  if (!isLocal(request.header('host'))) return false;
  // A proxy may have put its own name for us into Host.
  const origin = request.header('origin');
  return origin === undefined || (/^http:/i.test(origin) && isLocal(hostOfOrigin(origin)));
}

/** Returns whether the page came over plain http from another machine: no browser keeps our cookie then. */
export function isPlainRemote(request: OriginHeaders): boolean {
  const origin = request.header('origin');
  return origin !== undefined && isPlainRemoteOrigin(origin);
}

/**
 * Returns whether an origin is plain http on another machine: no browser keeps our cookie there. Origins on this machine are not
 * meant, under whatever name: some browsers keep it for them.
 */
export function isPlainRemoteOrigin(origin: string): boolean {
  if (!/^http:/i.test(origin)) return false;
  const name = hostOfOrigin(origin)?.replace(/:\d+$/, '');
  return name !== undefined && !/(^|\.)localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(name);
}

/** Returns the host of an origin with its port; undefined for an opaque one (`null`). */
function hostOfOrigin(origin: string): string | undefined {
  return /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1]?.toLowerCase();
}

function isLocal(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}
