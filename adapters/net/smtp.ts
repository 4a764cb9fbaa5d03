import { connect, isIP } from 'node:net';
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
import { isGloballyReachable } from './guard.ts';
import { SocketWire } from './socket-wire.ts';

export interface SmtpTransportOptions {
  readonly clock: Clock;
  /** Dials private, loopback and other special addresses too: for labs. Default false. */
  readonly allowPrivateHosts?: boolean;
  /** Looked up by IP address before anything else; what is found here is dialled without asking the guard. */
  readonly dialTable?: DialTable;
  /** Local IP address to connect from. Default: the system's choice. */
  readonly localAddress?: string;
}

/** SmtpTransport on the sockets of Node. Dials IP addresses only: getaddrinfo is never called. */
export function createSmtpTransport(options: SmtpTransportOptions): SmtpTransport {
  const { clock, dialTable, localAddress } = options;
  assertLocalAddress(localAddress, isIP);
  const isAllowed = options.allowPrivateHosts === true ? () => true : isGloballyReachable;
  return {
    async connect(target, patience) {
      const { address, port, ipVersion } = dialled(target, { dialTable, ipVersion: isIP, isAllowed });
      patience.signal?.throwIfAborted();
      const socket = connect({
        host: address,
        port,
        family: ipVersion,
        noDelay: true,
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      try {
        return await patiently<SmtpConnection>(
          clock,
          patience,
          () => connectTimeout(target),
          (waiter) => {
            const failed = (cause: unknown) => waiter.reject(connectFailure(target, cause));
            socket.once('error', failed);
            socket.once('connect', () => {
              socket.off('error', failed);
              waiter.resolve(new WireConnection(clock, (sink) => new SocketWire(socket, sink)));
            });
          },
        );
      } catch (error) {
        socket.on('error', () => {});
        socket.destroy();
        throw error;
      }
    },
  };
}
