import { afterAll } from 'vitest';
import { type RedisServer, startRedis } from './redis-server.ts';

/** Starts a Redis for all tests of a file, after which it ends. */
export async function redisOfFile(): Promise<RedisServer> {
  const server = await startRedis();
  afterAll(() => server.stop());
  return server;
}
