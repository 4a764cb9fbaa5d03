import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What `main.mjs` says about the room that is mutated: glob patterns of its test files, separated by commas. */
const testFiles = process.env.MUTATION_TEST_FILES;
if (testFiles === undefined) throw new Error('Run this through `npm run mutate`.');

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: fileURLToPath(new URL('few-runs.ts', import.meta.url)) },
      {
        find: /^(\.\.?\/)+first-use\.ts$/,
        replacement: fileURLToPath(new URL('first-use-per-test.ts', import.meta.url)),
      },
    ],
  },
  test: {
    include: testFiles.split(','),
    // A mutant is switched on by a global variable, so the modules need not be loaded again for each test file.
    isolate: false,
    // A change that makes a test wait for ever is noticed by that test.
    testTimeout: 4_000,
  },
});
