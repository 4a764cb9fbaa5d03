import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Files share the modules of their worker: loading them again for each took longer than the tests.
    isolate: false,
    globalSetup: ['test/support/install-programs.ts'],
    // Tests wait for servers and browsers more than they work: two at once also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
