import { EngineClosed } from '../errors.ts';

/** Calls that are too short to be aborted. Closing waits for those under way, and refuses what begins after that. */
export class PendingCalls {
  readonly #pending = new Set<Promise<unknown>>();
  #closed = false;

  /** Makes a call, and notes that it is pending. Rejects with EngineClosed once closing has begun. */
  track<Value>(make: () => Promise<Value>): Promise<Value> {
    if (this.#closed) return Promise.reject(new EngineClosed());
    const tracked = make().finally(() => this.#pending.delete(tracked));
    this.#pending.add(tracked);
    return tracked;
  }

  /** Yields the same values. Only what fetches the next one is a call: a reader may pause for as long as it likes. */
  trackEach<Value>(values: AsyncIterable<Value>): AsyncIterable<Value> {
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = values[Symbol.asyncIterator]();
        return {
          next: () => this.track(() => iterator.next()),
          return: async () => {
            await iterator.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    };
  }

  /** Resolves when no call is pending. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#pending);
  }
}
