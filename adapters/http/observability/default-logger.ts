import { pino } from 'pino';
import type { HttpLogger } from './log.ts';

/** JSON lines on stderr from `level` up. */
export function defaultLogger(level: 'info' | 'warn'): HttpLogger {
  return pino({ name: 'mailproof', level }, pino.destination({ dest: 2, sync: true }));
}
