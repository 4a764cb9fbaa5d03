import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv4, type Server, type Socket as TcpSocket } from 'node:net';
import { checkObject, checkOptions } from '../../../src/argument-checks.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { systemClock } from '../../system-clock.ts';
import { answerFrom } from './answer.ts';
import { type DnsQuery, decodeQuery, encodeBrokenReply, encodeReply } from './message.ts';
import { type Zone, type ZoneChanges, ZoneIndex, zoneName } from './zone.ts';

/** Options of `startDnsServer`; all have defaults. */
export interface DnsServerOptions {
  /** Clock for delays. Default: real time. */
  readonly clock?: Clock | undefined;
  /** UDP and TCP port on 127.0.0.1. Default 0: a port that is free for both. */
  readonly port?: number | undefined;
  /** Latency of every answer in milliseconds, in addition to a name's own `delayMs`. Default 0. */
  readonly replyDelayMs?: number | undefined;
  /** False: an old server that answers EDNS with FORMERR (RFC 6891 §7). Default true. */
  readonly edns?: boolean | undefined;
  /** False: closes every TCP connection at once. Default true. */
  readonly tcp?: boolean | undefined;
  /**
   * An IPv4 address that is returned for every name that does not exist, as the resolvers of some access providers do.
   * Default: none, and the answer is NXDOMAIN.
   */
  readonly nxdomainAddress?: string | undefined;
}

/** A DNS server on 127.0.0.1 that answers from a zone like a recursive resolver, over UDP and TCP. */
export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Number of questions received, including unanswered ones. A question repeated over TCP counts twice. */
  readonly questions: number;
  /** Number of questions about this name, of one type or of all: `questionCount('example.com', 'MX')`. */
  questionCount(name: string, type?: string): number;
  /** Replaces the zone. Throws InvalidArgument for an entry that cannot be served. */
  setZone(zone: Zone): void;
  /** Adds, replaces and removes entries. Throws InvalidArgument for an entry that cannot be served. */
  patch(changes: ZoneChanges): void;
  close(): Promise<void>;
}

/**
 * Starts a server. Rejects with InvalidArgument that names the entry or option if it cannot be served, and with the
 * system's error if the port is in use.
 */
export async function startDnsServer(zone: Zone, options: DnsServerOptions = {}): Promise<DnsServer> {
  checkObject('zone', zone, "Pass records by name: { 'example.org': { mx: [[10, 'mx.example.org']] } }.");
  checkOptions(options, 'startDnsServer(zone, { port: 5353 }).');
  const { nxdomainAddress } = options;
  if (nxdomainAddress !== undefined && !isIPv4(nxdomainAddress))
    throw new InvalidArgument('nxdomainAddress', 'Set nxdomainAddress to an IPv4 address, or leave it out.');
  const server = new LoopbackDnsServer(new ZoneIndex(zone), options);
  await server.listen(options.port ?? 0);
  return server;
}

const host = '127.0.0.1';
/** A port that is free for TCP may be in use for UDP; then another one is tried. */
const portTries = 20;
/** The largest UDP answer without EDNS (RFC 1035 §4.2.1). */
const plainUdpBytes = 512;
/** The largest message over TCP, whose length has 16 bits. */
const longestMessage = 65_535;
const formatError = 1;
const serverFailure = 2;

class LoopbackDnsServer implements DnsServer {
  readonly #clock: Clock;
  readonly #replyDelayMs: number;
  readonly #edns: boolean;
  readonly #answersOverTcp: boolean;
  readonly #nxdomainAddress: string | undefined;
  readonly #udp = new Set<UdpSocket>();
  readonly #tcp = new Set<Server>();
  readonly #connections = new Set<TcpSocket>();
  /** Cancel delayed answers. */
  readonly #delayed = new Set<() => void>();
  /** Questions received, by name, and by name and type. */
  readonly #questionCounts = new Map<string, number>();
  /** Questions lost so far, by name. */
  readonly #dropped = new Map<string, number>();
  #zone: ZoneIndex;
  #port = 0;
  #questions = 0;
  #closed: Promise<void> | undefined;

  constructor(zone: ZoneIndex, options: DnsServerOptions) {
    this.#zone = zone;
    this.#clock = options.clock ?? systemClock;
    this.#replyDelayMs = options.replyDelayMs ?? 0;
    this.#edns = options.edns ?? true;
    this.#answersOverTcp = options.tcp ?? true;
    this.#nxdomainAddress = options.nxdomainAddress;
  }

  get address(): string {
    return `${host}:${this.#port}`;
  }

  get questions(): number {
    return this.#questions;
  }

  questionCount(name: string, type?: string): number {
    const plain = zoneName(name);
    return this.#questionCounts.get(type === undefined ? plain : `${plain} ${type}`) ?? 0;
  }

  setZone(zone: Zone): void {
    this.#zone = new ZoneIndex(zone);
    this.#dropped.clear();
  }

