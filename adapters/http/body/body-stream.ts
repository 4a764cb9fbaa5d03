import type { Clock } from '../../../src/ports/clock.ts';
import { Problem } from '../problem.ts';
import { noRoom } from './body-room.ts';

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Short enough to be worked on without a pause. */
const maxSliceBytes = 64 * 1024;

/** The bytes of one body in slices, until a time limit. */
export class BodyStream {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  readonly #stopTimer: () => void;
  /** What is left of the last chunk. */
  #rest: Uint8Array = new Uint8Array();
  #isWaitingForRoom = false;
  /** Rejects the present wait. */
  #reject: ((reason: unknown) => void) | undefined;
  #cutFor: { readonly reason: unknown } | undefined;

  constructor(chunks: Chunks, { clock, timeoutMs }: { clock: Clock; timeoutMs: number }) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
    this.#stopTimer = clock.after(timeoutMs, () => {
      this.cut(this.#isWaitingForRoom ? noRoom() : bodyTooSlow());
    });
  }

  /** Returns up to 64 KiB; undefined at the end. Rejects with the reason of `cut`, or if the client disconnects. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#rest.byteLength === 0) {
      const step = await this.#wait(this.#chunks.next());
      if (step.done === true) return undefined;
      this.#rest = step.value;
    }
    const slice = this.#rest.subarray(0, maxSliceBytes);
    this.#rest = this.#rest.subarray(maxSliceBytes);
    return slice;
  }

  /** Waits, without reading on, until there is room. Rejects with the reason of `cut`. */
  async waitForRoom(room: Promise<void>): Promise<void> {
    this.#isWaitingForRoom = true;
    await this.#wait(room);
    this.#isWaitingForRoom = false;
  }

  /** Ends the stream: the present wait and later ones reject with the reason. */
  cut(reason: unknown): void {
    this.#cutFor = { reason };
    this.#reject?.(reason);
  }

  /** Stops reading. Does not wait for the sender, who may never send the next byte. */
  close(): void {
    this.#stopTimer();
    void Promise.resolve(this.#chunks.return?.()).catch(() => {});
  }

  #wait<Value>(value: Value | Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#cutFor !== undefined) reject(this.#cutFor.reason);
      Promise.resolve(value).then(resolve, reject);
    });
  }
}

export function bodyTooSlow(): Problem {
  return new Problem(408, 'The body did not arrive in time.');
}
