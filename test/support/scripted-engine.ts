import { randomUUID } from 'node:crypto';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createEngine, type Engine, type EngineOptions } from '../../src/index.ts';
import type { Dns } from '../../src/ports/dns.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { EmailVerification } from '../../src/resources.ts';
import { ManualClock } from './manual-clock.ts';
import { oneEgress } from './one-egress.ts';
import { type ExchangeScript, oneExchangeDns, ScriptedExchange } from './scripted-exchange.ts';

export interface ScriptedEngine {
  readonly engine: Engine;
  readonly exchange: ScriptedExchange;
  readonly clock: ManualClock;
  readonly stores: Stores;
  /** Verifies all addresses at the same time, and advances the clock until every verdict is there. */
  verifyAll(emails: readonly string[], timeoutMs?: number): Promise<readonly EmailVerification[]>;
}

/** Creates an engine with one scripted exchange, on a manual clock. Default: with stores in memory. */
export function scriptedEngine(
  script: ExchangeScript,
  {
    dns = oneExchangeDns(),
    clock = new ManualClock(),
    stores = memoryStores({ clock }),
    ...options
  }: EngineOptions & { dns?: Dns | ((clock: ManualClock) => Dns); clock?: ManualClock; stores?: Stores } = {},
): ScriptedEngine {
  const exchange = new ScriptedExchange(clock, script);
  let seed = 1;
  const engine = createEngine(
    {
      ...stores,
      dns: typeof dns === 'function' ? dns(clock) : dns,
      egresses: oneEgress(exchange),
      clock,
      random: {
        next: () => {
          seed = (seed * 16_807) % 2_147_483_647;
          return seed / 2_147_483_647;
        },
        uuid: randomUUID,
      },
    },
    options,
  );
  return {
    engine,
    exchange,
    clock,
    stores,
    async verifyAll(emails, timeoutMs = 600_000) {
      let pending = emails.length;
      const verdicts = emails.map((email) =>
        engine.verify(email, { timeoutMs }).finally(() => {
          pending -= 1;
        }),
      );
      const all = Promise.all(verdicts);
      all.catch(() => {});
      while (pending > 0) await clock.advance(60_000);
      return all;
    },
  };
}
