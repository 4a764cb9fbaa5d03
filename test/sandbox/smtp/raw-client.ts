import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../adapters/sandbox/sandbox.ts';
import type { SandboxDomain, SandboxExchange } from '../../../adapters/sandbox/world.ts';
import { until } from '../../support/until.ts';

/** A plain socket to an exchange of a sandbox. Sends what a test asks for, and keeps everything that it receives. */
export class RawClient {
  received = '';
  ended = false;
  error: string | undefined;
  #socket: Socket | TLSSocket;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen(socket);
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk) => {
      this.received += chunk.toString('utf8');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.error = error.code ?? error.message;
    });
    socket.on('close', () => {
      this.ended = true;
    });
  }

  send(...lines: readonly string[]): void {
    this.#socket.write(lines.map((line) => `${line}\r\n`).join(''));
  }

  sendBytes(bytes: string): void {
    this.#socket.write(bytes);
  }

  /** The next complete reply, lines joined by `\n`. */
  async reply(): Promise<string> {
    const complete = /^(?:\d{3}-[^\n]*\r\n)*\d{3} [^\n]*\r\n/;
    await until(() => complete.test(this.received) || this.ended);
    const [reply] = complete.exec(this.received) ?? [];
    if (reply === undefined) throw new Error(`No reply, but the end after: ${JSON.stringify(this.received)}`);
    this.received = this.received.slice(reply.length);
    return reply.trimEnd().replaceAll('\r\n', '\n');
  }

  /** Sends one command and gives its reply. */
  ask(line: string): Promise<string> {
    this.send(line);
    return this.reply();
  }

  async replies(count: number): Promise<string[]> {
    const replies: string[] = [];
    while (replies.length < count) replies.push(await this.reply());
    return replies;
  }

  /** Greeting and EHLO. Gives the reply to EHLO. */
  async hello(): Promise<string> {
    await this.reply();
    return this.ask('EHLO probe.example.net');
  }

  /** Greeting, EHLO and MAIL; the client is then ready for RCPT. */
  async begin(sender = 'probe@example.net'): Promise<this> {
    await this.hello();
    await this.ask(`MAIL FROM:<${sender}>`);
    return this;
  }

  async startTls(): Promise<void> {
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    this.#listen(secure);
    await once(secure, 'secureConnect');
    this.#socket = secure;
  }

  async end(): Promise<void> {
    await until(() => this.ended);
  }

  pause(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Starts a sandbox with the exchange of example.com alone. It is closed after the test. */
export async function startExchange(
  exchange: SandboxExchange,
  domain: SandboxDomain = {},
  options?: SandboxOptions,
): Promise<Sandbox> {
  const domains = {
    'example.com': { mx: ['mx.example.com'], mailboxes: ['ann', 'bob', 'cat', 'jörg'], ...domain },
  };
  const sandbox = await startSandbox({ domains, exchanges: { 'mx.example.com': exchange } }, options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Connects to an exchange of a sandbox, until the test is over. `localAddress`: default, 127.0.0.1. */
export async function clientOf(
  sandbox: Sandbox,
  host = 'mx.example.com',
  localAddress?: string,
): Promise<RawClient> {
  const target = sandbox.endpointOf(host);
  const socket = connect({
    host: target.address,
    port: target.port,
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  const client = new RawClient(socket);
  onTestFinished(() => client.close());
  let connected = false;
  socket.once('connect', () => {
    connected = true;
  });
  await until(() => connected || client.ended);
  if (client.error === 'ECONNREFUSED') throw Object.assign(new Error('Refused.'), { code: client.error });
  return client;
}
