/**
 * `npm run mutate -- ROOM [--file NAME] [--tests PATH] [--concurrency N]` changes a folder of `src` in one small place at
 * a time, and runs its tests after each change. Prints how many changes (mutants) the tests noticed, and those that they
 * did not.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { printReport } from './report.mjs';
import { dataFiles, rooms } from './rooms.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string' },
    tests: { type: 'string', multiple: true },
    concurrency: { type: 'string', default: '2' },
  },
});
const room = positionals[0]?.replace(/\/$/, '');
if (rooms[room] === undefined || positionals.length !== 1) {
  console.error(`Usage: npm run mutate -- ROOM [--file NAME] [--tests PATH]... [--concurrency N]
ROOM is one of ${Object.keys(rooms).join(', ')}; NAME is a file of it, without .ts.
PATH is a test file or a folder, to run instead of all tests of the room.`);
  process.exit(2);
}
const tests = values.tests ?? rooms[room];

process.env.MUTATION_TEST_FILES = tests
  .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`))
  .join(',');

const mutants = await new Stryker({
  mutate: [`${room}/**/${values.file ?? '*'}.ts`, ...dataFiles.map((path) => `!${path}`)],
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  // TypeScript 7 has no API that Stryker could read a configuration with, and none is needed: Vite strips the types.
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  concurrency: Number(values.concurrency),
  incremental: true,
  incrementalFile: `.stryker/${room.replaceAll('/', '-')}.json`,
  tempDirName: `.stryker/sandbox-${room.replaceAll('/', '-')}`,
  ignorePatterns: ['.stryker', 'biome.json', 'dist', 'bench', 'docs', '.ci', 'test/fuzz/found'],
  reporters: ['progress-append-only'],
  timeoutMS: 15_000,
}).runMutationTest();

process.exitCode = printReport(mutants.map((mutant) => ({ ...mutant, file: relative('.', mutant.fileName) })))
  ? 0
  : 1;
