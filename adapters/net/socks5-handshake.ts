import type { Socket } from 'node:net';
import { SocksClient } from 'socks';
import { ConnectionError } from '../../src/errors.ts';
import { connectTimeoutError, type DialTarget } from '../../src/smtp/dial-target.ts';
import type { Socks5Proxy } from './socks5-proxy.ts';

export interface Socks5HandshakeOptions {
  readonly proxy: Socks5Proxy;
  /** The IP address and port that the proxy is told to connect to. */
  readonly destination: DialTarget;
  /** The same before the dial table, for errors. */
  readonly target: DialTarget;
  /** The whole handshake ends by itself before this time. */
  readonly timeoutMs: number;
  /** Called when the proxy has let us in, so that it connects to the target. */
  readonly onAccepted: () => void;
  /**
   * Called when the way to the target is open. What it attaches to the socket, at once, receives every byte that
   * follows the handshake.
   */
  readonly onReady: () => void;
  readonly onError: (error: ConnectionError) => void;
}

/** RFC 1928 §3, RFC 1929 §2. */
const socks5 = 5;
const noLogin = 0;
const byPassword = 2;

/** Offers both ways to log in, which every SOCKS5 server answers. */
export const proxyGreeting = Buffer.from([socks5, 2, noLogin, byPassword]);

/** The SOCKS5 handshake on a socket that is connected to a proxy. Its errors show no password. */
export class Socks5Handshake {
  readonly #socket: Socket;
  readonly #options: Socks5HandshakeOptions;
  /** The first bytes of the proxy. */
  #received = Buffer.alloc(0);
  readonly #onData = (chunk: Buffer) => {
    if (this.#hasAccepted || this.#received.length >= 4) return;
    this.#received = Buffer.concat([this.#received, chunk.subarray(0, 4)]);
    if (this.#hasAccepted) this.#options.onAccepted();
  };

  constructor(socket: Socket, options: Socks5HandshakeOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  start(): void {
    const { proxy, destination, timeoutMs, onReady, onError } = this.#options;
    const client = new SocksClient({
      command: 'connect',
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: 5,
        ...(proxy.login === undefined ? {} : { userId: proxy.login.user, password: proxy.login.password }),
      },
      destination: { host: destination.address, port: destination.port },
      // It leaves its timer behind, so that has to be short.
      timeout: timeoutMs + 1_000,
      existing_socket: this.#socket,
    });
    client.once('error', (error: Error) => onError(this.#errorOf(error.message)));
    client.once('established', () => {
      this.#socket.off('data', this.#onData);
      // The client passes on the bytes behind the handshake a moment later, and then resumes. No others may go before.
      this.#socket.pause();
      onReady();
    });
    this.#socket.on('data', this.#onData);
    client.connect(this.#socket);
  }

  /** The error of a handshake that takes too long. While the proxy connects, it is the target that does not answer. */
  get timeoutError(): ConnectionError {
    if (this.#hasAccepted) return connectTimeoutError(this.#options.target);
    return proxyError(this.#options.proxy, 'is silent');
  }

  /** True once the proxy has let us in, so that it connects to the target. */
  get #hasAccepted(): boolean {
    const [, method, , status] = this.#received;
    return method === noLogin || (method === byPassword && status === 0);
  }

  /** Why the proxy did not connect, by its first bytes (RFC 1928 §3, RFC 1929 §2). */
  get #refusal(): string {
    const [version, method] = this.#received;
    if (this.#hasAccepted || version === undefined) return 'broke off';
    if (version !== socks5) return 'is no SOCKS5 server';
    if (method === byPassword) return 'refuses the user and password';
    return this.#options.proxy.login === undefined ? 'wants a user and password' : 'refuses us';
  }

  /** The message is that of the socks package: it ends with the name of the reply, if the proxy rejected the target. */
  #errorOf(message: string): ConnectionError {
    const { proxy, target } = this.#options;
    const where = `${target.address} port ${target.port}`;
    switch (/rejected connection - (\w+)$/.exec(message)?.[1]) {
      case 'ConnectionRefused':
        return new ConnectionError(
          'connection_refused',
          `${where} refuses connections. Try the next exchange.`,
        );
      case 'TTLExpired':
        return connectTimeoutError(target);
      case 'NetworkUnreachable':
      case 'AddressNotSupported':
      case 'NotAllowed':
        return new ConnectionError(
          'no_route',
          `The proxy ${nameOf(proxy)} has no way to ${where}. Try the next address, or another egress.`,
        );
      case 'HostUnreachable':
      case 'Failure':
        return new ConnectionError(
          'connection_failed',
          `No connection to ${where} through the proxy ${nameOf(proxy)}. Try the next exchange.`,
        );
      default:
        return proxyError(proxy, this.#refusal, new Error(message));
    }
  }
}

/** Returns the error of a proxy that fails, whatever it is asked for. */
export function proxyError(proxy: Socks5Proxy, what: string, cause?: unknown): ConnectionError {
  return new ConnectionError(
    'egress_failed',
    `The SOCKS5 proxy ${nameOf(proxy)} ${what}. Check that it runs, and its address, user and password.`,
    cause === undefined ? undefined : { cause },
  );
}

/** Returns a proxy as `host:port`. */
export function nameOf({ host, port }: Pick<Socks5Proxy, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
