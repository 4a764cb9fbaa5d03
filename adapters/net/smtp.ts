import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { checkMethods, checkObject } from '../../src/argument-checks.ts';
import { type Settler, settleOnce } from '../../src/concurrency/settle-once.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { SmtpConnection, SmtpTransport, WaitOptions } from '../../src/ports/smtp-transport.ts';
import {
  applyDialRules,
  assertLocalAddress,
  assertSameIpVersion,
  connectError,
  connectTimeoutError,
  type DialTable,
  type DialTarget,
} from '../../src/smtp/dial-target.ts';
import { opportunisticTls } from '../../src/smtp/starttls.ts';
import { type Wire, WireConnection, type WireSink } from '../../src/smtp/wire-connection.ts';
import { isGloballyReachable } from '../../src/special-purpose-addresses.ts';
import { closeSocket } from '../close-socket.ts';
import { writeToStream } from '../write-to-stream.ts';
import { proxyError, proxyGreeting, Socks5Handshake } from './socks5-handshake.ts';
import { parseSocks5Url, type Socks5Proxy } from './socks5-proxy.ts';

/** Options of `createSmtpTransport`. */
export interface SmtpTransportOptions {
  readonly clock: Clock;
  /** Also dials private, loopback and other special-purpose addresses. For test networks. Default false. */
  readonly allowPrivateHosts?: boolean | undefined;
  /** Where to connect instead, by IP address. Entries may be private addresses. */
  readonly dialTable?: DialTable | undefined;
  /** Local IP address to connect from. Default: chosen by the system. */
  readonly localAddress?: string | undefined;
  /** URL of a SOCKS5 proxy to connect through, as `socks5://user:password@host:port`. Default: none. */
  readonly socks5?: string | undefined;
}

/** One connect under way. */
interface Attempt {
  readonly target: DialTarget;
  /** The same after the dial table. */
  readonly dialled: DialTarget & { readonly ipVersion: number };
  readonly timeoutMs: number;
  /** To be called when the route is open. */
  readonly onDialling: () => void;
}

/**
 * Greets a proxy and hangs up as soon as it answers (RFC 1928 §3). Rejects with ConnectionError
 * `egress_failed` if it cannot be reached, says nothing or breaks off: the system accepts connections for a
 * process that hangs or is about to end.
 */
export async function checkProxy(clock: Clock, proxy: Socks5Proxy, options: WaitOptions): Promise<void> {
  const { host, port } = proxy;
  const socket = connect({ host, port });
  try {
    await settleOnce<void>(clock, options, {
      onTimeout: ({ reject }) => reject(proxyError(proxy, 'does not answer')),
      start: ({ resolve, reject }) => {
        socket.on('error', (cause) => reject(proxyError(proxy, 'cannot be reached', cause)));
        socket.once('close', () => reject(proxyError(proxy, 'broke off')));
        socket.once('connect', () => socket.write(proxyGreeting));
        socket.once('data', () => resolve());
        return undefined;
      },
    });
  } finally {
    await closeSocket(socket, socket, 'reset');
  }
}

/** How connections leave this machine: directly, or through a proxy. */
interface Route {
  open(attempt: Attempt): Socket;
  /** Called when the socket is connected. `onReady` must be called in the same moment as the route is open. */
  enter(socket: Socket, attempt: Attempt, settle: { onReady(): void; onError(error: unknown): void }): void;
  socketError(attempt: Attempt, cause: unknown): Error;
  timeoutError(attempt: Attempt, socket: Socket): Error;
}

/**
 * Creates an SmtpTransport over `node:net`, from an address of this machine or through a SOCKS5 proxy. Dials
 * IP addresses only, and resolves no names but that of the proxy. The proxy is told to dial only what may be
 * dialled from here, too. Throws InvalidArgument for `localAddress`, or `socks5` without showing the
 * password.
 */
export function createSmtpTransport(options: SmtpTransportOptions): SmtpTransport {
  checkObject('options', options, 'Pass { clock: systemClock }.');
  checkMethods('clock', options.clock, ['now', 'after'], 'Pass systemClock of mailproof/net.');
  const { clock, dialTable, localAddress, socks5 } = options;
  assertLocalAddress(localAddress, isIP);
  if (localAddress !== undefined && socks5 !== undefined) {
    throw new InvalidArgument(
      'localAddress',
      'Set either localAddress or socks5: servers see the address of the proxy.',
    );
  }
  const route =
    socks5 === undefined ? new DirectRoute(localAddress) : new ProxiedRoute(parseSocks5Url(socks5));
  const isAllowed = options.allowPrivateHosts === true ? () => true : isGloballyReachable;
  return {
    async connect(target, waitOptions) {
      const dialled = applyDialRules(target, { dialTable, ipVersion: isIP, isAllowed });
      waitOptions.signal?.throwIfAborted();
      const { timeoutMs } = waitOptions;
      const attempt = { target, dialled, timeoutMs, onDialling: () => waitOptions.onDialling?.() };
      return openConnection(clock, route, attempt, waitOptions);
    },
  };
}

