import { createHash } from 'node:crypto';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Cache, Clock, Random } from '../../../src/ports.ts';

/** What a run is about: another one may not take its place unnoticed. */
export interface RunSubject {
  /** Names the list. */
  readonly digest: string;
  /** Who pays; null: nobody. */
  readonly account: string | null;
  /** On the simulated internet. */
  readonly simulated: boolean;
}

interface RunRecord extends RunSubject {
  /** Its jobs are known by it. */
  readonly id: string;
}

const keptMs = 90 * 86_400_000;

/** Remembers in the store which run is under way for an output, so that the same command goes on with it. */
export class RunRecords {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(parts: { cache: Cache; clock: Clock; random: Random }) {
    this.#cache = parts.cache;
    this.#clock = parts.clock;
    this.#random = parts.random;
  }

  /**
   * The run under way for this output, or a new one. Throws InvalidArgument with `advice` where one about something
   * else is.
   */
  async claim(
    output: string,
    subject: RunSubject,
    advice: string,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    const key = keyOf(output);
    const kept = await this.#cache.get(key);
    const known = kept === undefined ? undefined : (JSON.parse(kept.value) as RunRecord);
    const difference = known && differenceOf(known, subject);
    if (difference !== undefined) throw new InvalidArgument('--out', `${difference} ${advice}`);
    const record: RunRecord = known ?? { id: this.#random.uuid(), ...subject };
    await this.#cache.set(key, { value: JSON.stringify(record), expiresAt: this.#clock.now() + keptMs });
    return { id: record.id, isNew: known === undefined };
  }

  async forget(output: string): Promise<void> {
    await this.#cache.set(keyOf(output), { value: '', expiresAt: 0 });
  }
}

function keyOf(output: string): string {
  return `bulk-run:${createHash('sha256').update(output).digest('hex')}`;
}

function differenceOf(known: RunSubject, wanted: RunSubject): string | undefined {
  if (known.digest !== wanted.digest) return 'An unfinished run for this output has another list.';
  if (known.account !== wanted.account) return 'An unfinished run for this output is paid by somebody else.';
  if (known.simulated !== wanted.simulated) {
    return `An unfinished run for this output is ${known.simulated ? '' : 'not '}on the simulated internet.`;
  }
  return undefined;
}
