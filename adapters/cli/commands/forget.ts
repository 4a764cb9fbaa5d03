import { InvalidArgument } from '../../../src/errors.ts';
import { exitCode } from '../exit-code.ts';
import { printable } from '../output/printable.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addJobStoreOptions, type JobStoreFlags, searchedJobStore } from '../settings/sandbox-stores.ts';
import { addStoreOption, readPersistentStore } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

/** Adds `mailproof forget`. `finish` gets the exit code: 1 if unfinished jobs have the address or may find it. */
export const addForgetCommand: AddCommand = (program, terminal, finish) => {
  const forget = program
    .command('forget')
    .description('remove an address from the cache and from finished jobs, also while the server runs')
    .argument('<email>', 'the address, in any of its spellings');
  addStoreOption(forget);
  addJobStoreOptions(forget);
  forget.action(async (email: string, flags: JobStoreFlags) =>
    finish(await forgetAddress(email, flags, terminal)),
  );
};

async function forgetAddress(email: string, flags: JobStoreFlags, terminal: Terminal): Promise<number> {
  const { stderr, env, signal } = terminal;
  // Anything with an @ may be in the rows of a job, also where it is no valid address.
  if (!email.includes('@')) {
    throw new InvalidArgument('email', 'That is not an address. Give all of it, such as ann@example.org.');
  }
  await using engine = await openOfflineEngine(flags, env);
  const { cached, jobItems, unfinishedJobs } = await engine.forget(email, { signal });
  // The address is not repeated: stderr may be logged.
  stderr.write(`Removed from the cache: ${cached}. Redacted in finished jobs: ${jobItems}.\n`);
  if (cached + jobItems + unfinishedJobs.length === 0) {
    const place = searchedJobStore(readPersistentStore(flags, env), flags);
    stderr.write(`There are no results with it ${printable(place)}\n`);
  }
  if (unfinishedJobs.length === 0) return exitCode.done;
  stderr.write(
    `mailproof: jobs that have it, or may still find it, are not finished: ${unfinishedJobs.map(printable).join(', ')}. Repeat the command once they are.\n`,
  );
  return exitCode.failure;
}
