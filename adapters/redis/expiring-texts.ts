import type { Clock } from '../../src/ports/clock.ts';
import { systemClock } from '../system-clock.ts';

/** The longest time to live that Redis accepts. */
const longestTtlMs = 2 ** 52;
/** With an injected clock: entries must not expire in Redis before that clock says they have. */
const extraTtlMs = 24 * 3_600_000;

/** A text, and when it expires. */
export interface ExpiringText {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * When texts expire that are kept as "expiresAt value". Without a clock, the server measures how long they last, so that the
 * clocks of the processes may differ, or be set. With one, they expire by that clock, and Redis deletes them later.
 */
export class TextExpiry {
  readonly #clock: Clock | undefined;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  /** The time for scripts. Empty if Redis itself measures how long texts last. */
  now(): string {
    return this.#clock === undefined ? '' : String(this.#clock.now());
  }

  /** Returns the milliseconds until this time; undefined if it has come. */
  ttl(expiresAt: number): string | undefined {
    const remainingMs = expiresAt - (this.#clock ?? systemClock).now();
    if (!(remainingMs > 0)) return undefined;
    // Redis still returns a key in the millisecond of its expiry.
    const ttlMs = Math.ceil(remainingMs) + (this.#clock === undefined ? -1 : extraTtlMs);
    return String(Math.min(Math.max(ttlMs, 1), longestTtlMs));
  }

  /** Returns what Redis has kept, or undefined if it has expired. */
  current(kept: string): ExpiringText | undefined {
    const text = parseText(kept);
    return this.#clock !== undefined && text.expiresAt <= this.#clock.now() ? undefined : text;
  }
}

/** Returns what Redis keeps. */
export function writeText({ expiresAt, value }: ExpiringText): string {
  return `${expiresAt} ${value}`;
}

/** Parses what Redis has kept. */
export function parseText(kept: string): ExpiringText {
  const space = kept.indexOf(' ');
  return { expiresAt: Number(kept.slice(0, space)), value: kept.slice(space + 1) };
}
