import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { selfSignedCertificate } from '../../adapters/sandbox/smtp/certificate.ts';

/** What a server was asked, as seen on its doorstep. */
export interface ServerCounts {
  connections: number;
  /** Most connections open at the same time. */
  peak: number;
  mails: number;
  resets: number;
  /** The address of each RCPT, in order. */
  recipients: string[];
  /** The last reply of each connection that the server ended: it hung up before QUIT, or said that it would. */
  drops: string[];
  /** Connections that the client closed without QUIT. */
  abandoned: number;
  /** Connections that went on over TLS. */
  secured: number;
}

/**
 * Stands between clients and a mail server, passes everything on, and counts. It takes part in STARTTLS with a
 * certificate of its own, on both sides, so that it can read on.
 */
export class CountingForwarder {
  readonly counts: ServerCounts = {
    connections: 0,
    peak: 0,
    mails: 0,
    resets: 0,
    recipients: [],
    drops: [],
    abandoned: 0,
    secured: 0,
  };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #secureContext: SecureContext;
  #open = 0;

  private constructor(serverPort: number) {
    this.#secureContext = createSecureContext(selfSignedCertificate('mx.example.org'));
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
      const upstream = connectTo({
        port: serverPort,
        host: '127.0.0.1',
        noDelay: true,
        allowHalfOpen: true,
      });
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.once('close', () => this.#sockets.delete(socket));
      }
      this.counts.connections += 1;
      this.#open += 1;
      this.counts.peak = Math.max(this.counts.peak, this.#open);
      upstream.once('close', () => {
        this.#open -= 1;
      });
      new ForwardedConnection(client, upstream, this.counts, this.#secureContext);
    });
  }

  static async start(serverPort: number): Promise<CountingForwarder> {
    const forwarder = new CountingForwarder(serverPort);
    forwarder.#server.listen(0, '127.0.0.1');
    await once(forwarder.#server, 'listening');
    return forwarder;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** Replies after which servers hang up. */
const farewell = /^(421|554[ -].*too many)/i;

class ForwardedConnection {
  readonly #counts: ServerCounts;
  readonly #secureContext: SecureContext;
  #client: Socket;
  #upstream: Socket;
  #commands = '';
  #replies = '';
  #lastReply = 'no reply';
  #hasQuit = false;
  #asksForTls = false;
  #ended = false;
  #stopListening = () => {};

  constructor(client: Socket, upstream: Socket, counts: ServerCounts, secureContext: SecureContext) {
    this.#client = client;
    this.#upstream = upstream;
    this.#counts = counts;
    this.#secureContext = secureContext;
    this.#forward();
  }

  #forward(): void {
    const client = this.#client;
    const upstream = this.#upstream;
    const onCommands = (bytes: Buffer) => {
      this.#commands = lines(this.#commands + bytes.toString('latin1'), (line) => this.#countCommand(line));
      upstream.write(bytes);
    };
    const onReplies = (bytes: Buffer) => {
      const secures = this.#readReplies(bytes.toString('latin1'));
      if (secures) void this.#secure(bytes);
      else client.write(bytes);
    };
    const onClientEnd = () => this.#onClientEnd();
    const onServerEnd = () => this.#onServerEnd();
    client.on('data', onCommands).once('end', onClientEnd).once('close', onClientEnd);
    upstream.on('data', onReplies).once('end', onServerEnd).once('close', onServerEnd);
    // A socket that is reset fails before it closes.
    for (const socket of [client, upstream]) socket.on('error', () => {});
    this.#stopListening = () => {
      client.off('data', onCommands).off('end', onClientEnd).off('close', onClientEnd);
      upstream.off('data', onReplies).off('end', onServerEnd).off('close', onServerEnd);
    };
  }

  #countCommand(line: string): void {
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'MAIL') this.#counts.mails += 1;
    if (verb === 'RSET') this.#counts.resets += 1;
    if (verb === 'RCPT') this.#counts.recipients.push(/<(.*)>/.exec(line)?.[1] ?? line);
    if (verb === 'QUIT') this.#hasQuit = true;
    this.#asksForTls = verb === 'STARTTLS';
  }

  /** Returns true if the server is ready for TLS. */
  #readReplies(text: string): boolean {
    this.#replies = lines(this.#replies + text, (line) => {
      this.#lastReply = line;
    });
    return this.#asksForTls && this.#lastReply.startsWith('220');
  }

  /** Secures both sides, the one to the server first: then the client has not begun. */
  async #secure(readyReply: Buffer): Promise<void> {
    this.#asksForTls = false;
    this.#stopListening();
    const upstream = connectTls({ socket: this.#upstream, rejectUnauthorized: false });
    const isSecured = await once(upstream, 'secureConnect').then(
      () => true,
      () => false,
    );
    upstream.on('error', () => {});
    this.#upstream = upstream;
    if (!isSecured) return this.#onServerEnd();
    const client = this.#client;
    client.write(readyReply);
    this.#client = new TLSSocket(client, { isServer: true, secureContext: this.#secureContext });
    this.#counts.secured += 1;
    this.#forward();
  }

  #onServerEnd(): void {
    const isFirst = !this.#ended;
    this.#ended = true;
    if (isFirst && (!this.#hasQuit || farewell.test(this.#lastReply)))
      this.#counts.drops.push(this.#lastReply);
    this.#upstream.end();
    this.#client.end();
  }

  #onClientEnd(): void {
    if (!this.#ended && !this.#hasQuit) this.#counts.abandoned += 1;
    this.#ended = true;
    this.#upstream.destroy();
    this.#client.end();
  }
}

/** Passes on each complete line, and returns the rest. */
function lines(text: string, onLine: (line: string) => void): string {
  const complete = text.split(/\r?\n/);
  const rest = complete.pop() ?? '';
  for (const line of complete) onLine(line);
  return rest;
}
