import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';
import type { Engine } from '../../src/engine-interface.ts';
import type { BulkVerificationStatus } from '../../src/resources.ts';
import { collectPages } from '../support/collect-pages.ts';
import { BulkChild } from './bulk-child.ts';
import { type BulkStorage, engineOn, storages } from './bulk-storage.ts';
import { SandboxClock } from './sandbox-clock.ts';

/** Enough retries to last until the test skips the time of the greylist. */
const retryDelaysMs = Array.from({ length: 20 }, () => 2_000);
const greylistMs = 5_000;
const emails = ['ann@example.com', 'late@example.net', 'nobody@example.com', 'nobody@example.net'];

type Restart = (child: BulkChild, start: () => Promise<BulkChild>) => Promise<BulkChild>;

const restarts: readonly [string, Restart][] = [
  ['is killed and started again', async (child, start) => child.kill().then(start)],
  ['is stopped and started again', async (child, start) => child.stop().then(start)],
];
const cases = restarts.flatMap(([what, restart]) =>
  storages.map(([name, open]) => [name, what, { restart, open }] as const),
);

describe('a bulk job with addresses behind a greylist', () => {
  it.concurrent.each(cases)(
    'gets from unknown to true results: on %s, when its worker %s',
    async (_name, _what, { restart, open }) => {
      const clock = new SandboxClock();
      await using storage = await open();
      await using sandbox = await startGreylistingSandbox(clock);
      await using engine = engineOn(storage, sandbox);
      const { id: jobId } = await engine.jobs.submit(emails);
      await using first = await startWorker(storage, sandbox);

      await untilStatus(engine, jobId, 'partial_complete_retrying');
      expect(await engine.jobs.get(jobId)).toMatchObject({ processed: 4, finishedAt: null });
      expect(await verdicts(engine, jobId)).toEqual([
        'safe deliverable',
        'unknown greylisted',
        'invalid mailbox_not_found',
        'unknown greylisted',
      ]);
      const { pendingRetries } = await engine.jobs.results(jobId);
      expect(await collectPages(pendingRetries())).toEqual(['late@example.net', 'nobody@example.net']);

      await using _second = await restart(first, async () => {
        await storage.dropPacingLeases();
        return startWorker(storage, sandbox);
      });
      clock.skip(greylistMs);
      await untilStatus(engine, jobId, 'complete');
      expect(await engine.jobs.get(jobId)).toMatchObject({
        processed: 4,
        retryStatus: 'complete',
        finishedAt: expect.any(Number),
      });
      expect(await verdicts(engine, jobId)).toEqual([
        'safe deliverable',
        'safe deliverable',
        'invalid mailbox_not_found',
        'invalid mailbox_not_found',
      ]);
      const after = await engine.jobs.results(jobId);
      expect(await collectPages(after.pendingRetries())).toEqual([]);
    },
  );
});

function startGreylistingSandbox(clock: SandboxClock): Promise<Sandbox> {
  return startSandbox(
    {
      domains: {
        'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] },
        'example.net': { mx: ['mx.example.net'], mailboxes: ['late'] },
      },
      exchanges: { 'mx.example.com': {}, 'mx.example.net': { greylistMs } },
    },
    { clock },
  );
}

async function startWorker(storage: BulkStorage, sandbox: Sandbox): Promise<BulkChild> {
  const network = sandbox.describe();
  const child = await BulkChild.start({ storage: storage.location, network, retryDelaysMs });
  child.work();
  return child;
}

async function untilStatus(engine: Engine, jobId: string, wanted: BulkVerificationStatus): Promise<void> {
  while ((await engine.jobs.get(jobId)).status !== wanted) await delay(20);
}

/** Returns the verdicts in order of submission. */
async function verdicts(engine: Engine, jobId: string): Promise<string[]> {
  const results = await engine.jobs.results(jobId);
  return (await collectPages(results.pages())).map(({ status, substatus }) => `${status} ${substatus}`);
}
