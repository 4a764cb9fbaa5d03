import type { Clock } from '../../../src/ports.ts';
import type { HttpLogger } from './log.ts';
import { redacted } from './redaction.ts';

const quietMs = 10_000;

/**
 * Warns of work on bulk jobs that failed and is done again: an outage makes many fail in the same way, so there is a
 * line in ten seconds at most, with how many it stands for and what the last one failed of. Shows no addresses.
 */
export function batchFailureLog(logger: HttpLogger, clock: Pick<Clock, 'now'>): (cause: unknown) => void {
  let batches = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (cause) => {
    batches += 1;
    const now = clock.now();
    if (now < quietUntil) return;
    logger.warn({ batches, error: redacted(cause, []) }, 'work on bulk jobs failed: trying again later');
    batches = 0;
    quietUntil = now + quietMs;
  };
}
