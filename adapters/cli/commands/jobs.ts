import type { Command } from 'commander';
import { exitCode } from '../exit-code.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addStoreOption, type StoreFlags } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `mailproof jobs delete`. `finish` gets the exit code. */
export function addJobsCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const jobs = program.command('jobs').description('delete bulk jobs, also while the server runs');
  const remove = jobs
    .command('delete')
    .description('delete a job that has finished, with its addresses, results and idempotency key')
    .argument('<id>', 'the id that its submission returned');
  addStoreOption(remove);
  remove.action(async (id: string, flags: StoreFlags) => finish(await deleteJob(id, flags, terminal)));
}

async function deleteJob(id: string, flags: StoreFlags, { stderr, env }: Terminal): Promise<number> {
  const engine = await openOfflineEngine(flags, env);
  try {
    await engine.jobs.delete(id);
    stderr.write('Deleted.\n');
    return exitCode.done;
  } finally {
    await engine.close();
  }
}
