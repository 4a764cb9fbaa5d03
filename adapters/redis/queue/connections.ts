import type { ConnectionOptions } from 'bullmq';
import type { RedisClient } from '../client.ts';

/** Beyond what the client had: BullMQ brings prefixes of its own. */
const common = { keyPrefix: '' };

/** For handing tickets in: like the connection of the stores, it never keeps a command for later. */
const impatient = {
  ...common,
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
};

/** For a worker: whatever it wants of Redis waits until Redis is back, and it may be told nothing for a long time. */
const patient = {
  ...common,
  lazyConnect: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  autoResendUnfulfilledCommands: true,
  socketTimeout: undefined,
  commandTimeout: undefined,
  retryStrategy: (attempts: number) => Math.min(50 * attempts, 1_000),
};

export function impatientTwin(client: RedisClient): RedisClient {
  return twin(client, impatient);
}

/** The connections of one worker: BullMQ makes itself a second one, on which it waits for work. */
export class WorkerConnections {
  readonly main: RedisClient;
  readonly #all: RedisClient[];

  constructor(client: RedisClient) {
    this.main = twin(client, patient);
    this.#all = [this.main];
    this.main.on('error', ignore);
    const { duplicate } = this.main;
    this.main.duplicate = (...overrides: unknown[]) => {
      const another: RedisClient = Reflect.apply(duplicate, this.main, overrides);
      another.on('error', ignore);
      this.#all.push(another);
      return another;
    };
  }

  get ready(): boolean {
    return this.#all.every(({ status }) => status === 'ready');
  }

  /** Resolves once the main one is; never while Redis is out of reach. */
  async untilReady(): Promise<void> {
    if (this.main.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const note = () => {
        this.main.off('ready', note);
        resolve();
      };
      this.main.on('ready', note);
    });
  }

  end(): void {
    for (const client of this.#all) {
      // Ending one that BullMQ has ended would keep the process for two more seconds.
      if (client.status !== 'end') client.disconnect();
    }
  }
}

export function bullmqConnection(client: RedisClient): ConnectionOptions {
  return client as RedisClient & ConnectionOptions;
}

function twin(client: RedisClient, options: object): RedisClient {
  // A cluster has the options of its nodes apart, and takes other start-up nodes first.
  const overrides = client.isCluster === true ? [[], { ...options, redisOptions: options }] : [options];
  return Reflect.apply(client.duplicate, client, overrides);
}

/** It reconnects by itself, and whoever waits for it is told by what he asked. */
function ignore(): void {}
