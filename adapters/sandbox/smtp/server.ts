import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SmtpSession } from './session.ts';
import type { SessionContext } from './session-context.ts';

/** A scripted exchange on a port of its own at 127.0.0.1. */
export class SmtpServer {
  readonly #server: Server;
  readonly #sessions = new Set<SmtpSession>();
  readonly #context: SessionContext;
  #connections = 0;
  /** Connections that hold a place among the most allowed at a time. */
  #served = 0;

  private constructor(context: SessionContext) {
    this.#context = context;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  static async start(context: SessionContext): Promise<SmtpServer> {
    const server = new SmtpServer(context);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #accept(socket: Socket): void {
    const { record, exchange } = this.#context;
    const counter = record.exchange(exchange.host);
    counter.opened();
    this.#connections += 1;
    const excess = this.#served >= (exchange.settings.maxConnections ?? 50);
    if (!excess) this.#served += 1;
    const session: SmtpSession = new SmtpSession(socket, this.#context, {
      number: this.#connections,
      excess,
      onEnd: () => {
        if (!excess) this.#served -= 1;
        counter.closed();
      },
      onClose: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
  }

  /** Stops listening and ends all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.#sessions) session.destroy();
    await closed;
  }
}
