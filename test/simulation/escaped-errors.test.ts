import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleSimulator } from './bundle/bundle.mjs';
import { runSeeds, type SeedOutcome } from './command/seed-runs.ts';

const limits = { processes: 1, kind: { size: 'small', store: 'memory' }, digest: false } as const;

describe('An error of a simulated day', () => {
  it.each([
    [
      'a client',
      2,
      'test/simulation/clients/clients.ts',
      'const first = await this.#nextFront(this.#random);',
      "throw new Error('oops');",
    ],
    [
      'an event',
      1,
      'test/simulation/service/service.ts',
      "this.#shared.story.add({ kind: 'calm' });",
      "throw new Error('oops');",
    ],
    [
      'work that nobody waits for',
      1,
      'test/simulation/service/service.ts',
      "this.#shared.story.add({ kind: 'calm' });",
      "void Promise.reject(new Error('oops'));",
    ],
    [
      'a check',
      1,
      'test/simulation/invariants/time/everything-finishes.ts',
      'async afterCalm() {',
      "async afterCalm() { throw new Error('oops');",
    ],
  ])(
    'that escapes from %s breaks a promise, and the next days are simulated (%i)',
    async (from, days, file, find, replace) => {
      const patch = (path: string, text: string) => {
        if (path !== file) return text;
        expect(text.split(find)).toHaveLength(2);
        return text.replace(find, replace);
      };
      const { worker, remove } = await bundleSimulator({ patch });
      const outcomes: SeedOutcome[] = [];
      await runSeeds({ ...limits, seeds: days, from: 1, worker }, (outcome) => {
        outcomes.push(outcome);
        return undefined;
      }).finally(remove);
      const broken = {
        invariant: 'no error escapes',
        message: `an error has escaped from ${from}: Error: oops`,
      };
      expect(outcomes).toMatchObject(Array.from({ length: days }, (_, day) => ({ seed: day + 1, broken })));
      expect(outcomes[0]?.report).toContain('npm run simulate -- --seed 1 --size small');
    },
  );

  it('that ends the process that simulates it is the outcome of that day, and another process goes on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'seed-process-'));
    const worker = join(folder, 'worker.mjs');
    await writeFile(
      worker,
      "process.on('message', ({ seed }) => seed === 2 ? process.exit(7) : process.send({ seed }));",
    );
    const outcomes: SeedOutcome[] = [];
    await runSeeds({ ...limits, seeds: 3, from: 1, worker }, (outcome) => {
      outcomes.push(outcome);
      return undefined;
    }).finally(() => rm(folder, { recursive: true }));
    expect(outcomes).toMatchObject([
      { seed: 1 },
      { seed: 2, broken: { message: 'the process that simulated it ended with 7' } },
      { seed: 3 },
    ]);
  });
});
