import type { ConnectionOptions } from 'bullmq';
import type { RedisClient } from '../client.ts';

/** Overrides of the client's own options. BullMQ adds its own key prefix. */
const common = { keyPrefix: '' };

/** For adding tickets: like the connection of the stores, it never queues a command. */
const failFastOptions = {
  ...common,
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
};

/** For a worker: commands wait until Redis is reachable again, and blocking reads may take long. */
const retryingOptions = {
  ...common,
  lazyConnect: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  autoResendUnfulfilledCommands: true,
  socketTimeout: undefined,
  commandTimeout: undefined,
  retryStrategy: (attempts: number) => Math.min(50 * attempts, 1_000),
};

/** The same for a cluster, which takes about a second to replace a master that has died. */
const clusterRetryingOptions = { retryDelayOnFailover: 100, retryDelayOnClusterDown: 100 };

/** Copies the client; the copy rejects commands at once while it is not connected. */
export function failFastConnection(client: RedisClient): RedisClient {
  // The nodes of a cluster connect at their first command. Those that follow at once must wait for that.
  return duplicateClient(client, failFastOptions, { enableOfflineQueue: true });
}

/** The connections of one worker. BullMQ creates a second one, on which it waits for tickets. */
export class WorkerConnections {
  readonly main: RedisClient;
  readonly #all: RedisClient[];

  constructor(client: RedisClient) {
    this.main = duplicateClient(client, retryingOptions, clusterRetryingOptions);
    this.#all = [this.main];
    this.main.on('error', ignoreError);
    const { duplicate } = this.main;
    this.main.duplicate = (...overrides: unknown[]) => {
      const copy: RedisClient = Reflect.apply(duplicate, this.main, overrides);
      copy.on('error', ignoreError);
      this.#all.push(copy);
      return copy;
    };
  }

  get ready(): boolean {
    return this.#all.every(({ status }) => status === 'ready');
  }

  /** Resolves when the main connection is ready. */
  async untilReady(): Promise<void> {
    if (this.main.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const onReady = () => {
        this.main.off('ready', onReady);
        resolve();
      };
      this.main.on('ready', onReady);
    });
  }

  close(): void {
    for (const client of this.#all) {
      // Disconnecting a client that BullMQ has closed would keep the process alive for two more seconds.
      if (client.status !== 'end') client.disconnect();
    }
  }
}

export function bullmqConnection(client: RedisClient): ConnectionOptions {
  return client as RedisClient & ConnectionOptions;
}

function duplicateClient(client: RedisClient, options: object, clusterOptions: object): RedisClient {
  // A cluster keeps the options of its nodes separately, and expects the list of start-up nodes first.
  const overrides =
    client.isCluster === true ? [[], { ...options, ...clusterOptions, redisOptions: options }] : [options];
  return Reflect.apply(client.duplicate, client, overrides);
}

/** The client reconnects by itself, and pending calls report the error to their callers. */
function ignoreError(): void {}
