import type { RedisClient, RedisNode } from './client.ts';
import { evictionError } from './failures.ts';
import { asText } from './reply-values.ts';

/**
 * Rejects if Redis may evict keys: it has a memory limit and a policy other than `noeviction`. Policies that evict only
 * keys with an expiry are refused too, because leases and rate limits have one. Uses INFO, because managed Redis often
 * forbids CONFIG. If the user may not run INFO either, nothing is checked.
 */
export async function assertNoEviction(client: RedisClient): Promise<void> {
  const nodes = client.nodes?.('master') ?? [client];
  await Promise.all(nodes.map(assertNodeDoesNotEvict));
}

async function assertNodeDoesNotEvict(node: RedisNode): Promise<void> {
  const memory = await memoryInfoOf(node);
  if (memory === undefined) return;
  const policy = fieldOf(memory, 'maxmemory_policy');
  const limited = fieldOf(memory, 'maxmemory') !== '0';
  if (policy !== undefined && policy !== 'noeviction' && limited) throw evictionError(policy);
}

async function memoryInfoOf(node: RedisNode): Promise<string | undefined> {
  return readInfo(node, 'memory');
}

/** Returns a section of INFO; undefined if the user may not run it. */
export async function readInfo(node: RedisNode, section: string): Promise<string | undefined> {
  try {
    return asText(await node.call('INFO', section));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('NOPERM')) return undefined;
    throw error;
  }
}

/** Returns a field of INFO; undefined if there is none of this name. */
export function fieldOf(info: string, name: string): string | undefined {
  const line = info.split(/\r?\n/).find((candidate) => candidate.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}
