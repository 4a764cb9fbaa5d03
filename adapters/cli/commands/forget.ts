import type { Command } from 'commander';
import { exitCode } from '../exit-code.ts';
import { printable } from '../output/printable.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addStoreOption, type StoreFlags } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `mailproof forget`. `finish` gets the exit code: 1 if unfinished jobs still have the address. */
export function addForgetCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const forget = program
    .command('forget')
    .description('remove an address from the cache and from finished jobs, also while the server runs')
    .argument('<email>', 'the address, in any of its spellings');
  addStoreOption(forget);
  forget.action(async (email: string, flags: StoreFlags) =>
    finish(await forgetAddress(email, flags, terminal)),
  );
}

async function forgetAddress(email: string, flags: StoreFlags, terminal: Terminal): Promise<number> {
  const { stderr, env, signal } = terminal;
  const engine = await openOfflineEngine(flags, env);
  try {
    const { cached, jobItems, unfinishedJobs } = await engine.forget(email, { signal });
    // The address is not repeated: stderr may be logged.
    stderr.write(`Removed from the cache: ${cached}. Redacted in finished jobs: ${jobItems}.\n`);
    if (unfinishedJobs.length === 0) return exitCode.done;
    stderr.write(
      `mailproof: still in jobs that are not finished: ${unfinishedJobs.map(printable).join(', ')}. Repeat the command once they are.\n`,
    );
    return exitCode.failure;
  } finally {
    await engine.close();
  }
}
