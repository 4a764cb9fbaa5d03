import { systemClock } from '../system-clock.ts';
import type { RedisClient, RedisScript } from './client.ts';
import { assertNoEviction } from './eviction.ts';
import { closedStores, noAnswer, outOfReach, storageFailure } from './failures.ts';

export interface ConnectionOptions {
  readonly client: RedisClient;
  /** Whether closing the stores ends the client: not one that the host brought. */
  readonly owned: boolean;
  /** Host and port, for messages. */
  readonly place: string;
  /** The longest that one call may take, waiting for the connection included. */
  readonly callTimeoutMs: number;
  readonly scripts: readonly RedisScript[];
}

type Command = (client: RedisClient) => Promise<unknown>;

/**
 * The way of all stores to Redis. A call is sent at most once, and only while there is a connection: it rejects
 * with StorageUnavailable as soon as an attempt to connect fails, the connection breaks, or its time is up.
 */
export class RedisConnection {
  readonly #client: RedisClient;
  readonly #options: ConnectionOptions;
  readonly #pending = new Set<Promise<unknown>>();
  /** Connected, and of a Redis that keeps what it is given. Shared by all who wait for it. */
  #opened: Promise<void> | undefined;
  #open = false;
  #closed = false;
  #lastError: unknown;

  constructor(options: ConnectionOptions) {
    this.#client = options.client;
    this.#options = options;
    for (const { name, lua, numberOfKeys } of options.scripts) {
      this.#client.defineCommand(name, { lua, numberOfKeys });
    }
    this.#client.on('error', this.#noteError);
    this.#client.on('close', this.#forgetConnection);
  }

  /** Runs a script; its keys come first among the words. */
  run(script: RedisScript, ...words: string[]): Promise<unknown> {
    return this.#call(async (client) => methodOf(client, script.name)(...words));
  }

  command(name: string, ...words: string[]): Promise<unknown> {
    return this.#call(async (client) => client.call(name, ...words));
  }

  /** For what is more than a command. It must not send anything once it has been given up. */
  perform(command: Command): Promise<unknown> {
    return this.#call(command);
  }

  /** Looks again whether keys may be evicted: the policy can be changed while Redis runs. */
  async check(): Promise<void> {
    await this.#call((client) => assertNoEviction(client));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Waits for the calls under way, each of which is bounded. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#pending]);
    this.#client.off('close', this.#forgetConnection);
    if (this.#options.owned) this.#client.disconnect();
    else this.#client.off('error', this.#noteError);
  }

  readonly #noteError = (error: unknown): void => {
    this.#lastError = error;
  };

  readonly #forgetConnection = (): void => {
    this.#open = false;
    this.#opened = undefined;
  };

  async #call(command: Command): Promise<unknown> {
    if (this.#closed) throw closedStores();
    const call = this.#bounded(command);
    this.#pending.add(call);
    try {
      return await call;
    } finally {
      this.#pending.delete(call);
    }
  }

  #bounded(command: Command): Promise<unknown> {
    const { callTimeoutMs, place } = this.#options;
    return new Promise((resolve, reject) => {
      let late = false;
      const cancel = systemClock.after(callTimeoutMs, () => {
        late = true;
        reject(noAnswer(place, callTimeoutMs));
      });
      const succeed = (reply: unknown) => {
        cancel();
        resolve(reply);
      };
      const fail = (error: unknown) => {
        cancel();
        reject(storageFailure(error));
      };
      const send = () => {
        // Whoever was told that Redis does not answer must not see the change made minutes later.
        if (!late) command(this.#client).then(succeed, fail);
      };
      if (this.#open && this.#client.status === 'ready') send();
      else this.#opening().then(send, fail);
    });
  }

  #opening(): Promise<void> {
    if (this.#opened !== undefined) return this.#opened;
    const opened = this.#connected().then(() => assertNoEviction(this.#client));
    this.#opened = opened;
    opened.then(
      () => {
        if (this.#opened === opened) this.#open = true;
        this.#lastError = undefined;
      },
      () => {
        if (this.#opened === opened) this.#opened = undefined;
      },
    );
    return opened;
  }

  /** Resolves when the client is ready, rejects when its present attempt, or the next one, has failed. */
  #connected(): Promise<void> {
    const client = this.#client;
    if (client.status === 'ready') return Promise.resolve();
    // A client that its host has ended is not ours to connect again.
    if (client.status === 'end' && !this.#options.owned)
      return Promise.reject(outOfReach(this.#options.place, new Error('it was ended')));
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => () => {
        cancel();
        client.off('ready', succeed);
        client.off('close', fail);
        client.off('end', fail);
        then();
      };
      const succeed = settle(resolve);
      const fail = settle(() => reject(outOfReach(this.#options.place, this.#lastError)));
      const cancel = systemClock.after(this.#options.callTimeoutMs, fail);
      client.on('ready', succeed);
      client.on('close', fail);
      client.on('end', fail);
      // `end`: the client has given up, which a later call need not do.
      if (client.status === 'wait' || client.status === 'end') client.connect().catch(this.#noteError);
    });
  }
}

function methodOf(client: RedisClient, name: string): (...words: string[]) => Promise<unknown> {
  const method: unknown = Reflect.get(client, name);
  if (typeof method !== 'function') throw new TypeError(`The Redis client has no script ${name}.`);
  return (...words) => method.apply(client, words);
}
