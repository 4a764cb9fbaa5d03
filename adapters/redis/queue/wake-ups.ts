import type { WakeUps } from '../../stores/queue-worker.ts';
import type { RedisClient } from '../client.ts';

/** How long a wait lasts at most. */
const longestWaitMs = 20_000;

/** Commands wait until Redis is reachable again. One without an answer is a connection that was lost unnoticed. */
const options = {
  lazyConnect: true,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  autoResendUnfulfilledCommands: true,
  socketTimeout: 2 * longestWaitMs,
  commandTimeout: undefined,
  retryStrategy: (attempts: number) => Math.min(50 * attempts, 1_000),
};

/** The same for a cluster, which takes about a second to replace a master that has died. */
const clusterOptions = {
  ...options,
  retryDelayOnFailover: 100,
  retryDelayOnClusterDown: 100,
  redisOptions: options,
};

/** Waits for elements of lists, on a connection of its own: one that waits can do nothing else. */
export class RedisWakeUps implements WakeUps {
  readonly #client: RedisClient;
  readonly #lists: { readonly any: readonly string[]; readonly news: readonly string[] };

  /** `lists`: those that get an element. */
  constructor(client: RedisClient, lists: { readonly wake: string; readonly news: string }) {
    this.#lists = { any: [lists.wake, lists.news], news: [lists.news] };
    // A cluster expects the list of start-up nodes first.
    const overrides = client.isCluster === true ? [[], clusterOptions] : [options];
    this.#client = Reflect.apply(client.duplicate, client, overrides);
    // The client reconnects by itself.
    this.#client.on('error', () => {});
  }

  /** Takes an element of one of the lists. */
  async next(wanted: 'any' | 'news', timeoutMs = longestWaitMs): Promise<boolean> {
    const lists = this.#lists[wanted];
    return (await this.#client.call('BLPOP', ...lists, String(timeoutMs / 1_000))) !== null;
  }

  close(): void {
    this.#client.disconnect();
  }
}
