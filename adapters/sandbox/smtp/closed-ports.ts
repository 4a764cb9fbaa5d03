import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/**
 * Listens, fills its queue with more connections than any system holds for a backlog of one, and then stands still for
 * good, so that nobody takes them from the system. What is tried in vain here keeps no other thread alive.
 */
const standingListener = `
const { connect, createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const server = createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  setImmediate(() => {
    const { port } = server.address();
    for (let count = 0; count < 8; count += 1) connect(port, '127.0.0.1');
    // The system has their packets then, before those of anybody else, and nothing was accepted yet.
    process.nextTick(() => {
      parentPort.postMessage(port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });
  });
});
`;

/**
 * A port of 127.0.0.1 at which connections neither succeed nor fail, as at an address where no machine is. A system drops
 * what arrives at a listener whose queue is full.
 */
export class SilentPort {
  readonly port: number;
  readonly #listener: Worker;

  private constructor(listener: Worker, port: number) {
    this.#listener = listener;
    this.port = port;
  }

  static async open(): Promise<SilentPort> {
    const listener = new Worker(standingListener, { eval: true, execArgv: [] });
    const [port]: number[] = await once(listener, 'message');
    if (port === undefined) throw new Error('The listener of silent addresses names no port.');
    listener.unref();
    return new SilentPort(listener, port);
  }

  async close(): Promise<void> {
    await this.#listener.terminate();
  }
}

/**
 * A port of 127.0.0.1 that refuses connections while this is open. It is the local end of an established connection,
 * so nothing listens on it, and the system does not assign it to anything else.
 */
export class RefusingPort {
  readonly port: number;
  readonly #ends: readonly Socket[];

  private constructor(near: Socket, far: Socket) {
    this.port = (near.address() as AddressInfo).port;
    this.#ends = [near, far];
  }

  static async open(): Promise<RefusingPort> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [[far]] = await Promise.all([accepted as Promise<[Socket]>, once(near, 'connect')]);
    server.close();
    for (const end of [near, far]) end.unref().on('error', () => end.destroy());
    return new RefusingPort(near, far);
  }

  async close(): Promise<void> {
    const closed = this.#ends.map((end) => (end.closed ? undefined : once(end, 'close')));
    for (const end of this.#ends) end.destroy();
    await Promise.all(closed);
  }
}
