import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { GreylistingServer } from '../engine/greylisting-server.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { manyNamesDns } from '../support/scripted-exchange.ts';
import { queueTimes } from './queue/queued-batches.ts';

const redis = await redisOfFile();

const addresses = Array.from({ length: 9 }, (_, index) => `ann@company${index}.com`);

/** Longer than a machine ever stalls: another engine takes a batch over whose lease has run out. */
const leaseMs = 60_000;

/** Starts engines on one Redis, each with an egress of its own, before a server that greylists for a moment. */
function startCompany(egressWaitMs: number) {
  const server = new GreylistingServer(systemClock, 100);
  const prefix = `test-${randomUUID()}`;
  const start = (egress: string): Engine => {
    const engine = createEngine(
      {
        ...redisStores(redis.url, {
          prefix,
          queueTimes: { ...queueTimes, leaseMs, heartbeatMs: 30, egressWaitMs },
        }),
        dns: manyNamesDns('127.0.0.1'),
        egresses: [server.egress(egress)],
        clock: systemClock,
        random: { next: Math.random, uuid: randomUUID },
      },
      { tuning: { sessionIdleMs: 20 }, bulk: { retryDelaysMs: [300, 300, 300] } },
    );
    engine.jobs.work();
    onTestFinished(() => engine.close());
    return engine;
  };
  const askedBy = () =>
    addresses.map((email) => [
      ...new Set(server.attempts.filter(({ recipient }) => recipient === email).map(({ egress }) => egress)),
    ]);
  const reaches = async (engine: Engine, jobId: string, status: string) => {
    while ((await engine.jobs.get(jobId)).status !== status) await delay(20);
  };
  return { server, start, askedBy, reaches };
}

describe('engines on one Redis, each with an egress of its own', () => {
  it('ask again about each address through the egress that was put off', async () => {
    const { start, askedBy, reaches } = startCompany(60_000);
    const engines = ['one', 'two', 'three'].map(start);
    const [engine] = engines;
    if (engine === undefined) throw new Error('There are three engines.');
    const { id: jobId } = await engine.jobs.submit(addresses);
    await reaches(engine, jobId, 'complete');
    expect(askedBy().map((egresses) => egresses.length)).toEqual(addresses.map(() => 1));
  });

  it('go on through another one when its engine has ended and did not come back', async () => {
    const { start, askedBy, reaches } = startCompany(1_000);
    const first = start('one');
    const { id: jobId } = await first.jobs.submit(addresses);
    await reaches(first, jobId, 'partial_complete_retrying');
    await first.close();
    const other = start('two');
    await reaches(other, jobId, 'complete');
    expect(new Set(askedBy().map((egresses) => egresses.join(', ')))).toEqual(new Set(['one, two']));
    expect(await other.jobs.get(jobId)).toMatchObject({ processed: addresses.length });
  });
});
