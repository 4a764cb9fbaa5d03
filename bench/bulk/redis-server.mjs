import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './free-port.mjs';

/** A Redis server of our own that writes every command to the disk before it answers. */
export async function startRedis(folder) {
  const port = await freePort();
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable],
    { stdio: 'ignore' },
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

async function failed(exit) {
  await exit;
  throw new Error('redis-server ended before it could be reached.');
}
