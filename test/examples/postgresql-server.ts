import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/closed-port.ts';
import { installPackages } from '../support/install-programs.ts';

const execute = promisify(execFile);

export interface PostgresqlServer {
  readonly url: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on a free port of 127.0.0.1, with its data in a folder of its own. Installs Debian's if there is none
 * and this process runs as root. Otherwise rejects with the command to run.
 */
export async function startPostgresql(): Promise<PostgresqlServer> {
  const programs = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-postgresql-'));
  const user = await unprivilegedUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const environment = { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' }, ...user };
  const layout = ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8'];
  await execute(join(programs, 'initdb'), [...layout, '--no-sync'], environment);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const server = spawn(
    'sh',
    [
      ...['-c', guard, 'sh', join(programs, 'postgres'), '-D', data, '-p', String(port)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    environment,
  );
  await ready(server);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = once(server, 'exit');
      server.stdin.destroy();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
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
      if (output.includes('ready to accept connections')) resolve();
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
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string) => Number((await execute('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
