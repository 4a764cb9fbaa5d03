import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { NetworkPorts } from '../../src/ports/network-ports.ts';
import type { Random } from '../../src/ports/random.ts';
import type { DialTable } from '../../src/smtp/dial-target.ts';
import { systemClock } from '../system-clock.ts';
import { createDns } from './dns/dns.ts';
import { validateIdentity } from './identity.ts';
import { systemRandom } from './random.ts';
import { createSmtpTransport } from './smtp.ts';

export type { DialTable, DialTarget } from '../../src/smtp/dial-target.ts';
export { systemClock } from '../system-clock.ts';
export { createDns } from './dns/dns.ts';
export { isGloballyReachable } from './guard.ts';
export { systemRandom } from './random.ts';
export { createSmtpTransport, type SmtpTransportOptions } from './smtp.ts';

/** Options of `netPorts`. Only `helo` and `mailFrom` are required. */
export interface NetOptions {
  /** Name in EHLO: a host name that resolves to the address we connect from, or an address literal. */
  readonly helo: string;
  /** Envelope sender of every probe: an existing mailbox. Keep it the same, because greylisting remembers it. */
  readonly mailFrom: string;
  /** Resolvers as `ip`, `ip:port` or `[ipv6]:port`. Default: those of the system. */
  readonly dns?: readonly string[];
  /** Port of the exchanges. Default 25. */
  readonly smtpPort?: number;
  /** Also dials private, loopback and other special-purpose addresses. For test networks. Default false. */
  readonly allowPrivateHosts?: boolean;
  /** Where to connect instead, by IP address: for a simulated network. Entries may be private addresses. */
  readonly dialTable?: DialTable;
  /** Local IP address of SMTP connections. Default: chosen by the system. */
  readonly localAddress?: string;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: `Math.random`. */
  readonly random?: Random;
}

/**
 * Creates the network ports for `createEngine`. Opens no socket before the engine is used. Throws InvalidArgument,
 * which names the option, for an invalid one.
 */
export function netPorts(options: NetOptions): NetworkPorts {
  const { helo, mailFrom, dns, smtpPort, allowPrivateHosts, dialTable, localAddress } = options;
  const { clock = systemClock, random = systemRandom } = options;
  if (smtpPort !== undefined && !(Number.isInteger(smtpPort) && smtpPort >= 1 && smtpPort <= 65_535)) {
    throw new InvalidArgument(
      'smtpPort',
      'Set smtpPort to a TCP port from 1 to 65535, or leave it out for 25.',
    );
  }
  return {
    identity: validateIdentity({ helo, mailFrom }),
    dns: createDns({ clock, ...(dns === undefined ? {} : { servers: dns }) }),
    smtp: createSmtpTransport({
      clock,
      ...(allowPrivateHosts === undefined ? {} : { allowPrivateHosts }),
      ...(dialTable === undefined ? {} : { dialTable }),
      ...(localAddress === undefined ? {} : { localAddress }),
    }),
    clock,
    random,
    ...(smtpPort === undefined ? {} : { smtpPort }),
  };
}
