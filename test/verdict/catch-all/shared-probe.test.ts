import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisStores } from '../../../adapters/redis/index.ts';
import { singleShare } from '../../../src/concurrency/work-share.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import { CatchAllDetector } from '../../../src/verdict/catch-all/catch-all-detector.ts';
import { RandomStream } from '../../simulation/randomness/random-stream.ts';
import { startStores } from '../../sqlite/temporary-file.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { type RedisServer, startRedis } from '../../support/redis-server.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const exchange = { domain: 'example.org', provider: undefined, backup: undefined };

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

/** A store with two connections, as two processes have them. */
interface SharedStore {
  readonly caches: readonly Cache[];
  stop(): Promise<void>;
}

const places: Readonly<Record<string, (clock: ManualClock) => Promise<SharedStore>>> = {
  'one SQLite file': async (clock) => {
    const { stores, second, stop } = await startStores({ clock });
    return { caches: [stores.cache, (await second()).cache], stop };
  },
  Redis: async (clock) => {
    const prefix = `test-${randomUUID()}`;
    const both = [0, 1].map(() => redisStores(server.url, { prefix, clock }));
    return {
      caches: both.map(({ cache }) => cache),
      stop: async () => {
        for (const stores of both) await stores.close();
      },
    };
  },
};

function answerWith(meaning: 'greylisted' | 'accepted', code: number): ProbeAnswer {
  const classification = { meaning, certainty: 'explicit' as const };
  return { kind: 'reply', stage: 'rcpt', reply: { code, lines: [] }, classification };
}

/** A server that puts each recipient off for five minutes, then accepts everybody. */
function greylistingCatchAll(clock: ManualClock) {
  const firstAskedAt = new Map<string, number>();
  return {
    asked: firstAskedAt,
    ask: (address: string): ProbeAnswer => {
      const since = firstAskedAt.get(address) ?? clock.now();
      firstAskedAt.set(address, since);
      return clock.now() - since < 5 * minuteMs ? answerWith('greylisted', 450) : answerWith('accepted', 250);
    },
  };
}

describe.each(Object.entries(places))('processes on %s', (_, open) => {
  async function scene() {
    const clock = new ManualClock();
    const { caches, stop } = await open(clock);
    const exchangeServer = greylistingCatchAll(clock);
    let started = 0;
    /** Each process draws other random recipients. */
    const start = () => {
      started += 1;
      const random = new RandomStream(started, 'process');
      const detector = new CatchAllDetector({ cache: caches[started % 2]!, clock, random });
      return async () => {
        const { isCatchAll } = await detector.determine(
          exchange,
          { signal: new AbortController().signal, share: singleShare },
          async (address) => ({ answer: exchangeServer.ask(address), from: exchange }),
        );
        return isCatchAll;
      };
    };
    return { clock, start, stop, asked: exchangeServer.asked };
  }

  it('send one catch-all probe, about one recipient, also when they begin at once and are started again', async () => {
    const { clock, start, stop, asked } = await scene();
    const first = await Promise.all(Array.from({ length: 8 }, () => start()()));
    expect(new Set(first)).toEqual(new Set([null]));
    expect(asked.size).toBe(1);
    // The retry, by processes that were started meanwhile: the server lets the recipient pass that has waited.
    clock.leap(6 * minuteMs);
    const second = await Promise.all(Array.from({ length: 8 }, () => start()()));
    expect(new Set(second)).toEqual(new Set([true]));
    expect(asked.size).toBe(1);
    await stop();
  });

  it('keep the recipient for a day of retries, and take another one on the next', async () => {
    const { clock, start, stop, asked } = await scene();
    await start()();
    for (let hours = 1; hours < 24; hours += 1) {
      clock.leap(dayMs / 24);
      asked.set([...asked.keys()][0]!, clock.now());
      expect(await start()()).toBeNull();
    }
    expect(asked.size).toBe(1);
    clock.leap(dayMs / 24);
    await start()();
    expect(asked.size).toBe(2);
    await stop();
  });
});
