interface Waiter {
  readonly admit: () => void;
  left: boolean;
  next: Waiter | undefined;
}

/** Lets at most `limit` through at a time, the others in the order they came. */
export class DnsGate {
  readonly #limit: number;
  #inside = 0;
  #first: Waiter | undefined;
  #last: Waiter | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs `task` once there is room. Rejects with the signal's reason if that fires before. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#inside < this.#limit) this.#inside++;
    else await this.#wait(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiter.left = true;
        reject(signal.reason);
      };
      const admit = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiter: Waiter = { admit, left: false, next: undefined };
      if (this.#last === undefined) this.#first = waiter;
      else this.#last.next = waiter;
      this.#last = waiter;
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Hands the place to the next who still waits; only without one does it become free. */
  #leave(): void {
    for (let waiter = this.#take(); waiter !== undefined; waiter = this.#take()) {
      if (waiter.left) continue;
      waiter.admit();
      return;
    }
    this.#inside--;
  }

  #take(): Waiter | undefined {
    const waiter = this.#first;
    this.#first = waiter?.next;
    if (this.#first === undefined) this.#last = undefined;
    return waiter;
  }
}
