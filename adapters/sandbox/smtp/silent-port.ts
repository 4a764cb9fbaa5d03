import { once } from 'node:events';
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
