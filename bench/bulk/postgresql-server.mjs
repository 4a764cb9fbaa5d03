import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.mjs';

/** A PostgreSQL server of our own with its default settings, so that every commit is on the disk before it is answered. */
export async function startPostgresql(folder) {
  const [release] = readdirSync('/usr/lib/postgresql').sort((one, other) => Number(other) - Number(one));
  const program = (name) => join('/usr/lib/postgresql', release, 'bin', name);
  // PostgreSQL refuses to run as root.
  const idOf = (option) => Number(execFileSync('id', [option, 'postgres']));
  const user = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'postgresql');
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' }, stdio: 'ignore', ...user };
  execFileSync(
    program('initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  const server = spawn(
    program('postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    options,
  );
  const exit = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url, server);
  return {
    url,
    processId: server.pid,
    stop: async () => {
      // Fast: connections that are left are ended.
      server.kill('SIGINT');
      await exit;
    },
  };
}

async function untilReady(url, server) {
  while (server.exitCode === null) {
    const client = new pg.Client(url);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('postgres ended before it could be reached.');
}

/** Returns the processor time that a server and all of its processes, ended ones too, have used. */
export function processorMs(processId) {
  const ticksPerSecond = 100;
  let ticks = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const fields = statOf(entry);
    const [, parent] = fields;
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
    if (Number(entry) === processId) ticks += user + system + endedUser + endedSystem;
    else if (Number(parent) === processId) ticks += user + system;
  }
  return (ticks * 1_000) / ticksPerSecond;
}

/** Returns the fields of a process behind its name: the first is its state. */
function statOf(processId) {
  try {
    return readFileSync(`/proc/${processId}/stat`, 'latin1').split(') ').at(-1).split(' ');
  } catch {
    // It has just ended.
    return [];
  }
}
