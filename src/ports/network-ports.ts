import type { Clock } from './clock.ts';
import type { Dns } from './dns.ts';
import type { Random } from './random.ts';
import type { SmtpTransport, WaitOptions } from './smtp-transport.ts';
import type { Telemetry } from './telemetry.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** How we present ourselves to mail servers. Keep both the same for retries: greylisting remembers the sender. */
export interface Identity {
  /** Name for EHLO: a host name that resolves to the address that we connect from (RFC 5321 §4.1.4). */
  readonly helo: string;
  /** Envelope sender (MAIL FROM) of every probe. Its domain must exist. */
  readonly mailFrom: string;
}

/** A source that mail servers see: who asks, and from where. */
export interface Egress {
  /**
   * Which source it is. Limits, pauses and blocks are counted by this name: processes whose egresses have the same name
   * share one source, such as one IP address. 1 to 300 characters of visible ASCII.
   */
  readonly name: string;
  readonly identity: Identity;
  /** Connects by the route of the egress: from this machine, from one of its addresses, or through a proxy. */
  readonly smtp: SmtpTransport;
  /**
   * Called when a connection was lost, or timed out before `onDialling`, to find out whether the route works,
   * such as a proxy. Rejects with a ConnectionError `egress_failed` if it does not work. Left out where the
   * route cannot fail by itself.
   */
  checkWayOut?(options: WaitOptions): Promise<void>;
  /** The IP address of this machine that connections are made from. Left out if the system chooses one. */
  readonly localAddress?: string | undefined;
  /**
   * For simulated internets only, such as that of test keys, whose answers must not depend on what was asked before: a
   * server that blocks us is asked again at once. On the internet, that turns a block of an hour into one of weeks.
   * Default false.
   */
  readonly forgetsBlocks?: boolean | undefined;
  /** The proxy that makes the connections, as `host:port`. Left out if this machine makes them. */
  readonly proxy?: string | undefined;
}

/** Everything the engine needs from the network, as `netPorts()` returns it. */
export interface NetworkPorts {
  /** The sources to ask from. Their names differ. Without one, only the levels `syntax` and `dns` can be asked for. */
  readonly egresses: readonly Egress[];
  readonly dns: Dns;
  readonly clock: Clock;
  readonly random: Random;
  /** TCP port of the exchanges. Default 25. */
  readonly smtpPort?: number | undefined;
  /** For the option `webhooks`. May be left out: that option is then refused. */
  readonly webhookSender?: WebhookSender | undefined;
  /** Receives the steps of all work. Optional. */
  readonly telemetry?: Telemetry | undefined;
}