  patch(changes: ZoneChanges): void {
    this.#zone.patch(changes);
    for (const name of Object.keys(changes)) this.#dropped.delete(zoneName(name));
  }

  async listen(requestedPort: number): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.#port = await this.#listenTcp(requestedPort);
        await this.#listenUdp(this.#port);
        return;
      } catch (error) {
        await this.#release();
        if (requestedPort !== 0 || tries === portTries) throw error;
      }
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#release();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #listenTcp(port: number): Promise<number> {
    const server = createServer((connection) => this.#serve(connection));
    this.#tcp.add(server);
    server.listen(port, host);
    await once(server, 'listening');
    server.unref();
    return (server.address() as AddressInfo).port;
  }

  async #listenUdp(port: number): Promise<void> {
    const socket = createSocket('udp4', (message, from) => this.#receive(socket, message, from));
    this.#udp.add(socket);
    socket.bind(port, host);
    await once(socket, 'listening');
    socket.unref();
    // Some systems report here that a client has closed its socket.
    socket.on('error', () => {});
  }

  async #release(): Promise<void> {
    for (const cancel of this.#delayed) cancel();
    for (const connection of this.#connections) connection.destroy();
    const ended = [...this.#udp, ...this.#tcp].map(
      (listener) => new Promise<void>((resolve) => listener.close(() => resolve())),
    );
    this.#delayed.clear();
    this.#udp.clear();
    this.#tcp.clear();
    await Promise.all(ended);
  }

  #receive(socket: UdpSocket, message: Buffer, from: RemoteInfo): void {
    const query = decodeQuery(message);
    if (query === undefined) return;
    const room = Math.max(plainUdpBytes, query.ednsBytes ?? 0);
    this.#answer(query, room, (answer) => {
      // The client has closed its socket and no longer wants the answer.
      if (this.#udp.has(socket)) socket.send(answer, from.port, from.address, () => {});
    });
  }

  #serve(connection: TcpSocket): void {
    connection.unref();
    if (!this.#answersOverTcp) {
      connection.on('error', () => {}).destroy();
      return;
    }
    this.#connections.add(connection);
    connection.on('close', () => this.#connections.delete(connection));
    connection.on('error', () => connection.destroy());
    let unread = Buffer.alloc(0);
    connection.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (unread.length >= 2 && unread.length >= 2 + unread.readUInt16BE(0)) {
        const end = 2 + unread.readUInt16BE(0);
        const query = decodeQuery(unread.subarray(2, end));
        unread = unread.subarray(end);
        if (query !== undefined) this.#answer(query, undefined, (answer) => sendFrame(connection, answer));
      }
    });
  }

  /** `room` is the largest answer allowed, in bytes; undefined over TCP. */
  #answer(query: DnsQuery, room: number | undefined, send: (answer: Buffer) => void): void {
    const name = zoneName(query.question.name);
    const records = this.#zone.get(name);
    this.#count(name, query.question.type);
    if (this.#dropQuestion(name, records?.dropFirst ?? 0)) return;
    let answer = this.#compose(query);
    if (answer === undefined) return;
    if (room !== undefined && (records?.truncate === true || answer.length > room)) {
      answer = encodeReply(query, { rcode: answer.readUInt8(3) & 0x0f, truncated: true });
    }
    const whole = answer;
    this.#after(this.#replyDelayMs + (records?.delayMs ?? 0), () => send(whole));
  }

  #compose(query: DnsQuery): Buffer | undefined {
    if (query.ednsBytes !== undefined && !this.#edns) {
      return encodeReply({ ...query, ednsBytes: undefined }, { rcode: formatError });
    }
    const answer = answerFrom(this.#zone, query.question, this.#nxdomainAddress);
    switch (answer.kind) {
      case 'silent':
        return undefined;
      case 'malformed':
        return encodeBrokenReply(query);
      case 'reply': {
        const message = encodeReply(query, answer);
        return message.length <= longestMessage ? message : encodeReply(query, { rcode: serverFailure });
      }
    }
  }

  #count(name: string, type: string): void {
    this.#questions++;
    for (const key of [name, `${name} ${type}`])
      this.#questionCounts.set(key, (this.#questionCounts.get(key) ?? 0) + 1);
  }

  #dropQuestion(name: string, count: number): boolean {
    const lost = this.#dropped.get(name) ?? 0;
    if (lost >= count) return false;
    this.#dropped.set(name, lost + 1);
    return true;
  }

  #after(delayMs: number, task: () => void): void {
    if (delayMs <= 0) {
      task();
      return;
    }
    const cancel = this.#clock.after(delayMs, () => {
      this.#delayed.delete(cancel);
      task();
    });
    this.#delayed.add(cancel);
  }
}

/** Prefixes the length, as TCP requires (RFC 1035 §4.2.2). */
function sendFrame(connection: TcpSocket, message: Buffer): void {
  if (!connection.writable) return;
  const frame = Buffer.alloc(2 + message.length);
  frame.writeUInt16BE(message.length);
  message.copy(frame, 2);
  connection.write(frame);
}
