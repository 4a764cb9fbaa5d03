import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JobStoreContractSubject } from '../../contract/job-store.ts';
import { auditedJob, itemsOf } from '../../contract/jobs/audit.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import { jobCommands } from './jobs-commands.ts';
import { ReferenceJobs } from './jobs-reference.ts';

/**
 * Sends the same random commands to a store and to a simple reference, and compares every answer, then every job with
 * its items. Alternates between two handles if the subject has a second one. A failure prints the shortest commands
 * that still fail, with the seed and the path that repeat it.
 */
export async function jobsModel(
  subject: JobStoreContractSubject,
  parameters: { numRuns?: number; seed?: number; path?: string } = {},
): Promise<void> {
  const commands = fc.commands([...jobCommands], { maxCommands: 60, size: 'max' });
  const property = fc.asyncProperty(commands, async (sequence) => {
    const clock = new ManualClock();
    const running = await subject.start({ clock });
    try {
      const second = await running.openSecond?.();
      const handles = second === undefined ? [running.jobs] : [running.jobs, second];
      let calls = 0;
      const next = () => {
        calls += 1;
        return handles[calls % handles.length] ?? running.jobs;
      };
      const model = new ReferenceJobs();
      await fc.asyncModelRun(() => ({ model, real: { clock, next } }), sequence);
      for (const id of model.ids) {
        assert.deepEqual(await auditedJob(next(), id), model.get(id));
        const expected = model.page(id, 0, 1_000);
        assert.deepEqual({ kind: 'result', result: await itemsOf(next(), id) }, expected);
      }
    } finally {
      await running.stop();
    }
  });
  await fc.assert(property, parameters);
}
