import { type Logger, pino } from 'pino';
import type { Output } from '../terminal.ts';

/** A log of JSON lines. */
export function jsonLogger(output: Output, level: string): Logger {
  return pino({ name: 'mailproof', level }, output);
}
