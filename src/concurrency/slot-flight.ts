import { DeadlineExceeded } from './deadline.ts';
import { SingleFlight } from './single-flight.ts';
import type { WorkShare } from './work-share.ts';

/** The deadline of a caller passed before its work got a slot. The fault is ours: nobody else has been asked. */
export class NoSlotInTime extends Error {
  constructor(cause: DeadlineExceeded) {
    super('The work got no slot before its deadline.', { cause });
    this.name = 'NoSlotInTime';
  }
}

interface Wait {
  over: boolean;
}

/**
 * Runs work that must wait for a slot once for all callers that need it at the same time, but never makes a caller of
 * one share wait for a slot in the queue of another.
 */
export class SlotFlight<V> {
  readonly #flights = new SingleFlight<V>();
  readonly #waits = new Map<string, Wait>();

  /**
   * `work` must call `onSlot` when it has its slot. Rejects with the signal's reason, or with NoSlotInTime if a
   * deadline passes before.
   */
  async run(
    key: string,
    { share, signal }: { readonly share: WorkShare; readonly signal: AbortSignal | undefined },
    work: (signal: AbortSignal, onSlot: () => void) => Promise<V>,
  ): Promise<V> {
    const flightKey = `${nameOf(share)} ${key}`;
    const flight = this.#flights.run(flightKey, signal, async (inner) => {
      const started: Wait = { over: false };
      this.#waits.set(flightKey, started);
      try {
        return await work(inner, () => {
          started.over = true;
        });
      } finally {
        if (this.#waits.get(flightKey) === started) this.#waits.delete(flightKey);
      }
    });
    const wait = this.#waits.get(flightKey);
    try {
      return await flight;
    } catch (error) {
      if (error instanceof DeadlineExceeded && wait?.over === false) throw new NoSlotInTime(error);
      throw error;
    }
  }
}

function nameOf(share: WorkShare): string {
  return share.kind === 'single' ? 'single' : share.jobId;
}
