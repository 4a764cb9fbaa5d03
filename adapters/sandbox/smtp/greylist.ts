import type { Clock } from '../../../src/ports.ts';

/** Who was seen when, by network, sender and recipient. A script of one mailbox and a whole server use it alike. */
export class Greylist {
  readonly #firstSeen = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether `waitMs` have passed since the first attempt; the first attempt starts the wait. */
  lets(attempt: { network: string; sender: string; recipient: string }, waitMs: number): boolean {
    const key = JSON.stringify([attempt.network, attempt.sender.toLowerCase(), attempt.recipient]);
    const firstSeen = this.#firstSeen.get(key);
    if (firstSeen === undefined) this.#firstSeen.set(key, this.#clock.now());
    return this.#clock.now() - (firstSeen ?? this.#clock.now()) >= waitMs;
  }
}
