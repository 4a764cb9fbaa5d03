import { abortable } from './deadline.ts';

interface Flight<V> {
  readonly result: Promise<V>;
  readonly controller: AbortController;
  waiters: number;
  settled: boolean;
}

/**
 * Work that several callers ask for at once is done once. Each waits under its own signal; the work itself is
 * aborted only when nobody is left who waits for it.
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
      if (flight.waiters === 0) this.#land(key, flight);
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

  #land(key: string, flight: Flight<V>): void {
    if (flight.settled) return;
    this.#forget(key, flight);
    flight.controller.abort(new Error('Nobody waits for this any more.'));
  }

  #forget(key: string, flight: Flight<V>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
