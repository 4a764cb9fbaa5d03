/** Calls under way that are too short to be aborted, and for which closing waits. */
export class PendingCalls {
  readonly #pending = new Set<Promise<unknown>>();

  /** Returns the same promise, and notes that it is pending. */
  track<Value>(call: Promise<Value>): Promise<Value> {
    const tracked = call.finally(() => this.#pending.delete(tracked));
    this.#pending.add(tracked);
    return tracked;
  }

  /** Yields the same values. Only what fetches the next one is a call: a reader may pause for as long as it likes. */
  trackEach<Value>(values: AsyncIterable<Value>): AsyncIterable<Value> {
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = values[Symbol.asyncIterator]();
        return {
          next: () => this.track(iterator.next()),
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
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }
}
