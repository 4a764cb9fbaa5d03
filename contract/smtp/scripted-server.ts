import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import { until } from '../until.ts';

/** The server's side of one connection, driven step by step by a test. */
export class Peer {
  readonly #socket: Socket;
  #stream: Socket;
  #received = '';
  #wasReset = false;
  #readUpTo = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#stream = socket;
    socket.setNoDelay(true);
    this.#listen();
  }

  /** True once the connection is closed by either side. */
  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** True once the client has sent RST. */
  get wasReset(): boolean {
    return this.#wasReset;
  }

  /** From now on, keeps the connection open after the client's FIN, until `hangUp` or `reset`. */
  keepOpen(): void {
    this.#stream.allowHalfOpen = true;
  }

  /** The client's IP address, while the connection is open. */
  get address(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** The client's port. */
  get port(): number | undefined {
    return this.#socket.remotePort;
  }

  /** Everything that the client has sent so far. */
  get received(): string {
    return this.#received;
  }

  /** Waits for the next command line and returns it without CRLF. */
  async readCommand(): Promise<string> {
    await until(() => this.#received.indexOf('\r\n', this.#readUpTo) !== -1);
    const end = this.#received.indexOf('\r\n', this.#readUpTo);
    const line = this.#received.slice(this.#readUpTo, end);
    this.#readUpTo = end + 2;
    return line;
  }

  /** Resolves when the system has taken the bytes, or the connection is closed. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (!this.#stream.writable) return;
    await new Promise<void>((resolve) => this.#stream.write(bytes, () => resolve()));
  }

  /** Repeats the bytes until the connection is closed. */
  async writeForever(bytes: string): Promise<void> {
    const chunk = Buffer.from(bytes.repeat(Math.ceil(65_536 / bytes.length)));
    while (!this.closed) await this.write(chunk);
  }

  /** Lets the client's bytes fill the system's buffers. */
  stopReading(): void {
    this.#stream.pause();
  }

  /** Sends FIN. */
  hangUp(): void {
    this.#stream.end();
  }

  /** Sends RST. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Sends `reply` in plain text, then waits for a TLS handshake. */
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
      this.#received += chunk.toString('latin1');
    });
    // Tests look at `closed` and `wasReset` instead.
    this.#stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#wasReset ||= error.code === 'ECONNRESET';
    });
  }
}

/** A TCP server on 127.0.0.1 that sends only what a test tells it to. */
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

  /** Waits for the next connection and returns its peer. */
  async accept(): Promise<Peer> {
    const index = this.#accepted++;
    await until(() => this.peers.length > index);
    return this.peers[index] as Peer;
  }

  /**
   * Waits until earlier connections have been accepted and earlier bytes have arrived. Opens and closes a connection
   * of its own, which `peers` does not show.
   */
  async synchronise(): Promise<void> {
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
