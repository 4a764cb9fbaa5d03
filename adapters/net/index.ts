import { InvalidArgument } from '../../src/errors.ts';
import type { Clock, NetworkPorts, Random } from '../../src/ports.ts';
import type { DialTable } from '../../src/smtp/dial-target.ts';
import { systemClock } from '../system-clock.ts';
import { createDns } from './dns/dns.ts';
import { checkedIdentity } from './identity.ts';
import { systemRandom } from './random.ts';
import { createSmtpTransport } from './smtp.ts';

export type { DialTable, DialTarget } from '../../src/smtp/dial-target.ts';
export { systemClock } from '../system-clock.ts';
export { createDns } from './dns/dns.ts';
export { isGloballyReachable } from './guard.ts';
export { systemRandom } from './random.ts';
export { createSmtpTransport, type SmtpTransportOptions } from './smtp.ts';

export interface NetOptions {
  /** What we call ourselves in EHLO: a host name that resolves to the address we connect from. */
  readonly helo: string;
  /** Envelope sender of every probe: a mailbox that exists and stays the same (greylisting). */
  readonly mailFrom: string;
  /** Resolvers as `ip` or `ip:port`. Default: the system's. */
  readonly dns?: readonly string[];
  /** Port of the exchanges. Default 25. */
  readonly smtpPort?: number;
  /** Dials private, loopback and other special addresses too: for labs. Default false. */
  readonly allowPrivateHosts?: boolean;
  /** Where to connect instead, by IP address: for a simulated network. Entries bypass the guard. */
  readonly dialTable?: DialTable;
  /** Local IP address of SMTP connections. Default: the system's choice. */
  readonly localAddress?: string;
  readonly clock?: Clock;
  readonly random?: Random;
}

/** The way to the real network, for `createEngine`. Throws InvalidArgument naming the option that is wrong. */
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
    identity: checkedIdentity({ helo, mailFrom }),
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
