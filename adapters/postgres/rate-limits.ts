import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { checkTake, type TakeOptions, type TakeResult } from '../stores/sliding-window.ts';
import type { PostgresStoreDependencies } from './database.ts';
import { digest, givenNow } from './statements.ts';

/** Exact limits shared by all processes: a row for each use of a subject in its window. */
export function postgresRateLimits({ database, clock }: PostgresStoreDependencies): RateLimits {
  const take = async (subject: string, options: TakeOptions): Promise<TakeResult> => {
    checkTake(subject, options);
    const { limit, windowMs } = options;
    const values = [digest(subject), limit, windowMs, givenNow(clock)];
    const [{ wait }] = await database.query('SELECT mailproof.take_use($1, $2, $3, $4) AS wait', values);
    if (wait === null) return { taken: true };
    return { taken: false, retryAfterMs: Math.min(windowMs, Math.max(1, Math.ceil(wait))) };
  };
  return { take };
}
