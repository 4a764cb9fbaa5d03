import type { Clock } from './ports/clock.ts';
import type { KeyStore } from './ports/key-store.ts';

const periodMs = 60_000;
/** Further keys are not noted before the next minute. */
const maxKeysPerPeriod = 10_000;

/**
 * Notes in the store which API keys are used, each at most once in a minute of the clock, however many requests come with it.
 * Nobody waits for the write, and nothing depends on it: a key whose write is lost only seems to have been used earlier.
 */
export class UsedKeys {
  readonly #keys: Pick<KeyStore, 'markUsed'>;
  readonly #clock: Clock;
  /** The ids of the keys that were noted in this minute. */
  readonly #noted = new Set<string>();
  #minute = Number.NaN;

  constructor(dependencies: { keys: Pick<KeyStore, 'markUsed'>; clock: Clock }) {
    this.#keys = dependencies.keys;
    this.#clock = dependencies.clock;
  }

  /** Returns at once. */
  async markUsed(id: string): Promise<void> {
    const minute = Math.floor(this.#clock.now() / periodMs);
    if (minute !== this.#minute) this.#noted.clear();
    this.#minute = minute;
    if (this.#noted.has(id) || this.#noted.size >= maxKeysPerPeriod) return;
    this.#noted.add(id);
    void this.#write(id);
  }

  async #write(id: string): Promise<void> {
    try {
      await this.#keys.markUsed(id);
    } catch {
      // The next minute has another one.
    }
  }
}
