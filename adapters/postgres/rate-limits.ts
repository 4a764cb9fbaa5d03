import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { checkTake, type TakeOptions, type TakeResult } from '../stores/sliding-window.ts';
import type { PostgresStoreDependencies } from './database.ts';
import { digest } from './statements.ts';

/** Exact limits shared by all processes: a row for each use of a subject in its window. */
export class PostgresRateLimits implements RateLimits {
  readonly #dependencies: PostgresStoreDependencies;

  constructor(dependencies: PostgresStoreDependencies) {
    this.#dependencies = dependencies;
  }

  async take(subject: string, options: TakeOptions): Promise<TakeResult> {
    checkTake(subject, options);
    const { limit, windowMs } = options;
    const { database, clock } = this.#dependencies;
    const [{ wait }] = await database.query('SELECT mailproof.take_use($1, $2, $3, $4) AS wait', [
      digest(subject),
      limit,
      windowMs,
      clock?.now() ?? null,
    ]);
    if (wait === null) return { taken: true };
    return { taken: false, retryAfterMs: Math.min(windowMs, Math.max(1, Math.ceil(wait))) };
  }
}
