import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';

/**
 * A Redis server of our own that writes every command to the disk before it answers. With a `fakeTimeFile`, libfaketime
 * shifts its time by the seconds in that file, such as `+86400`.
 */
export async function startRedis(folder, { fakeTimeFile } = {}) {
  const port = await freePort();
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable],
    { stdio: 'ignore', env: { ...process.env, ...(fakeTimeFile && fakeTimeEnv(fakeTimeFile)) } },
  );
  const exit = once(server, 'exit');
  const client = new Redis({ port, host: '127.0.0.1' });
  // The server takes a moment to start; the client retries until it is there.
  client.on('error', () => {});
  await Promise.race([client.ping(), failed(exit)]);
  client.disconnect();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      server.kill();
      await exit;
    },
  };
}

function fakeTimeEnv(file) {
  const library = readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
  if (library === undefined)
    throw new Error('Moving the time of Redis needs libfaketime: apt-get install faketime');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

async function failed(exit) {
  await exit;
  throw new Error('redis-server ended before it could be reached.');
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
