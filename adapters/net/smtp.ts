import { connect, isIP } from 'node:net';
import { settleOnce } from '../../src/concurrency/settle-once.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SmtpConnection, SmtpTransport } from '../../src/ports/smtp-transport.ts';
import {
  applyDialRules,
  assertLocalAddress,
  connectError,
  connectTimeoutError,
  type DialTable,
} from '../../src/smtp/dial-target.ts';
import { WireConnection } from '../../src/smtp/wire-connection.ts';
import { closeSocket } from '../close-socket.ts';
import { isGloballyReachable } from './guard.ts';
import { SocketWire } from './socket-wire.ts';

/** Options of `createSmtpTransport`. */
export interface SmtpTransportOptions {
  readonly clock: Clock;
  /** Also dials private, loopback and other special-purpose addresses. For test networks. Default false. */
  readonly allowPrivateHosts?: boolean;
  /** Where to connect instead, by IP address. Entries may be private addresses. */
  readonly dialTable?: DialTable;
  /** Local IP address to connect from. Default: chosen by the system. */
  readonly localAddress?: string;
}

/** Creates an SmtpTransport over `node:net`. Dials IP addresses only, and resolves no names. */
export function createSmtpTransport(options: SmtpTransportOptions): SmtpTransport {
  const { clock, dialTable, localAddress } = options;
  assertLocalAddress(localAddress, isIP);
  const isAllowed = options.allowPrivateHosts === true ? () => true : isGloballyReachable;
  return {
    async connect(target, waitOptions) {
      const { address, port, ipVersion } = applyDialRules(target, { dialTable, ipVersion: isIP, isAllowed });
      waitOptions.signal?.throwIfAborted();
      const socket = connect({
        host: address,
        port,
        family: ipVersion,
        noDelay: true,
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      let givenUp = false;
      try {
        return await settleOnce<SmtpConnection>(clock, waitOptions, {
          onTimeout: ({ reject }) => reject(connectTimeoutError(target)),
          start: ({ resolve, reject }) => {
            const onError = (cause: unknown) => reject(connectError(target, cause));
            socket.once('error', onError);
            socket.once('connect', () => {
              socket.off('error', onError);
              if (givenUp) return;
              resolve(new WireConnection(clock, (sink) => new SocketWire(socket, sink)));
            });
            return undefined;
          },
        });
      } catch (error) {
        givenUp = true;
        socket.on('error', () => {});
        await closeSocket(socket, socket, 'reset');
        throw error;
      }
    },
  };
}
