import { type DestinationStream, pino } from 'pino';
import type { HttpLogger } from './request-log.ts';

/** A logger that writes JSON lines from `level` up. Default destination: stderr, written synchronously. */
export function jsonLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): HttpLogger {
  return pino({ name: 'mailproof', level }, destination);
}
