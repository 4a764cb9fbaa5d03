import { describe, it } from 'vitest';
import { workQueueContract } from '../../contract/index.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { postgresqlOfFile } from './postgresql-server.ts';
import { openSchema } from './subjects.ts';

/** Short, because the queue waits in real time. */
const redeliveryDelays = { firstMs: 40, longestMs: 150 };
const egressWaitMs = 2_000;

const server = await postgresqlOfFile();

workQueueContract(
  { describe, it },
  {
    name: 'PostgreSQL',
    time: 'real',
    redeliveryDelays,
    egressWaitMs,
    start: async () => {
      const { firstMs: firstDelayMs, longestMs: longestDelayMs } = redeliveryDelays;
      const queueTimes = { firstDelayMs, longestDelayMs, heartbeatMs: 30, egressWaitMs };
      const { stores, second, stop } = openSchema(server, { queueTimes });
      // Connected before the test counts milliseconds.
      const connected = async (opened: Stores) => {
        await opened.checkReady();
        return opened.queue;
      };
      return { queue: await connected(stores), openSecond: async () => connected(await second()), stop };
    },
  },
);
