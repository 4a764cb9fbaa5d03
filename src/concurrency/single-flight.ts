import { abortable } from './deadline.ts';

interface Flight<V> {
  readonly result: Promise<V>;
  readonly controller: AbortController;
  waiters: number;
  settled: boolean;
}

/**
 * Runs work once for all callers that need it at the same time. Each caller waits with its own signal. The work itself
 * is aborted only when no caller waits for it any more.
 */
export class SingleFlight<V> {
  readonly #flights = new Map<string, Flight<V>>();

  async run(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<V>,
  ): Promise<V> {
    signal?.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.waiters += 1;
    try {
      return await abortable(flight.result, signal);
    } finally {
      flight.waiters -= 1;
      if (flight.waiters === 0) this.#leave(key, flight);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<V>): Flight<V> {
    const controller = new AbortController();
    const result = work(controller.signal);
    const flight: Flight<V> = { result, controller, waiters: 0, settled: false };
    this.#flights.set(key, flight);
    const settle = () => {
      flight.settled = true;
      this.#forget(key, flight);
    };
    result.then(settle, settle);
    return flight;
  }

  #leave(key: string, flight: Flight<V>): void {
    if (flight.settled) return;
    this.#forget(key, flight);
    flight.controller.abort(new Error('No caller waits for this any more.'));
  }

  #forget(key: string, flight: Flight<V>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
