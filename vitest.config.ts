import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Folders whose files share the modules of their worker: loading them again for each took longer than the tests. Every file
 * of these restores what it replaces, and depends on nothing that another has left in a module. Whatever changes its
 * process as it is loaded, or takes time or randomness from it for a whole run, is not among them: simulated days, the
 * fuzzer, command lines that are run in the process. Nor is what only starts other processes, such as crashes and browsers.
 * When in doubt, leave a folder out. To add one, run it with `--no-isolate --sequence.shuffle.files` a few times.
 */
const folders = `address budgets bulk client concurrency console/access console/api console/limits counters credits doctor
  engine exchange http lists lookup memory net probe property sandbox sqlite stores verdict webhooks`;
const shared = folders.split(/\s+/).map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    globalSetup: ['test/support/install-programs.ts'],
    // Tests wait for servers, disks and browsers as much as they work: three at once also on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // For what hangs only: on a machine that is five times slower, what starts processes or packs takes minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...shared],
        },
      },
    ],
  },
});
