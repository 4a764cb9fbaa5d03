import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';

export interface Socks5Server {
  readonly host: string;
  readonly port: number;
  /** Its URL, with an account if one is given. */
  url(login?: { user: string; password: string }): string;
  /** Ends the server with SIGKILL: its connections are gone at once. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

export interface Socks5ServerOptions {
  /** The account that clients must name. Default: none. */
  login?: { user: string; password: string };
  /** The address that servers see. Default: chosen by the system. */
  outgoingAddress?: string;
}

/** Starts Debian's microsocks on a free port of 127.0.0.1. Call `kill` at the end. */
export async function startSocks5Server(options: Socks5ServerOptions = {}): Promise<Socks5Server> {
  const { login, outgoingAddress } = options;
  const port = await freePort();
  const words = [
    ...['-i', '127.0.0.1', '-p', String(port)],
    ...(login === undefined ? [] : ['-u', login.user, '-P', login.password]),
    ...(outgoingAddress === undefined ? [] : ['-b', outgoingAddress]),
  ];
  const launch = async () => {
    const started = spawn('microsocks', words, { stdio: 'ignore' });
    while (!(await accepts(port)))
      if (started.exitCode !== null) throw new Error('microsocks did not start.');
    return started;
  };
  let running = await launch();
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  return {
    host: '127.0.0.1',
    port,
    url: (account) =>
      account === undefined
        ? `socks5://127.0.0.1:${port}`
        : `socks5://${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill();
      running = await launch();
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setImmediate(() => resolve(false)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}
