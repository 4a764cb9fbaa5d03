import { describe, expect, it } from 'vitest';
import { redisStores } from '../../../adapters/redis/index.ts';
import { until } from '../../../contract/until.ts';
import { redisOfFile } from '../../support/redis-server.ts';
import { startQueueProcess } from './queue-process.ts';
import { atOnce, batches, finished, queueTimes } from './queued-batches.ts';

const server = await redisOfFile();

describe('processes with workers on one Redis', () => {
  const program = `
    const pause = () => new Promise((resolve) => setTimeout(resolve, 15));
    stores.queue.work(async ({ id }) => {
      say('start ' + id);
      await pause();
      say('done ' + id);
    }, { concurrency: 3 });`;

  it('lose no batches of a killed process', async () => {
    const options = { prefix: 'killed', queueTimes };
    const stores = redisStores(server.url, options);
    const all = batches(120, 8);
    await stores.queue.put(all, atOnce);
    const [first, second] = [1, 2].map(() => startQueueProcess(server.url, options, program));
    await until(() => first!.lines.length > 12 && second!.lines.length > 12);
    await first!.kill();
    await finished(stores);
    const done = [...first!.lines, ...second!.lines].filter((line) => line.startsWith('done '));
    expect([...new Set(done)].sort()).toEqual(all.map(({ id }) => `done ${id}`).sort());
    // Only active batches can be delivered twice: those that were done, but not yet recorded in Redis.
    expect(done.length - all.length).toBeLessThanOrEqual(3);
    await second!.kill();
    await stores.close();
  });

  it('deliver again what a killed one had, although it had freed the lane', async () => {
    const options = { prefix: 'freed', queueTimes };
    const stores = redisStores(server.url, options);
    const freeing = `
      stores.queue.work(({ id }, _, freeLane) => {
        say(id);
        freeLane();
        return new Promise(() => {});
      }, { concurrency: 2 });`;
    const killed = startQueueProcess(server.url, options, freeing);
    await stores.queue.put(batches(6, 1), atOnce);
    await until(() => killed.lines.length === 2);
    await killed.kill();
    const delivered: string[] = [];
    stores.queue.work(async ({ id }) => void delivered.push(id), { concurrency: 5 });
    await finished(stores);
    expect(killed.lines).toEqual(['b0', 'b1']);
    expect(delivered.toSorted()).toEqual(batches(6, 1).map(({ id }) => id));
    for (const key of ['busy', 'leases'])
      expect(await server.cli('EXISTS', `{freed:queue}:${key}`)).toBe('0');
    await stores.close();
  });

  describe('with egresses of their own', () => {
    const hanging = (egress: string) => `
      stores.queue.work(({ id }) => {
        say(id);
        return new Promise(() => {});
      }, { concurrency: 2, egresses: [${JSON.stringify(egress)}] });`;
    const bound = batches(4, 4).map((batch) => ({ ...batch, egress: 'a' }));
    const ids = bound.map(({ id }) => id);

    it('hand over to another that has the same one what a killed one worked on', async () => {
      const options = { prefix: 'bound', queueTimes };
      const stores = redisStores(server.url, options);
      const others: string[] = [];
      await stores.queue.put(bound, atOnce);
      const killed = startQueueProcess(server.url, options, hanging('a'));
      await until(() => killed.lines.length === 2);
      stores.queue.work(async ({ id }) => void others.push(id), { concurrency: 2, egresses: ['b'] });
      await killed.kill();
      const received: string[] = [];
      stores.queue.work(async ({ id }) => void received.push(id), { concurrency: 2, egresses: ['a'] });
      await finished(stores);
      expect(received.sort()).toEqual(ids);
      expect(others).toEqual([]);
      await stores.close();
    });

    it('leave what a killed one worked on to others, once its egress was missed for long enough', async () => {
      const egressWaitMs = 1_000;
      const options = { prefix: 'missed', queueTimes: { ...queueTimes, heartbeatMs: 50, egressWaitMs } };
      const stores = redisStores(server.url, options);
      await stores.queue.put(bound, atOnce);
      const killed = startQueueProcess(server.url, options, hanging('a'));
      await until(() => killed.lines.length === 2);
      const killedAt = Date.now();
      await killed.kill();
      const received: { id: string; at: number }[] = [];
      const handler = async ({ id }: { id: string }) => void received.push({ id, at: Date.now() });
      stores.queue.work(handler, { concurrency: 2, egresses: ['b'] });
      await finished(stores);
      expect(received.map(({ id }) => id).sort()).toEqual(ids);
      // It was there last up to one interval before.
      for (const { at } of received) expect(at - killedAt).toBeGreaterThanOrEqual(egressWaitMs - 300);
      await stores.close();
    });
  });

  it.each(['b', 'a'])(
    'hand over a lane that a killed one worked on, with what it had, where the next has the egress %s',
    async (egress) => {
      const options = { prefix: `lane-to-${egress}`, queueTimes: { ...queueTimes, heartbeatMs: 50 } };
      const stores = redisStores(server.url, options);
      await stores.queue.put(batches(4, 1), atOnce);
      const killed = startQueueProcess(
        server.url,
        options,
        `stores.queue.work(({ id }) => {
           say(id);
           return new Promise(() => {});
         }, { concurrency: 2, egresses: ['a'] });`,
      );
      await until(() => killed.lines.length === 1);
      await killed.kill();
      const received: string[] = [];
      stores.queue.work(async ({ id }) => void received.push(id), { concurrency: 2, egresses: [egress] });
      await finished(stores);
      expect(killed.lines).toEqual(['b0']);
      expect(received.sort()).toEqual(['b0', 'b1', 'b2', 'b3']);
      await stores.close();
    },
  );

  it('take over at once the batches that a stopping process requeues', async () => {
    // With these times nothing could come back from a process that just vanished.
    const options = { prefix: 'handover', queueTimes: { ...queueTimes, leaseMs: 600_000 } };
    const stores = redisStores(server.url, options);
    await stores.queue.put(batches(6, 3), atOnce);
    const stopping = startQueueProcess(
      server.url,
      options,
      `let inHand = 0;
       stores.queue.work((batch, signal) => new Promise((_, reject) => {
         signal.addEventListener('abort', () => reject(signal.reason));
         inHand += 1;
         if (inHand === 3) setImmediate(() => stores.close().then(() => say('closed')));
       }), { concurrency: 3 });`,
    );
    expect(await stopping.ends()).toBe(0);
    expect(stopping.lines).toEqual(['closed']);
    const handled: string[] = [];
    stores.queue.work(async ({ id }) => void handled.push(id), { concurrency: 3 });
    await finished(stores);
    expect(handled.sort()).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
    await stores.close();
  });

  it('exit by themselves when their stores are closed', async () => {
    const child = startQueueProcess(
      server.url,
      { prefix: 'exit' },
      `await stores.queue.put(${JSON.stringify(batches(3, 1))}, { dueAt: 0 });
       const worker = stores.queue.work(async ({ id }) => say(id), { concurrency: 1 });
       while (await stores.queue.count('job') > 0);
       await stores.close();`,
    );
    expect(await child.ends()).toBe(0);
    expect(child.lines).toEqual(['b0', 'b1', 'b2']);
  });
});