async function openConnection(
  clock: Clock,
  route: Route,
  attempt: Attempt,
  waitOptions: WaitOptions,
): Promise<SmtpConnection> {
  const socket = route.open(attempt);
  let givenUp = false;
  const start = ({ resolve, reject }: Settler<SmtpConnection>) => {
    const onError = (cause: unknown) => reject(route.socketError(attempt, cause));
    socket.once('error', onError);
    socket.once('connect', () => {
      socket.off('error', onError);
      if (givenUp) return;
      route.enter(socket, attempt, {
        onReady: () => {
          if (!givenUp) resolve(new WireConnection(clock, (sink) => new SocketWire(socket, sink)));
        },
        onError: reject,
      });
    });
    return undefined;
  };
  try {
    return await settleOnce(clock, waitOptions, {
      onTimeout: ({ reject }) => reject(route.timeoutError(attempt, socket)),
      start,
    });
  } catch (error) {
    givenUp = true;
    socket.on('error', () => {});
    await closeSocket(socket, socket, 'reset');
    throw error;
  }
}

/** From this machine. */
class DirectRoute implements Route {
  readonly #localAddress: string | undefined;

  constructor(localAddress: string | undefined) {
    this.#localAddress = localAddress;
  }

  open({ dialled, onDialling }: Attempt): Socket {
    const localAddress = this.#localAddress;
    assertSameIpVersion(localAddress, dialled, isIP);
    onDialling();
    return connect({
      host: dialled.address,
      port: dialled.port,
      family: dialled.ipVersion,
      noDelay: true,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
  }

  enter(_socket: Socket, _attempt: Attempt, { onReady }: { onReady(): void }): void {
    onReady();
  }

  socketError({ target }: Attempt, cause: unknown): Error {
    return connectError(target, cause);
  }

  timeoutError({ target }: Attempt): Error {
    return connectTimeoutError(target);
  }
}

/** A proxy that says nothing for so long has failed. */
const silenceMs = 5_000;

/** Through a SOCKS5 proxy. */
class ProxiedRoute implements Route {
  readonly #proxy: Socks5Proxy;
  readonly #handshakes = new WeakMap<Socket, Socks5Handshake>();

  constructor(proxy: Socks5Proxy) {
    this.#proxy = proxy;
  }

  open(): Socket {
    const { host, port } = this.#proxy;
    return connect({ host, port, noDelay: true });
  }

  enter(socket: Socket, attempt: Attempt, settle: { onReady(): void; onError(error: unknown): void }): void {
    const { target, dialled, timeoutMs, onDialling } = attempt;
    const handshake = new Socks5Handshake(socket, {
      proxy: this.#proxy,
      destination: dialled,
      target,
      timeoutMs,
      onAccepted: onDialling,
      onReady: settle.onReady,
      onError: settle.onError,
    });
    this.#handshakes.set(socket, handshake);
    handshake.start();
  }

  socketError(_attempt: Attempt, cause: unknown): Error {
    return proxyError(this.#proxy, 'cannot be reached', cause);
  }

  timeoutError({ target, timeoutMs }: Attempt, socket: Socket): Error {
    // A more patient caller may find that the proxy is only slow.
    if (timeoutMs < silenceMs) return connectTimeoutError(target);
    return this.#handshakes.get(socket)?.timeoutError ?? proxyError(this.#proxy, 'does not answer');
  }
}

/** Shared by all connections: creating one takes about a millisecond. */
let sharedContext: SecureContext | undefined;

/** A wire over a connected socket of node:net, and over the TLS socket that replaces it. */
class SocketWire implements Wire {
  readonly localAddress: string | undefined;
  readonly #sink: WireSink;
  readonly #plain: Socket;
  /** The plain socket, or the TLS socket over it. */
  #socket: Socket;

  constructor(socket: Socket, sink: WireSink) {
    this.localAddress = socket.localAddress;
    this.#sink = sink;
    this.#plain = socket;
    this.#socket = socket;
    this.#attach(socket);
  }

  write(bytes: Uint8Array): Promise<void> {
    return writeToStream(this.#socket, bytes);
  }

  async upgrade(serverName: string): Promise<void> {
    const plain = this.#plain;
    plain.removeAllListeners('data');
    sharedContext ??= createSecureContext(opportunisticTls);
    const secure = connectTls({
      socket: plain,
      secureContext: sharedContext,
      rejectUnauthorized: opportunisticTls.rejectUnauthorized,
      // Server Name Indication is for host names only (RFC 6066 §3).
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    });
    this.#socket = secure;
    this.#attach(secure);
    await new Promise<void>((resolve) => secure.once('secureConnect', resolve));
  }

  destroy(how: 'reset' | 'finish'): Promise<void> {
    return closeSocket(this.#plain, this.#socket, how);
  }

  /** The listeners are never removed: a late error must not crash the process. */
  #attach(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => this.#sink.received(chunk));
    socket.on('end', () => this.#sink.ended());
    socket.on('close', () => this.#sink.ended());
    socket.on('error', (error) => this.#sink.ended(error));
  }
}
