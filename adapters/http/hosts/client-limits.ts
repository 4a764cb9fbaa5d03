import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { countedNetwork } from '../../../src/ip-address.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { systemClock } from '../../system-clock.ts';
import { unreadAnswerTimeoutMs } from '../answers/answer-limits.ts';

/** Counts what each IPv4 address or IPv6 /64 has open, up to a limit. */
export class AddressCounts {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  readonly #loopbackMax: number;

  constructor(options: { max: number; loopbackMax: number }) {
    this.#max = options.max;
    this.#loopbackMax = options.loopbackMax;
  }

  /** Returns the function that takes the count back, or undefined if the address has all that it may have. */
  add(address: string): (() => void) | undefined {
    const network = countedNetwork(address);
    const count = this.#counts.get(network) ?? 0;
    const loopback = address === '::1' || network.startsWith('127.');
    if (count >= (loopback ? this.#loopbackMax : this.#max)) return undefined;
    this.#counts.set(network, count + 1);
    return () => {
      const left = (this.#counts.get(network) ?? 1) - 1;
      if (left > 0) this.#counts.set(network, left);
      else this.#counts.delete(network);
    };
  }
}

/** Closes connections that `counts` has no place for, and then calls `onRefused`. */
export function limitConnections(server: Server, counts: AddressCounts, onRefused: () => void): void {
  server.prependListener('connection', (socket: Socket) => {
    // Without an address, the client has already gone.
    if (socket.remoteAddress === undefined) return;
    const takeBack = counts.add(socket.remoteAddress);
    if (takeBack === undefined) {
      socket.destroy();
      onRefused();
    } else socket.once('close', takeBack);
  });
}

/**
 * Closes the connections of clients that read nothing for `timeoutMs` while part of a response waits to be sent. Answers under way are
 * cut off by themselves: this is for what is short, and for connections whose client has vanished.
 */
export function cutStalledClients(
  server: Server,
  options: { readonly timeoutMs: number | undefined; readonly clock: Clock | undefined },
): void {
  const { timeoutMs = unreadAnswerTimeoutMs, clock = systemClock } = options;
  server.prependListener('connection', (socket: Socket) => {
    let sentBefore = -1;
    const look = () => {
      const waiting = socket.writableLength;
      const sent = socket.bytesWritten - waiting;
      if (waiting > 0 && sent === sentBefore) socket.destroy();
      sentBefore = waiting > 0 ? sent : -1;
      if (!socket.destroyed) cancel = clock.after(timeoutMs, look);
    };
    let cancel = clock.after(timeoutMs, look);
    socket.once('close', () => cancel());
  });
}
