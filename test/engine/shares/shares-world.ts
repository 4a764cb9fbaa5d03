import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { ConnectionError, createEngine, type EngineOptions } from '../../../src/index.ts';
import type { Dns, DnsAnswer } from '../../../src/ports/dns.ts';
import type { SmtpTransport } from '../../../src/ports/smtp-transport.ts';
import { WireConnection } from '../../../src/smtp/wire-connection.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { oneEgress } from '../../support/one-egress.ts';
import { type ExchangeScript, ScriptedExchange } from '../../support/scripted-exchange.ts';

/**
 * An engine on a manual clock. Exchanges of domains below `silent.example.org` never accept a connection, those below
 * `ungreeting.example.org` accept it and say nothing, name servers of domains below `mute.example.org` never answer; every
 * other domain has an exchange of its own that knows everybody.
 */
export function startWorld(
  options: EngineOptions = {},
  maxQuestions = 16,
  script: Partial<ExchangeScript> = {},
) {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const exchanges = new Map<string, ScriptedExchange>();
  const opening = { now: 0, peak: 0, byAddress: new Map<string, number>(), peakAtOne: 0 };
  let questions = 0;
  const ask = async <Data>(name: string, answer: DnsAnswer<Data>): Promise<DnsAnswer<Data>> => {
    expect(++questions).toBeLessThanOrEqual(maxQuestions + 1);
    try {
      if (!name.endsWith('mute.example.org')) return answer;
      await new Promise<void>((resolve) => clock.after(6_000, resolve));
      return { kind: 'failure', reason: 'timeout', detail: 'no answer' };
    } finally {
      questions -= 1;
    }
  };
  const dns: Dns = {
    maxQuestions,
    mx: (domain) =>
      ask(domain, {
        kind: 'records',
        records: [{ preference: 10, exchange: `mx.${domain}` }],
        ttlSeconds: 300,
      }),
    a: (host) => ask(host, { kind: 'records', records: [host], ttlSeconds: 300 }),
    aaaa: (host) => ask(host, { kind: 'no-data', ttlSeconds: 300 }),
    close: async () => {},
  };
  const smtp: SmtpTransport = {
    async connect({ address }, { timeoutMs, signal }) {
      if (address.endsWith('ungreeting.example.org'))
        return new WireConnection(clock, () => ({
          write: async () => {},
          upgrade: () => Promise.reject(new Error('no TLS here')),
          destroy: async () => {},
        }));
      if (!address.endsWith('silent.example.org')) {
        const known =
          exchanges.get(address) ??
          new ScriptedExchange(clock, { knows: (recipient) => /^(ann|person)/.test(recipient), ...script });
        exchanges.set(address, known);
        return known.connect();
      }
      const here = (opening.byAddress.get(address) ?? 0) + 1;
      opening.byAddress.set(address, here);
      opening.now += 1;
      opening.peak = Math.max(opening.peak, opening.now);
      opening.peakAtOne = Math.max(opening.peakAtOne, here);
      try {
        await new Promise((_, reject) => {
          const cancel = clock.after(timeoutMs, () =>
            reject(new ConnectionError('connection_timeout', 'no answer')),
          );
          signal?.addEventListener('abort', () => {
            cancel();
            reject(signal.reason);
          });
        });
        throw new Error('unreachable');
      } finally {
        opening.now -= 1;
        opening.byAddress.set(address, (opening.byAddress.get(address) ?? 0) - 1);
      }
    },
  };
  const engine = createEngine(
    {
      ...stores,
      dns,
      egresses: oneEgress(smtp),
      clock,
      random: { next: () => 0.5, uuid: randomUUID },
    },
    options,
  );
  return { clock, engine, exchanges, opening, stores };
}

export type World = ReturnType<typeof startWorld>;

/** Addresses at `domains` domains below `parent`, `perDomain` at each. */
export function addresses(parent: string, domains: number, perDomain: number): string[] {
  return Array.from({ length: domains * perDomain }, (_, index) => {
    return `person${Math.floor(index / domains)}@company${index % domains}.${parent}`;
  });
}

/** Starts a job of another account, and lets it take what it gets. */
export async function startJob({ engine, clock }: World, emails: readonly string[], account = 'other') {
  await engine.accounts.grant(account, { id: account, milliCredits: 1e9 });
  engine.jobs.work();
  const { id: jobId } = await engine.jobs.submit(emails, { account });
  await clock.advance(3_000);
  return jobId;
}

/** Advances the clock until the promise is settled, and returns how long that took. */
export async function durationOf({ clock }: World, settled: Promise<unknown>): Promise<number> {
  const startedAt = clock.now();
  let over = false;
  const end = () => {
    over = true;
  };
  settled.then(end, end);
  for (let round = 0; round < 10_000 && !over; round += 1) {
    await yieldToEventLoop();
    if (!over) await clock.advance(10);
  }
  return clock.now() - startedAt;
}
