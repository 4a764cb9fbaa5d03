import type { Clock } from './clock.ts';
import type { Dns } from './dns.ts';
import type { Random } from './random.ts';
import type { SmtpTransport } from './smtp-transport.ts';

/** How we present ourselves to mail servers. Keep both the same for retries: greylisting remembers the sender. */
export interface Identity {
  /** Name for EHLO: a host name that resolves to the address that we connect from (RFC 5321 §4.1.4). */
  readonly helo: string;
  /** Envelope sender (MAIL FROM) of every probe. Its domain must exist. */
  readonly mailFrom: string;
}

/** Everything the engine needs from the network, as `netPorts()` returns it. */
export interface NetworkPorts {
  readonly identity: Identity;
  readonly dns: Dns;
  readonly smtp: SmtpTransport;
  readonly clock: Clock;
  readonly random: Random;
  /** TCP port of the exchanges. Default 25. */
  readonly smtpPort?: number;
}
