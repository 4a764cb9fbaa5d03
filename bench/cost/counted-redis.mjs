import { Redis } from 'ioredis';

/** Counts the commands that clients of this process send from now on. */
export function countCommands() {
  const counts = { commands: 0 };
  const { sendCommand } = Redis.prototype;
  Redis.prototype.sendCommand = function (...args) {
    counts.commands += 1;
    return sendCommand.apply(this, args);
  };
  return counts;
}

/** What one can ask a server for. Reads and writes are of sockets; an `INFO` of ours is one more. */
export async function meterOfRedis({ place }) {
  const client = new Redis(place);
  return {
    usage: () => usageOf(client),
    bytesByKind: () => bytesByKind(client),
    close: async () => client.disconnect(),
  };
}

/** Returns what a server has done since it started. */
async function usageOf(client) {
  const info = await client.info('everything');
  const field = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  return {
    ran: field('total_commands_processed'),
    reads: field('total_reads_processed'),
    writes: field('total_writes_processed'),
    bytesIn: field('total_net_input_bytes'),
    bytesOut: field('total_net_output_bytes'),
    connections: field('total_connections_received'),
    cpuMs: 1_000 * (field('used_cpu_user') + field('used_cpu_sys')),
    keptBytes: field('used_memory'),
    logBytes: field('aof_current_size'),
  };
}

/** By how long they are kept: cached results, the journal of credits, jobs. */
const kinds = [
  ['cacheBytes', /^[^{]+:cache/],
  ['ledgerBytes', /:ledger\}/],
  ['jobBytes', /:job:/],
];

/** Returns how much memory the keys of each kind take. */
async function bytesByKind(client) {
  const bytes = Object.fromEntries(kinds.map(([kind]) => [kind, 0]));
  for await (const names of client.scanStream({ count: 1_000 })) {
    const sizes = await Promise.all(
      names.map((name) => client.call('MEMORY', 'USAGE', name, 'SAMPLES', '0')),
    );
    for (const [index, name] of names.entries()) {
      const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0];
      if (kind !== undefined) bytes[kind] += sizes[index] ?? 0;
    }
  }
  return bytes;
}
