import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleSimulator } from './bundle/bundle.mjs';
import { findPlantedFaults } from './command/fault-runs.ts';
import { allPlantedFaults } from './planted-faults/all-planted-faults.ts';
import { plantFault } from './planted-faults/planted-fault.ts';

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

  it.each(['nothing', 'one one'])('is refused where its place is not found once, as in "%s"', (text) => {
    const fault = { name: 'two', file: 'a-file.ts', find: 'one', replace: 'two' };
    expect(() => plantFault(fault, text)).toThrow(/two finds its place in a-file\.ts [02] times/);
  });

  it('in a file that no simulation uses is refused', async () => {
    const fault = { name: 'unused', file: 'adapters/cli/program.ts', find: 'a', replace: 'b' };
    const limits = { seeds: 1, from: 1, processes: 1, days: {} };
    await expect(
      findPlantedFaults([fault], limits, { bundle: bundleSimulator, print: () => {} }),
    ).rejects.toThrow('No simulation uses adapters/cli/program.ts');
  });

  it.each([
    ['captured-before-the-work', 'charged once for what was given', '--size small'],
    ['greylist-retried-early', 'unknown results are retried on schedule', '--size small'],
    ['dns-answers-kept-a-thousand-times-as-long', 'DNS answers expire', '--size small'],
    ['full-mailbox-taken-for-missing', 'nothing invalid that exists', '--size small'],
    ['pause-not-shared', 'pauses are kept', '--only exchange-blocks'],
  ])(
    '%s is found as "%s" within 20 seeds, in days of %s',
    async (name, invariant, days) => {
      const lines: string[] = [];
      const faults = allPlantedFaults.filter((fault) => fault.name === name);
      const limits = { seeds: 20, from: 1, processes: 2, days: {} };
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
    120_000,
  );
});
