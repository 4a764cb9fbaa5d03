import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { InvalidArgument } from '../../../src/errors.ts';
import type { RequestView } from '../request-view.ts';

/**
 * Returns the IP address of the client of a request: the last in the header of our own proxy, or else that of the connection. Undefined
 * if neither is known. `header` must be in lower case.
 */
export function clientAddressOf(
  request: Pick<RequestView, 'header' | 'peerAddress'>,
  header: string | undefined,
): string | undefined {
  const forwarded = header === undefined ? undefined : request.header(header);
  return (forwarded === undefined ? undefined : lastAddress(forwarded)) ?? request.peerAddress;
}

/**
 * Returns the IP address in the last entry of a list header such as X-Forwarded-For: the one that our own proxy has
 * appended, while the client may have written all others. Undefined if the header is missing, or the entry is not an IP
 * address, with or without a port. `name` must be in lower case.
 */
export function forwardedAddress({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === name) return lastAddress(rawHeaders[index + 1] ?? '');
  }
  return undefined;
}

/** Returns the IP address in the last entry of the value of a list header; undefined if it is none. */
function lastAddress(entries: string): string | undefined {
  return addressIn(entries.slice(entries.lastIndexOf(',') + 1).trim());
}

/** Returns the name of a header in lower case. Throws InvalidArgument if it is none. */
export function parseHeaderName(name: string | undefined): string | undefined {
  if (name === undefined || isHeaderName(name)) return name?.toLowerCase();
  throw new InvalidArgument(
    'clientAddressHeader',
    `clientAddressHeader is "${name}", which is no header name.`,
  );
}

/** True for what can be the name of a header (RFC 9110 §5.1). */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

/** Accepts 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1] and [2001:db8::1]:80. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = bracketed ?? beforePort ?? entry;
  return isIP(address) === 0 ? undefined : address;
}
