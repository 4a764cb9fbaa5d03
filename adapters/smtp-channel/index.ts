import { isIP } from 'node:net';
import type { Clock, SmtpConnection, SmtpTransport } from '../../src/ports.ts';
import {
  assertLocalAddress,
  connectFailure,
  connectTimeout,
  type DialTable,
  dialled,
} from '../../src/smtp/dial-target.ts';
import { patiently } from '../../src/smtp/settle-once.ts';
import { WireConnection } from '../../src/smtp/wire-connection.ts';
import { ChannelWire } from './channel-wire.ts';

export interface SmtpChannelOptions {
  readonly clock: Clock;
  /**
   * Decides on the very address that is dialled. Pass `isGloballyReachable` from `mailproof/net`: there is no
   * default, since whoever may name a domain would otherwise reach hosts inside your network.
   */
  readonly isAllowed: (address: string) => boolean;
  /** Looked up by IP address before anything else; what is found here is dialled without asking `isAllowed`. */
  readonly dialTable?: DialTable;
  /** Local IP address to connect from. Default: the system's choice. */
  readonly localAddress?: string;
}

/** SmtpTransport over the smtp-channel package 0.2.4, used for connecting, writing and TLS. */
export function createSmtpChannelTransport(options: SmtpChannelOptions): SmtpTransport {
  const { clock, dialTable, isAllowed, localAddress } = options;
  assertLocalAddress(localAddress, isIP);
  return {
    async connect(target, patience) {
      const dial = dialled(target, { dialTable, ipVersion: isIP, isAllowed });
      patience.signal?.throwIfAborted();
      const wire = new ChannelWire({ ...dial, localAddress });
      try {
        return await patiently<SmtpConnection>(
          clock,
          patience,
          () => connectTimeout(target),
          (waiter) => {
            wire.open(
              () => waiter.resolve(new WireConnection(clock, (sink) => wire.attach(sink))),
              (cause) => waiter.reject(connectFailure(target, cause)),
            );
          },
        );
      } catch (error) {
        wire.destroy();
        throw error;
      }
    },
  };
}
