import type { Clock } from '../ports/clock.ts';
import { abortable, DeadlineExceeded } from './deadline.ts';
import { steadyNow } from './steady-time.ts';
import { nameOfShare, type WorkShare } from './work-share.ts';

/** With less time than this after its slot, or a quarter of all that it had if that is less, a caller had none to speak of. */
const leastInSlotMs = 3_000;

/**
 * The deadline of a caller passed before its work got a slot, or right after. The fault is ours: nobody else has been
 * asked, or had time to answer.
 */
export class NoSlotInTime extends Error {
  constructor(cause: DeadlineExceeded) {
    super('The work got no slot before its deadline.', { cause });
    this.name = 'NoSlotInTime';
  }
}

/** What work that is shared knows of its callers. */
export interface SharedWait {
  /** Fires when no caller waits any more. Created only when it is asked for. */
  readonly signal: AbortSignal;
  /**
   * Calls `listener` when no caller waits any more, at once if that is so already. Takes the place of an earlier listener.
   * Costs less than a signal.
   */
  onAbandoned(listener: (reason: Error) => void): void;
  /** To be called when work that has to wait for a slot has it. */
  onSlot(): void;
  /** To be called when it has to wait for another slot. */
  onSlotLost(): void;
}

type Work<V> = (wait: SharedWait) => Promise<V>;

/** Work under way, and the callers who wait for it. */
class Flight<V> implements SharedWait {
  readonly result: Promise<V>;
  waiters = 0;
  settled = false;
  readonly #clock: Clock | undefined;
  /** When it got the slot that it has, if it has to wait for one. */
  #slotAt: number | undefined;
  #controller: AbortController | undefined;
  #onAbandoned: ((reason: Error) => void) | undefined;
  /** Set once no caller waits any more. */
  #reason: Error | undefined;

  /** `clock`: undefined for work that waits for no slot. */
  constructor(work: Work<V>, clock: Clock | undefined) {
    this.#clock = clock;
    this.result = work(this);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  onAbandoned(listener: (reason: Error) => void): void {
    if (this.#reason !== undefined) listener(this.#reason);
    else this.#onAbandoned = listener;
  }

  onSlot(): void {
    if (this.#clock !== undefined) this.#slotAt ??= steadyNow(this.#clock);
  }

  onSlotLost(): void {
    this.#slotAt = undefined;
  }

  /** True if a caller who came at `joinedAt`, and leaves now, has had a slot for hardly any of its time. */
  hadNoSlotSince(joinedAt: number): boolean {
    if (this.#clock === undefined) return false;
    if (this.#slotAt === undefined) return true;
    const now = steadyNow(this.#clock);
    return this.#slotAt > joinedAt && now - this.#slotAt < Math.min(leastInSlotMs, (now - joinedAt) / 4);
  }

  abandon(): void {
    this.#reason = new Error('No caller waits for this any more.');
    this.#onAbandoned?.(this.#reason);
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
      if (error instanceof DeadlineExceeded && flight.hadNoSlotSince(joinedAt)) throw new NoSlotInTime(error);
      throw error;
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
