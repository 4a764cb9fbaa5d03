import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Listens, and then stands still for good, so that nobody takes the connections from the system. */
const standingListener = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
`;

/** More than any system queues for a backlog of one. */
const fillers = 8;

/**
 * A port of 127.0.0.1 at which connections neither succeed nor fail, as at an address where no machine is. A system drops
 * what arrives at a listener whose queue is full.
 */
export class SilentPort {
  readonly port: number;
  readonly #listener: Worker;
  readonly #fillers: readonly Socket[];

  private constructor(listener: Worker, port: number, sockets: readonly Socket[]) {
    this.#listener = listener;
    this.port = port;
    this.#fillers = sockets;
  }

  static async open(): Promise<SilentPort> {
    const listener = new Worker(standingListener, { eval: true });
    const [port]: number[] = await once(listener, 'message');
    if (port === undefined) throw new Error('The listener of silent addresses names no port.');
    const sockets = Array.from({ length: fillers }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => socket.destroy());
    // The system has their packets after this, before those of anybody else.
    await yieldToEventLoop();
    listener.unref();
    for (const socket of sockets) socket.unref();
    return new SilentPort(listener, port, sockets);
  }

  async close(): Promise<void> {
    for (const socket of this.#fillers) socket.destroy();
    await this.#listener.terminate();
  }
}
