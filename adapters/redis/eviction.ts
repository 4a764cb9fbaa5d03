import type { RedisClient } from './client.ts';
import { mayEvict } from './failures.ts';
import { textOf } from './reply.ts';

/**
 * Rejects if Redis could evict keys: a limit to its memory, and any policy but `noeviction`. Those that evict only
 * keys with an expiry are refused too, since leases and rates have one. Asks by INFO, which managed Redis allows
 * where CONFIG is forbidden; a user who may not even ask that is taken at the operator's word.
 */
export async function assertNoEviction(client: RedisClient): Promise<void> {
  const nodes = client.nodes?.('master') ?? [client];
  await Promise.all(nodes.map(assertNodeKeepsAll));
}

async function assertNodeKeepsAll(node: Pick<RedisClient, 'call'>): Promise<void> {
  const memory = await memoryOf(node);
  if (memory === undefined) return;
  const policy = fieldOf(memory, 'maxmemory_policy');
  const limited = fieldOf(memory, 'maxmemory') !== '0';
  if (policy !== undefined && policy !== 'noeviction' && limited) throw mayEvict(policy);
}

async function memoryOf(node: Pick<RedisClient, 'call'>): Promise<string | undefined> {
  try {
    return textOf(await node.call('INFO', 'memory'));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('NOPERM')) return undefined;
    throw error;
  }
}

function fieldOf(info: string, name: string): string | undefined {
  const line = info.split(/\r?\n/).find((candidate) => candidate.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}
