import type { Clock } from '../../../src/ports/clock.ts';

/** Records first attempts by network, sender and recipient. Used by single mailboxes and by whole servers. */
export class Greylist {
  readonly #firstSeen = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a first attempt. Returns whether `waitMs` have passed since it. */
  recordAttempt(attempt: { network: string; sender: string; recipient: string }, waitMs: number): boolean {
    const key = JSON.stringify([attempt.network, attempt.sender.toLowerCase(), attempt.recipient]);
    const firstSeen = this.#firstSeen.get(key);
    if (firstSeen === undefined) this.#firstSeen.set(key, this.#clock.now());
    return this.#clock.now() - (firstSeen ?? this.#clock.now()) >= waitMs;
  }
}
