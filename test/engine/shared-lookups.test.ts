import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpHandler } from '../../adapters/http/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import { createEngine } from '../../src/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import type { EmailLookup } from '../../src/resources.ts';
import { openStores, temporaryFile } from '../sqlite/temporary-file.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneEgress } from '../support/one-egress.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { oneExchangeDns, ScriptedExchange } from '../support/scripted-exchange.ts';

const redis = await redisOfFile();

/** Opens a new store. Each call of the function that it returns opens it as another process would. */
const storages: Readonly<Record<string, (clock: Clock) => Promise<() => Stores>>> = {
  SQLite: async (clock) => {
    const file = await temporaryFile();
    return () => openStores(file, { clock });
  },
  Redis: async (clock) => {
    const prefix = randomUUID();
    return () => redisStores(redis.url, { prefix, clock });
  },
};

const people = Array.from({ length: 5 }, (_, index) => `company-${index}.example.org`);

/** Front ends on one store, each with clients of an account of its own, and one exchange that knows every Ann Lee. */
async function frontEnds(storage: keyof typeof storages, accounts: readonly string[]) {
  const clock = new ManualClock();
  const exchange = new ScriptedExchange(clock, { knows: (recipient) => recipient.startsWith('ann.lee@') });
  const open = await storages[storage]!(clock);
  const opened = await Promise.all(
    accounts.map(async (account) => {
      const stores = open();
      const engine = createEngine({
        ...stores,
        dns: oneExchangeDns(),
        egresses: oneEgress(exchange),
        clock,
        random: { next: () => 0.5, uuid: randomUUID },
      });
      onTestFinished(() => inTime(clock, engine.close()));
      await stores.ledger.grant({ id: account, account, milliCredits: 10_000, reason: 'purchase' });
      const { key } = await stores.keys.create({ account });
      const handler = createHttpHandler(engine);
      const lookup = async (person: { first_name: string; last_name: string; domain: string }) => {
        const response = await handler.fetch(
          new Request('http://localhost/v1/email-lookup', {
            method: 'POST',
            headers: { 'X-API-Key': key },
            body: JSON.stringify(person),
          }),
        );
        return { status: response.status, result: (await response.json()) as EmailLookup };
      };
      return { lookup, balance: () => stores.ledger.balance(account) };
    }),
  );
  return { clock, exchange, opened };
}

/** Resolves with what the promise resolves with. Meanwhile, time passes slowly, so that stores that poll do so. */
async function inTime<Result>(clock: ManualClock, promise: Promise<Result>): Promise<Result> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  while (!settled) {
    await clock.advance(1);
    for (let turn = 0; turn < 20 && !settled; turn += 1) await yieldToEventLoop();
  }
  return promise;
}

describe.each(Object.keys(storages))('lookups at two front ends on one %s', (storage) => {
  it('of the same fresh people at once ask the exchange once, and are charged once', async () => {
    const { clock, exchange, opened } = await frontEnds(storage, ['acme', 'bolt']);
    const asked = people.flatMap((domain) =>
      opened.flatMap(({ lookup }) => [
        lookup({ first_name: 'Ann', last_name: 'Lee', domain }),
        lookup({ first_name: ' ANN', last_name: 'lee ', domain: domain.toUpperCase() }),
      ]),
    );
    const answers = await inTime(clock, Promise.all(asked));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const found = answers.map(({ result }) => result);
    for (const domain of people) {
      const ofPerson = found.filter((result) => result.domain === domain);
      expect(ofPerson.map(({ email }) => email)).toEqual(Array(4).fill(`ann.lee@${domain}`));
      expect(ofPerson.reduce((sum, { credits_consumed }) => sum + credits_consumed, 0)).toBe(1);
    }
    expect(new Set(exchange.asked).size).toBe(exchange.asked.length);
    const balances = await Promise.all(opened.map(({ balance }) => balance()));
    expect(balances.reduce((sum, { available }) => sum + available, 0)).toBe(20_000 - 1_000 * people.length);
    expect(balances.map(({ held }) => held)).toEqual([0, 0]);
  });
});
