import { createHash } from 'node:crypto';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Random } from '../../../src/ports/random.ts';
import type { VerificationLevel } from '../../../src/resources.ts';

/** What must be equal for a run to be resumed. */
export interface RunSubject {
  /** Identifies the list. */
  readonly digest: string;
  /** The account that pays; null: nothing is charged. */
  readonly account: string | null;
  /** How far verifications go. */
  readonly level: VerificationLevel;
  /** On the simulated internet. */
  readonly simulated: boolean;
}

interface UnfinishedRun extends RunSubject {
  /** The idempotency keys of its jobs contain it. */
  readonly id: string;
}

export interface UnfinishedRunsDependencies {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly random: Random;
}

const keptMs = 90 * 86_400_000;

/** The unfinished runs of a store, each under the name of its output, so that the same command resumes it. */
export class UnfinishedRuns {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ cache, clock, random }: UnfinishedRunsDependencies) {
    this.#cache = cache;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Resumes the unfinished run of this output, or records a new one. Throws InvalidArgument with `advice` if the
   * unfinished run has another subject.
   */
  async resumeOrCreate(
    output: string,
    subject: RunSubject,
    advice: string,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    const key = keyOf(output);
    const entry = await this.#cache.get(key);
    const known = entry === undefined ? undefined : (JSON.parse(entry.value) as UnfinishedRun);
    const difference = known && differenceOf(known, subject);
    if (difference !== undefined) throw new InvalidArgument('--out', `${difference} ${advice}`);
    const run: UnfinishedRun = known ?? { id: this.#random.uuid(), ...subject };
    await this.#cache.set(key, { value: JSON.stringify(run), expiresAt: this.#clock.now() + keptMs });
    return { id: run.id, isNew: known === undefined };
  }

  async remove(output: string): Promise<void> {
    await this.#cache.set(keyOf(output), { value: '', expiresAt: 0 });
  }
}

function keyOf(output: string): string {
  return `bulk-run:${createHash('sha256').update(output).digest('hex')}`;
}

function differenceOf(known: RunSubject, subject: RunSubject): string | undefined {
  if (known.digest !== subject.digest) return 'An unfinished run for this output has another list.';
  if (known.account !== subject.account)
    return 'An unfinished run for this output is charged to another account, or to none.';
  if (known.level !== subject.level) return `An unfinished run for this output has --level ${known.level}.`;
  if (known.simulated !== subject.simulated) {
    return `An unfinished run for this output is ${known.simulated ? '' : 'not '}on the simulated internet.`;
  }
  return undefined;
}
