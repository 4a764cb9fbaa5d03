import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { clientAt } from './client.ts';
import { SmtpSession } from './session.ts';
import { type ExchangeContext, sessionContext } from './session-context.ts';

/** A scripted exchange that listens on its own port of 127.0.0.1. */
export class SmtpServer {
  readonly #server: Server;
  readonly #sessions = new Set<SmtpSession>();
  readonly #context: ExchangeContext;
  #connections = 0;
  /** Connections that count towards `maxConnections`. */
  #served = 0;

  private constructor(context: ExchangeContext) {
    this.#context = context;
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  static async start(context: ExchangeContext): Promise<SmtpServer> {
    const server = new SmtpServer(context);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    server.#server.unref();
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #accept(socket: Socket): void {
    socket.unref();
    const client = clientAt(socket.remoteAddress);
    const context = sessionContext(this.#context, client);
    const { counter, exchange } = context;
    counter.countOpened();
    this.#connections += 1;
    const { maxConnections = 50, maxConnectionsPerClient = Number.POSITIVE_INFINITY } = exchange.settings;
    const servedTo = context.servedTo.get(client.address) ?? 0;
    const overLimit = this.#served >= maxConnections || servedTo >= maxConnectionsPerClient;
    if (!overLimit) this.#countServed(client.address, 1);
    const session: SmtpSession = new SmtpSession(socket, context, {
      number: this.#connections,
      overLimit,
      onEnd: () => {
        if (!overLimit) this.#countServed(client.address, -1);
        counter.countClosed();
      },
      onClose: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
  }

  #countServed(client: string, change: number): void {
    this.#served += change;
    const { servedTo } = this.#context;
    servedTo.set(client, (servedTo.get(client) ?? 0) + change);
  }

  /** Stops listening and destroys all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.#sessions) session.destroy();
    await closed;
  }
}
