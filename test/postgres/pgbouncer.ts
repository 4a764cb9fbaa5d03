import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { freePort } from '../support/closed-port.ts';
import { installMissing } from '../support/install-programs.ts';
import { type PostgresqlServer, unprivilegedUser } from './postgresql-server.ts';

/**
 * Starts a real PgBouncer in front of a server, which passes each transaction on over one of `connections`. It runs until the
 * tests of the file have ended. Resolves with the URL of the database behind it.
 */
export async function pgbouncerOfFile(
  { port: serverPort }: PostgresqlServer,
  { connections }: { connections: number },
): Promise<string> {
  // Debian's is in /usr/sbin, which not every PATH has.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  process.env.PATH = env.PATH;
  await installMissing([{ command: 'pgbouncer', packageName: 'pgbouncer' }]);
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${serverPort} user=postgres`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', `default_pool_size = ${connections}`, 'max_client_conn = 200'],
  ];
  await writeFile(file, settings.join('\n'), { mode: 0o600 });
  const user = await unprivilegedUser();
  if (user !== undefined) for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  const pooler = spawn('pgbouncer', [file], { env, ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  afterAll(async () => {
    if (pooler.exitCode === null) {
      pooler.kill('SIGKILL');
      await once(pooler, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  await untilUp(pooler);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

function untilUp(pooler: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    pooler.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', () => reject(new Error(`PgBouncer did not start:\n${output}`)));
  });
}
