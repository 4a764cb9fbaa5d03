import type { RecentRefusal } from '../stores/recent-refusal.ts';
import { systemClock } from '../system-clock.ts';
import type { RedisClient, RedisScript } from './client.ts';
import { assertNoEviction } from './eviction.ts';
import { closedError, isWriteRefusal, timeoutError, toStorageError, unreachableError } from './failures.ts';

export interface RedisConnectionOptions {
  readonly client: RedisClient;
  /** Whether closing the stores closes the client; false for a client passed by the host application. */
  readonly owned: boolean;
  /** Host and port, for messages. */
  readonly address: string;
  /** Longest duration of one call, including the wait for a connection. */
  readonly callTimeoutMs: number;
  /** Records writes that Redis refuses. */
  readonly refusal?: RecentRefusal;
}

type Command = (client: RedisClient) => Promise<unknown>;

/**
 * The connection that all stores share. A call is sent at most once, and only while connected. It rejects with
 * StorageUnavailable as soon as an attempt to connect fails, the connection breaks, or the call times out.
 */
export class RedisConnection {
  readonly #client: RedisClient;
  readonly #options: RedisConnectionOptions;
  readonly #pending = new Set<Promise<unknown>>();
  /** Resolves when connected to a Redis that does not evict keys. Shared by all waiting calls. */
  #opened: Promise<void> | undefined;
  #isOpen = false;
  #closed = false;
  #lastError: unknown;

  constructor(options: RedisConnectionOptions) {
    this.#client = options.client;
    this.#options = options;
    this.#client.on('error', this.#recordError);
    this.#client.on('close', this.#markDisconnected);
  }

  /**
   * Gives the client scripts. Call it in the constructor of what runs them: a pipeline of the client, which a host
   * may have made automatic, knows only the scripts from before its first command.
   */
  define(...scripts: readonly RedisScript[]): void {
    for (const script of scripts) this.#client.defineCommand(script.name, script);
  }

  /** Runs a script that was defined. The keys come first among the arguments. */
  run(script: RedisScript, ...args: string[]): Promise<unknown> {
    return this.#call(async (client) => methodOf(client, script.name)(...args));
  }

  command(name: string, ...args: string[]): Promise<unknown> {
    return this.#call(async (client) => client.call(name, ...args));
  }

  /** Runs a function on the client, also if Redis may evict keys: it must only read settings. */
  inspect(command: Command): Promise<unknown> {
    return this.#call(command, { evenIfItEvicts: true });
  }

  /** Checks the eviction policy again: it can be changed while Redis runs. */
  async checkEviction(): Promise<void> {
    await this.#call((client) => assertNoEviction(client));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Waits for the pending calls, each of which times out by itself. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#pending]);
    this.#client.off('close', this.#markDisconnected);
    if (this.#options.owned) this.#client.disconnect();
    else this.#client.off('error', this.#recordError);
  }

  readonly #recordError = (error: unknown): void => {
    this.#lastError = error;
  };

  readonly #markDisconnected = (): void => {
    this.#isOpen = false;
    this.#opened = undefined;
  };

  async #call(command: Command, { evenIfItEvicts = false } = {}): Promise<unknown> {
    if (this.#closed) throw closedError();
    const call = this.#callWithTimeout(command, () => (evenIfItEvicts ? this.#connect() : this.#open()));
    this.#pending.add(call);
    try {
      return await call;
    } finally {
      this.#pending.delete(call);
    }
  }

  #callWithTimeout(command: Command, open: () => Promise<void>): Promise<unknown> {
    const { callTimeoutMs, address } = this.#options;
    return new Promise((resolve, reject) => {
      let timedOut = false;
      const cancel = systemClock.after(callTimeoutMs, () => {
        timedOut = true;
        reject(timeoutError(address, callTimeoutMs));
      });
      const succeed = (reply: unknown) => {
        cancel();
        resolve(reply);
      };
      const fail = (error: unknown) => {
        cancel();
        const failure = toStorageError(error);
        if (isWriteRefusal(error)) this.#options.refusal?.record(failure);
        reject(failure);
      };
      const send = () => {
        // A call that has been reported as failed must not be executed later.
        if (!timedOut) command(this.#client).then(succeed, fail);
      };
      if (this.#isOpen && this.#client.status === 'ready') send();
      else open().then(send, fail);
    });
  }

  #open(): Promise<void> {
    if (this.#opened !== undefined) return this.#opened;
    const opened = this.#connect().then(() => assertNoEviction(this.#client));
    this.#opened = opened;
    opened.then(
      () => {
        if (this.#opened === opened) this.#isOpen = true;
        this.#lastError = undefined;
      },
      () => {
        if (this.#opened === opened) this.#opened = undefined;
      },
    );
    return opened;
  }

  /** Resolves when the client is ready. Rejects when its current or next attempt to connect fails. */
  #connect(): Promise<void> {
    const client = this.#client;
    if (client.status === 'ready') return Promise.resolve();
    // A client that the host application has closed must not be reconnected.
    if (client.status === 'end' && !this.#options.owned)
      return Promise.reject(unreachableError(this.#options.address, new Error('it was ended')));
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => () => {
        cancel();
        client.off('ready', succeed);
        client.off('close', fail);
        client.off('end', fail);
        then();
      };
      const succeed = settle(resolve);
      const fail = settle(() => reject(unreachableError(this.#options.address, this.#lastError)));
      const cancel = systemClock.after(this.#options.callTimeoutMs, fail);
      client.on('ready', succeed);
      client.on('close', fail);
      client.on('end', fail);
      // `end`: the client has stopped reconnecting, but a later call may succeed.
      if (client.status === 'wait' || client.status === 'end') client.connect().catch(this.#recordError);
    });
  }
}

function methodOf(client: RedisClient, name: string): (...args: string[]) => Promise<unknown> {
  const method: unknown = Reflect.get(client, name);
  if (typeof method !== 'function') throw new TypeError(`The Redis client has no script ${name}.`);
  return (...args) => method.apply(client, args);
}
