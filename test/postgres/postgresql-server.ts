import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { freePort } from '../support/closed-port.ts';
import { installPackages } from '../support/install-programs.ts';

const execute = promisify(execFile);

export interface PostgresqlServer {
  readonly url: string;
  readonly port: number;
  /** A folder in which the server may write. */
  readonly folder: string;
  /** Ends the server and its connections with SIGKILL, at once. */
  kill(): Promise<void>;
  /** Starts the server on the same port and data, killing it first if it runs. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Follows this server, instead of having data of its own. */
  readonly standbyOf?: PostgresqlServer;
}

/**
 * Starts a real PostgreSQL on a free port of 127.0.0.1, with its data in a folder of its own. Installs Debian's if there is none
 * and this process runs as root. Otherwise rejects with the command to run.
 */
export async function startPostgresql(options: ServerOptions = {}): Promise<PostgresqlServer> {
  const programs = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-postgresql-'));
  const user = await unprivilegedUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const environment = { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' }, ...user };
  const [program = '', ...layout] =
    options.standbyOf === undefined
      ? ['initdb', '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8']
      : ['pg_basebackup', '--dbname', options.standbyOf.url, '--checkpoint=fast', '--write-recovery-conf'];
  await execute(join(programs, program), [...layout, '--pgdata', data, '--no-sync'], environment);
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '200' },
    ...options.settings,
  };
  const command = [
    ...['-c', guard, 'sh', join(programs, 'postgres'), '-D', data, '-p', String(port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const start = async (): Promise<ChildProcessWithoutNullStreams> => {
    for (let attempt = 1; ; attempt += 1) {
      const started = spawn('sh', command, environment);
      try {
        await ready(started);
        return started;
      } catch (error) {
        // What is left of a killed server may still be ending.
        if (attempt === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  };
  let server = await start();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    const [processId] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(processId), 'SIGKILL');
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    kill,
    restart: async () => {
      await kill();
      server = await start();
    },
    stop: async () => {
      const ended = once(server, 'exit');
      if (server.exitCode === null && server.signalCode === null) {
        server.stdin.destroy();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server that runs until the tests of the file have ended. */
export async function postgresqlOfFile(options?: ServerOptions): Promise<PostgresqlServer> {
  const server = await startPostgresql(options);
  afterAll(() => server.stop());
  return server;
}

/** Shuts the server down at once when its input ends: that happens when the process that started it dies, however it dies. */
const guard = `
exec 3<&0
"$@" </dev/null &
server=$!
{ cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null; } &
wait $server
`;

function ready(server: ChildProcessWithoutNullStreams): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.once('close', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
  });
}

/** Resolves with the folder of the newest installed release. Debian does not put it on the PATH. */
async function findPrograms(): Promise<string> {
  const search = 'ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1';
  const find = async () => (await execute('sh', ['-c', search])).stdout.trim();
  const found = await find();
  if (found !== '') return found;
  await installPackages(['postgresql']);
  return find();
}

/** PostgreSQL refuses to run as root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string) => Number((await execute('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
