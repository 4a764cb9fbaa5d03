import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../adapters/sandbox/index.ts';
import { engineOn, storages } from '../bulk-storage.ts';
import { releaseAllHolds } from '../ledger-audit.ts';
import { auditService } from './service-audit.ts';
import { runServiceThroughKills } from './service-run.ts';
import { generateServiceWorld } from './service-world.ts';

/** With the number that a failed run printed, clients and moments are chosen as in that run. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const linesShown = 60;

describe('a service under the clients of the simulator, whose processes and Redis are killed', () => {
  it.concurrent.each(storages)('on %s keeps what it has promised to each client', async (name, open) => {
    console.log(`service crashes on ${name}: CRASH_SEED=${seed}`);
    const world = generateServiceWorld(seed);
    await using folder = await temporaryFolder();
    await using storage = await open();
    await using sandbox = await startSandbox(world.world);
    await using operator = engineOn(storage, sandbox);
    const receipts = join(folder.path, 'receipts');
    const run = await runServiceThroughKills({ seed, world, storage, sandbox, operator, receipts });
    await releaseAllHolds(storage.open);

    const complaints = await auditService({ stores: storage.stores, operator }, run, world);
    for (const { message, subjects } of complaints.slice(0, 1))
      console.log(
        [message, ...run.story.linesAbout([...subjects, 'killed', 'starts'], linesShown)].join('\n'),
      );
    expect(complaints.map(({ message }) => message)).toEqual([]);
    // Otherwise little was under way when a process died, and the test would show nothing.
    const { answers, submissions } = run.told;
    const outcomes = (wanted: string) => answers.filter(({ outcome }) => outcome.kind === wanted).length;
    expect(outcomes('verdict')).toBeGreaterThan(30);
    expect(outcomes('connection-lost')).toBeGreaterThan(3);
    expect(submissions.size).toBeGreaterThan(3);
  });
});

async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'mailproof-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
