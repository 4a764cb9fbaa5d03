import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

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
