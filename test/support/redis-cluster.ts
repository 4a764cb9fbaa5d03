import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RedisServer, startRedis } from './redis-server.ts';

const execute = promisify(execFile);

const masters = 3;

/** A master that is silent for this long is replaced by its replica, about a second later. */
const nodeTimeoutMs = 500;

export interface RedisCluster {
  /** Names two nodes; a client finds the others by itself. */
  readonly url: string;
  /** Host and port of each node. */
  readonly addresses: readonly { readonly host: string; readonly port: number }[];
  readonly nodes: readonly RedisServer[];
  /** Returns the node that serves the slot of a key now; undefined while a dead one is being replaced. */
  masterOf(key: string): Promise<RedisServer | undefined>;
  /** Moves all keys of a single Redis into the cluster. */
  importFrom(source: RedisServer): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis Cluster of three masters on 127.0.0.1. `replicas`: how many each of them has; default 0. */
export async function startRedisCluster({ replicas = 0 } = {}): Promise<RedisCluster> {
  const settings = ['--cluster-node-timeout', String(nodeTimeoutMs), '--repl-diskless-sync-delay', '0'];
  const nodes = await Promise.all(
    Array.from({ length: masters * (1 + replicas) }, () => startRedis({ cluster: true, settings })),
  );
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    const create = ['--cluster', 'create', ...addressesOf(nodes), '--cluster-replicas', String(replicas)];
    await execute('redis-cli', [...create, '--cluster-yes']);
    while (!(await Promise.all(nodes.map(isReady))).every(Boolean));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis+cluster://${addressesOf(nodes).slice(0, 2).join(',')}`,
    addresses: nodes.map(({ port }) => ({ host: '127.0.0.1', port })),
    nodes,
    masterOf: (key) => masterOf(nodes, key),
    importFrom: async (source) => {
      const from = ['--cluster-from', `127.0.0.1:${source.port}`];
      await execute('redis-cli', ['--cluster', 'import', ...addressesOf(nodes).slice(0, 1), ...from]);
    },
    stop,
  };
}

function addressesOf(nodes: readonly RedisServer[]): string[] {
  return nodes.map(({ port }) => `127.0.0.1:${port}`);
}

/** All slots are served as this node sees it, and a replica has the data of its master. */
async function isReady(node: RedisServer): Promise<boolean> {
  const state = await node.cli('CLUSTER', 'INFO');
  const replication = await node.cli('INFO', 'replication');
  return state.includes('cluster_state:ok') && !replication.includes('master_link_status:down');
}

/** Only the master of a slot answers; the others, replicas included, refer to it. */
async function masterOf(nodes: readonly RedisServer[], key: string): Promise<RedisServer | undefined> {
  const answers = await Promise.all(
    nodes.map((node) =>
      node.cli('EXISTS', key).then(
        () => true,
        () => false,
      ),
    ),
  );
  return nodes.find((_, index) => answers[index]);
}
