import type { Clock } from '../../../src/ports.ts';
import { redactError } from './redaction.ts';
import type { HttpLogger } from './request-log.ts';

const intervalMs = 10_000;

/**
 * Returns a function that logs a warning about a failed batch of a bulk job. An outage fails many batches in the same
 * way, so it logs at most one line per 10 seconds, with the number of failures since the last line and the newest
 * cause. Shows no addresses.
 */
export function batchFailureLog(logger: HttpLogger, clock: Pick<Clock, 'now'>): (cause: unknown) => void {
  let batches = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (cause) => {
    batches += 1;
    const now = clock.now();
    if (now < quietUntil) return;
    logger.warn({ batches, error: redactError(cause, []) }, 'work on bulk jobs failed: trying again later');
    batches = 0;
    quietUntil = now + intervalMs;
  };
}
