import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import { until } from '../until.ts';

/** The server's side of one connection, driven step by step by a test. */
export class Peer {
  readonly #socket: Socket;
  #stream: Socket;
  #heard = '';
  #taken = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#stream = socket;
    socket.setNoDelay(true);
    this.#listen();
  }

  /** True once the connection is gone, by whoever's doing. */
  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** The client's port. */
  get port(): number | undefined {
    return this.#socket.remotePort;
  }

  /** All that the client has said so far. */
  get heard(): string {
    return this.#heard;
  }

  /** The next command line, without its ending. */
  async command(): Promise<string> {
    await until(() => this.#heard.indexOf('\r\n', this.#taken) !== -1);
    const end = this.#heard.indexOf('\r\n', this.#taken);
    const line = this.#heard.slice(this.#taken, end);
    this.#taken = end + 2;
    return line;
  }

  /** Resolves when the bytes are with the system, or the connection is gone. */
  async say(bytes: string | Uint8Array): Promise<void> {
    if (!this.#stream.writable) return;
    await new Promise<void>((resolve) => this.#stream.write(bytes, () => resolve()));
  }

  /** Says the same for as long as anybody is there. */
  async sayForever(bytes: string): Promise<void> {
    const chunk = Buffer.from(bytes.repeat(Math.ceil(65_536 / bytes.length)));
    while (!this.closed) await this.say(chunk);
  }

  /** Lets what the client says pile up in the system's buffers. */
  stopReading(): void {
    this.#stream.pause();
  }

  /** FIN. */
  hangUp(): void {
    this.#stream.end();
  }

  /** RST. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Says `reply` in plain text, then waits for a TLS handshake. */
  upgrade(options: TLSSocketOptions, reply: string): TLSSocket {
    this.#socket.write(reply);
    this.#socket.removeAllListeners('data');
    const secure = new TLSSocket(this.#socket, { ...options, isServer: true });
    this.#stream = secure;
    this.#listen();
    return secure;
  }

  #listen(): void {
    this.#stream.on('data', (chunk) => {
      this.#heard += chunk.toString('latin1');
    });
    // What the client does to the connection is seen in `closed`.
    this.#stream.on('error', () => {});
  }
}

/** A TCP server on 127.0.0.1 that does nothing by itself. */
export class ScriptedServer {
  readonly #server: Server;
  readonly peers: Peer[] = [];
  #accepted = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.peers.push(new Peer(socket)));
  }

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedServer(server);
  }

  get target(): { address: string; port: number } {
    return { address: '127.0.0.1', port: (this.#server.address() as AddressInfo).port };
  }

  /** The peer of the next connection. */
  async accept(): Promise<Peer> {
    const index = this.#accepted++;
    await until(() => this.peers.length > index);
    return this.peers[index] as Peer;
  }

  /**
   * Connects and hangs up by itself, which `peers` does not show. Once that is done, connections begun before have
   * been accepted, and what either side said before has arrived.
   */
  async knock(): Promise<void> {
    const socket = createConnection({ host: this.target.address, port: this.target.port });
    await once(socket, 'connect');
    const { localPort } = socket;
    await until(() => this.peers.some((peer) => peer.port === localPort));
    const index = this.peers.findIndex((peer) => peer.port === localPort);
    const [peer] = this.peers.splice(index, 1);
    socket.destroy();
    await until(() => peer?.closed === true);
  }

  async stop(): Promise<void> {
    for (const peer of this.peers) if (!peer.closed) peer.reset();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
