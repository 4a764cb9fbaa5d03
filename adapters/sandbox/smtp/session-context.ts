import type { SecureContext } from 'node:tls';
import type { Clock } from '../../../src/ports/clock.ts';
import type { SandboxCounters, TrafficCounter } from '../statistics.ts';
import type { SandboxClient } from './client.ts';
import type { ScriptedExchange } from './script.ts';

/** One line of a dialogue. */
export interface SandboxLogEntry {
  readonly at: number;
  readonly exchange: string;
  /** 1 for the exchange's first connection. */
  readonly connection: number;
  /** The client's address, as the server sees it. */
  readonly client: string;
  readonly from: 'client' | 'server';
  /** Without the line ending. */
  readonly line: string;
}

/** What all sessions of one exchange share. */
export interface ExchangeContext {
  readonly exchange: Omit<ScriptedExchange, 'client'> & { readonly host: string };
  readonly replyDelayMs: number;
  readonly greetingDelayMs: number;
  readonly clock: Clock;
  readonly counters: SandboxCounters;
  /** Connections served by client, as counted for `maxConnectionsPerClient`. */
  readonly servedTo: Map<string, number>;
  readonly secureContext: () => SecureContext;
  readonly log: ((entry: SandboxLogEntry) => void) | undefined;
}

/** What one session has: the exchange as this client meets it. */
export interface SessionContext extends ExchangeContext {
  readonly exchange: ScriptedExchange & { readonly host: string };
  readonly counter: TrafficCounter;
}

/** Returns the context of a session with a client, to which settings of its own may apply. */
export function sessionContext(context: ExchangeContext, client: SandboxClient): SessionContext {
  const { exchange, counters } = context;
  const { clients, ...shared } = exchange.settings;
  const own = clients?.[client.address];
  const settings = {
    ...shared,
    blocks: own?.blocks ?? shared.blocks,
    maxConnectionsPerClient: own?.maxConnectionsPerClient ?? shared.maxConnectionsPerClient,
  };
  return {
    ...context,
    exchange: { ...exchange, settings, client },
    counter: counters.ensureClientCounter(exchange.host, client.address),
  };
}
