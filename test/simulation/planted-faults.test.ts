import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleSimulator } from './bundle/bundle.mjs';
import { findPlantedFaults } from './command/fault-runs.ts';
import { allInvariants } from './invariants/all-invariants.ts';
import { allPlantedFaults } from './planted-faults/all-planted-faults.ts';
import { type PlantedFault, plantFault } from './planted-faults/planted-fault.ts';

const root = join(import.meta.dirname, '../..');

describe('A planted fault', () => {
  it.each(allPlantedFaults)('$name has its place in the code', async (fault) => {
    const text = await readFile(join(root, fault.file), 'utf8');
    expect(plantFault(fault, text)).not.toBe(text);
  });

  it('has a name of its own', () => {
    const names = new Set(allPlantedFaults.map(({ name }) => name));
    expect(names.size).toBe(allPlantedFaults.length);
  });

  it('names only invariants that there are', () => {
    const known = new Set(allInvariants.map(({ name }) => name));
    const unknown = allPlantedFaults.flatMap(({ foundBy }) => foundBy.filter((name) => !known.has(name)));
    expect(unknown).toEqual([]);
  });

  it.each(allInvariants)('names "$name": no invariant is dead', ({ name }) => {
    expect(allPlantedFaults.filter(({ foundBy }) => foundBy.includes(name))).not.toEqual([]);
  });

  it.each(['nothing', 'one one'])('is refused where its place is not found once, as in "%s"', (text) => {
    const fault = { name: 'two', file: 'a-file.ts', find: 'one', replace: 'two' };
    expect(() => plantFault(fault, text)).toThrow(/two finds its place in a-file\.ts [02] times/);
  });

  it('in a file that no simulation uses is refused', async () => {
    const file = 'adapters/cli/program.ts';
    const fault: PlantedFault = { name: 'unused', file, find: 'a', replace: 'b', foundBy: ['holds expire'] };
    const limits = { seeds: 1, from: 1, processes: 1, days: {} };
    await expect(
      findPlantedFaults([fault], limits, { bundle: bundleSimulator, print: () => {} }),
    ).rejects.toThrow('No simulation uses adapters/cli/program.ts');
  });

  it('counts as not found where only an invariant breaks that it does not name', async () => {
    const [fault] = allPlantedFaults.filter(({ name }) => name === 'captured-before-the-work');
    const lines: string[] = [];
    const misnamed: PlantedFault = { ...(fault as PlantedFault), foundBy: ['SMTP order'] };
    const limits = { seeds: 1, from: 1, processes: 1, days: {} };
    const exitCode = await findPlantedFaults([misnamed], limits, {
      bundle: bundleSimulator,
      print: (line) => lines.push(line),
    });
    expect(lines[0]).toBe(
      'captured-before-the-work: NOT FOUND with 1 seed; seed 1 breaks "charged once for what was given" instead',
    );
    expect(exitCode).toBe(1);
  });

  it.each([
    ['captured-before-the-work', 1, 'charged once for what was given', '--size small'],
    ['greylist-retried-early', 1, 'unknown results are retried on schedule', '--size small'],
    ['dns-answers-kept-a-thousand-times-as-long', 1, 'DNS answers expire', '--size small'],
    ['full-mailbox-taken-for-missing', 1, 'nothing invalid that exists', '--size small'],
    ['pause-not-shared', 8, 'pauses are kept', '--only exchange-blocks'],
    ['blocked-egress-believed', 26, 'blocked only if every egress is', '--only exchange-blocks --egresses 2'],
    ['surplus-reply-ignored', 20, 'nothing invalid that exists', '--only reply-trouble --trouble doubled'],
  ])(
    '%s is found within 40 seeds from %i as "%s", in days of %s',
    async (name, from, invariant, days) => {
      const lines: string[] = [];
      const faults = allPlantedFaults.filter((fault) => fault.name === name);
      const limits = { seeds: 40, from, processes: 1, days: {} };
      const exitCode = await findPlantedFaults(faults, limits, {
        bundle: bundleSimulator,
        print: (line) => lines.push(line),
      });
      expect(lines[0]).toMatch(new RegExp(`^${name}: "${invariant}", after \\d+ seeds?: `));
      expect(lines.join('\n')).toMatch(
        new RegExp(`npm run simulate -- --fault ${name} --seed \\d+ ${days}\\n`),
      );
      expect(exitCode).toBe(0);
    },
    600_000,
  );
});
