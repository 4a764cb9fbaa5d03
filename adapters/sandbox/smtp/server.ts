import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SmtpSession } from './session.ts';
import type { SessionContext } from './session-context.ts';

/** A scripted exchange that listens on its own port of 127.0.0.1. */
export class SmtpServer {
  readonly #server: Server;
  readonly #sessions = new Set<SmtpSession>();
  readonly #context: SessionContext;
  #connections = 0;
  /** Connections that count towards `maxConnections`. */
  #served = 0;

  private constructor(context: SessionContext) {
    this.#context = context;
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#accept(socket));
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
    const { counters, exchange } = this.#context;
    const counter = counters.ensureCounter(exchange.host);
    counter.countOpened();
    this.#connections += 1;
    const overLimit = this.#served >= (exchange.settings.maxConnections ?? 50);
    if (!overLimit) this.#served += 1;
    const session: SmtpSession = new SmtpSession(socket, this.#context, {
      number: this.#connections,
      overLimit,
      onEnd: () => {
        if (!overLimit) this.#served -= 1;
        counter.countClosed();
      },
      onClose: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
  }

  /** Stops listening and destroys all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.#sessions) session.destroy();
    await closed;
  }
}
