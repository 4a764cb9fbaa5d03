import { ConnectionError, InvalidArgument } from '../errors.ts';
import { octetsOf } from '../ip-address.ts';

export interface DialTarget {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
}

/** Replaces the network, for tests and labs: where to connect instead, by IP address. Includes the port. */
export type DialTable = ReadonlyMap<string, DialTarget>;

export interface DialRules {
  readonly dialTable?: DialTable | undefined;
  /** Returns 4, 6, or 0 for text that is no IP address. Host names are never resolved. */
  ipVersion(address: string): number;
  /** Whether this exact address may be dialled. Not called for entries of the dial table. */
  isAllowed(address: string): boolean;
}

/**
 * Returns where to connect for a target, after the dial table, with the IP version. Throws ConnectionError
 * `address_not_allowed`, or InvalidArgument if the address is no IP address or the port is not from 1 to 65535.
 */
export function applyDialRules(
  target: DialTarget,
  rules: DialRules,
): DialTarget & { readonly ipVersion: number } {
  const mapped = rules.dialTable?.get(target.address);
  const { address, port } = mapped ?? target;
  const ipVersion = rules.ipVersion(address);
  if (ipVersion === 0) {
    throw new InvalidArgument(
      'address',
      'Not an IP address. Resolve the host name first and pass the address.',
    );
  }
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new InvalidArgument(
      'port',
      'Not a TCP port. Pass a whole number from 1 to 65535; exchanges listen on 25.',
    );
  }
  if (mapped === undefined && !rules.isAllowed(address)) {
    throw new ConnectionError(
      'address_not_allowed',
      `${address} is not reachable over the public internet. Allow private hosts if you run a lab of your own.`,
    );
  }
  return { address, port, ipVersion };
}

/** Throws InvalidArgument if the address to connect from is no IP address. Undefined: the system chooses one. */
export function assertLocalAddress(address: string | undefined, ipVersion: DialRules['ipVersion']): void {
  if (address === undefined || (ipVersion(address) !== 0 && !isUnspecified(address))) return;
  throw new InvalidArgument(
    'localAddress',
    'Set localAddress to an IP address of this machine, or leave it out.',
  );
}

/** `0.0.0.0` and `::` stand for any address (RFC 1122 §3.2.1.3, RFC 4291 §2.5.2). */
function isUnspecified(address: string): boolean {
  return octetsOf(address).every((octet) => octet === 0);
}

/** Throws ConnectionError `no_route` if an address of the one IP version is to be dialled from one of the other. */
export function assertSameIpVersion(
  localAddress: string | undefined,
  target: DialTarget & { readonly ipVersion: number },
  ipVersion: DialRules['ipVersion'],
): void {
  if (localAddress === undefined || ipVersion(localAddress) === target.ipVersion) return;
  throw new ConnectionError(
    'no_route',
    `${target.address} cannot be reached from ${localAddress}: one is IPv4, the other IPv6. ` +
      'Try the next address, or add an egress with the other IP version.',
  );
}

/** Returns the error for a failed connect, by the system's error code. */
export function connectError(target: DialTarget, cause: unknown): ConnectionError {
  const where = `${target.address} port ${target.port}`;
  const code = systemText(cause, 'code');
  if (systemText(cause, 'syscall') === 'bind') {
    return new ConnectionError(
      'egress_failed',
      `The local address cannot be used (${code}). Set localAddress to an IP address of this machine.`,
      { cause },
    );
  }
  if (code === 'ECONNREFUSED') {
    return new ConnectionError('connection_refused', `${where} refuses connections. Try the next exchange.`, {
      cause,
    });
  }
  if (code === 'ETIMEDOUT') return connectTimeoutError(target, cause);
  return new ConnectionError(
    noRouteCodes.has(code) ? 'no_route' : 'connection_failed',
    `No connection to ${where}${code === undefined ? '' : ` (${code})`}. Try the next exchange, or check the route.`,
    { cause },
  );
}

export function connectTimeoutError(target: DialTarget, cause?: unknown): ConnectionError {
  return new ConnectionError(
    'connection_timeout',
    `${target.address} port ${target.port} does not answer. Check that port ${target.port} is open from here.`,
    cause === undefined ? undefined : { cause },
  );
}

/** The system's codes for an address that this machine has no route to, such as IPv6 where there is only IPv4. */
const noRouteCodes: ReadonlySet<string | undefined> = new Set([
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
]);

/** True if a connect failed before any packet was sent: the address is not allowed, or there is no route to it. */
export function wasNeverSent({ code }: { readonly code: string }): boolean {
  return code === 'address_not_allowed' || code === 'no_route';
}

function systemText(cause: unknown, field: 'code' | 'syscall'): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const text = (cause as Partial<Record<typeof field, unknown>>)[field];
  return typeof text === 'string' ? text : undefined;
}
