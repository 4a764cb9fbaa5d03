import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { freePort } from './closed-port.ts';

const execute = promisify(execFile);

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Returns what redis-cli prints for a command. Rejects for an error reply. */
  cli(...words: string[]): Promise<string>;
  /** Ends the server with SIGKILL, at once. Every write that it acknowledged is on the disk. */
  kill(): Promise<void>;
  /** Starts the server on the same port and data, killing it first if it runs. */
  restart(): Promise<void>;
  /** Stops the server from answering, with its connections open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

export interface RedisServerOptions {
  /** Cluster mode, without slots yet. */
  cluster?: boolean;
  /** Further arguments of redis-server. */
  settings?: readonly string[];
}

interface RunningServer {
  readonly shell: ChildProcessWithoutNullStreams;
  readonly processId: number;
}

/**
 * Starts a real redis-server on a free port of 127.0.0.1, in a folder of its own, that writes to the disk before
 * it answers.
 */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-redis-'));
  const port = await freePort();
  const redisArguments = argumentsOf(folder, port, options);
  // Without it, the bus between nodes listens 10,000 ports above, where there may be none.
  if (options.cluster === true) redisArguments.push('--cluster-port', String(await freePort()));
  let running = await launch(redisArguments);

  const cli = async (...command: string[]): Promise<string> => {
    const { stdout } = await execute('redis-cli', ['-e', '-p', String(port), ...command]);
    return stdout.trim();
  };
  const kill = () => end(running);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    cli,
    kill,
    restart: async () => {
      await kill();
      running = await launch(redisArguments);
    },
    freeze: () => process.kill(running.processId, 'SIGSTOP'),
    thaw: () => process.kill(running.processId, 'SIGCONT'),
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function argumentsOf(folder: string, port: number, options: RedisServerOptions): string[] {
  return [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--daemonize', 'no'],
    ...['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'],
    ...(options.cluster === true ? ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'] : []),
    ...(options.settings ?? []),
  ];
}

/** Kills the server when its input ends: that happens when the process that started it dies, however it dies. */
const guard = `
exec 3<&0
redis-server "$@" </dev/null &
server=$!
{ cat <&3 >/dev/null; kill -KILL $server 2>/dev/null; } &
echo "process $server"
wait $server
`;

/** Resolves when the server says that it takes connections, which is after it has loaded its data. */
function launch(redisArguments: readonly string[]): Promise<RunningServer> {
  const shell = spawn('sh', ['-c', guard, 'sh', ...redisArguments]);
  let output = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const processId = Number(/^process (\d+)$/m.exec(output)?.[1]);
      if (processId > 0 && output.includes('Ready to accept connections')) resolve({ shell, processId });
    };
    shell.stdout.on('data', listen);
    shell.stderr.on('data', listen);
    shell.once('close', () => reject(new Error(`redis-server did not start:\n${output}`)));
  });
}

async function end({ shell }: RunningServer): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null) return;
  const ended = once(shell, 'exit');
  shell.stdin.destroy();
  await ended;
}

/** Starts a Redis for all tests of a file, after which it ends. */
export async function redisOfFile(): Promise<RedisServer> {
  const server = await startRedis();
  afterAll(() => server.stop());
  return server;
}
