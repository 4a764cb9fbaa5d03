import type { Clock } from '../ports/clock.ts';
import { abortable } from './deadline.ts';
import { Slot } from './slot.ts';
import { steadyNow } from './steady-time.ts';
import { nameOfShare, type WorkShare } from './work-share.ts';

/** What work that is shared knows of its callers. */
export interface SharedWait extends Pick<Slot, 'onSlot' | 'onSlotLost'> {
  /** Fires when no caller waits any more. Created only when it is asked for. */
  readonly signal: AbortSignal;
}

type Work<V> = (wait: SharedWait) => Promise<V>;

/** Work under way, and the callers who wait for it. */
class Flight<V> extends Slot implements SharedWait {
  readonly result: Promise<V>;
  waiters = 0;
  settled = false;
  #controller: AbortController | undefined;
  /** Set once no caller waits any more. */
  #reason: Error | undefined;

  /** `clock`: undefined for work that waits for no slot. */
  constructor(work: Work<V>, clock: Clock | undefined) {
    super(clock);
    this.result = work(this);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abandon(): void {
    this.#reason = new Error('No caller waits for this any more.');
    this.#controller?.abort(this.#reason);
  }
}

/**
 * Runs work once for all callers that need it at the same time. Each caller waits with its own signal. The work itself
 * is aborted only when no caller waits for it any more.
 */
export class SingleFlight<V> {
  readonly #flights = new Map<string, Flight<V>>();

  /** Rejects with the signal's reason, and with the errors of `work`. */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<V>): Promise<V> {
    return this.#join(key, signal, (wait) => work(wait.signal), undefined);
  }

  /**
   * The same for work that has to wait for a slot, and says when it has it. No caller of one share is made to
   * wait in the queue of another: only callers of one share have a flight together. Rejects with NoSlotInTime if a
   * deadline passes before there is a slot, or so soon after that nobody had time to answer.
   */
  runInSlot(
    key: string,
    options: { readonly share: WorkShare; readonly signal: AbortSignal | undefined; readonly clock: Clock },
    work: Work<V>,
  ): Promise<V> {
    const { share, signal, clock } = options;
    return this.#join(`${nameOfShare(share)} ${key}`, signal, work, clock);
  }

  async #join(
    key: string,
    signal: AbortSignal | undefined,
    work: Work<V>,
    clock: Clock | undefined,
  ): Promise<V> {
    signal?.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, work, clock);
    const joinedAt = clock === undefined ? 0 : steadyNow(clock);
    flight.waiters += 1;
    try {
      return await abortable(flight.result, signal);
    } catch (error) {
      throw flight.errorFor(error, joinedAt);
    } finally {
      flight.waiters -= 1;
      if (flight.waiters === 0 && !flight.settled) this.#abandon(key, flight);
    }
  }

  #start(key: string, work: Work<V>, clock: Clock | undefined): Flight<V> {
    const flight = new Flight(work, clock);
    this.#flights.set(key, flight);
    const settle = () => {
      flight.settled = true;
      this.#forget(key, flight);
    };
    flight.result.then(settle, settle);
    return flight;
  }

  #abandon(key: string, flight: Flight<V>): void {
    this.#forget(key, flight);
    flight.abandon();
  }

  #forget(key: string, flight: Flight<V>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
