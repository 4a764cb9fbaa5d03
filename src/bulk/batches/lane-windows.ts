import { Semaphore } from '../../concurrency/semaphore.ts';
import type { Batch } from '../../ports/work-queue.ts';

/** The attempts that the batches of one lane make at once in this process. */
export interface LaneWindow {
  /** How many there may be. */
  resize(attempts: number): void;
  /** Waits for room for one attempt after another. Batches that came first are served first. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<{ leave(): void }>;
  /** To be called once when the batch makes no more attempts. */
  close(): void;
}

/**
 * Bounds the attempts under way in each lane. The next batch of a lane begins while the last items of the one before it
 * are under way: both together make as many attempts as one.
 */
export class LaneWindows {
  readonly #lanes = new Map<string, { readonly room: Semaphore; batches: number }>();

  /** Opens the window of the lane of a batch. */
  open({ jobId, exchange, egress }: Pick<Batch, 'jobId' | 'exchange' | 'egress'>): LaneWindow {
    const key = JSON.stringify([jobId, exchange, egress]);
    const lane = this.#lanes.get(key) ?? { room: new Semaphore(1), batches: 0 };
    lane.batches += 1;
    this.#lanes.set(key, lane);
    const { room } = lane;
    return {
      resize: (attempts) => {
        if (attempts !== room.permits) room.permits = attempts;
      },
      enter: async (signal) => {
        const permit = await room.acquire({ signal });
        return { leave: () => permit.release() };
      },
      close: () => {
        lane.batches -= 1;
        if (lane.batches === 0) this.#lanes.delete(key);
      },
    };
  }
}
