import type { SecureContext } from 'node:tls';
import type { Clock } from '../../../src/ports/clock.ts';
import type { SandboxCounters } from '../statistics.ts';
import type { ScriptedExchange } from './script.ts';

/** One line of a dialogue. */
export interface SandboxLogEntry {
  readonly at: number;
  readonly exchange: string;
  /** 1 for the exchange's first connection. */
  readonly connection: number;
  readonly from: 'client' | 'server';
  /** Without the line ending. */
  readonly line: string;
}

/** What all sessions of one exchange share. */
export interface SessionContext {
  readonly exchange: ScriptedExchange & { readonly host: string };
  readonly replyDelayMs: number;
  readonly greetingDelayMs: number;
  readonly clock: Clock;
  readonly counters: SandboxCounters;
  readonly secureContext: () => SecureContext;
  readonly log: ((entry: SandboxLogEntry) => void) | undefined;
}
