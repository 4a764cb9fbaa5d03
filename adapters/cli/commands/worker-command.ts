import type { Command } from 'commander';
import { addLogLevelOption } from '../service/log-level.ts';
import { bulkSettings } from '../settings/bulk-settings.ts';
import { addNetworkOptions } from '../settings/network.ts';
import { monitorSettings } from '../settings/server-settings.ts';
import { addSettingOptions } from '../settings/setting-value.ts';
import { addStoreOption } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';
import type { WorkerFlags } from './worker-run.ts';

const help = `
Any number of workers may work on one Redis, on any number of machines. One that is killed loses nothing: the
others take over what it had.

SIGTERM and SIGINT end it once what it holds is handed back; a second one ends it at once.

Exit codes:
  0    it was told to end, and has handed back what it held
  1    something nobody foresaw
  2    an option or a setting is wrong
  3    the storage is out of reach`;

/** Adds `mailproof worker`. `finish` gets the exit code. */
export function addWorkerCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = program
    .command('worker')
    .description("work on a store's bulk jobs, without serving anything");
  addStoreOption(command);
  addSettingOptions(command, bulkSettings);
  addSettingOptions(command, monitorSettings);
  addLogLevelOption(command, 'log from this level up: JSON lines on stderr');
  addNetworkOptions(command);
  command.addHelpText('after', help);
  command.action(async (flags: WorkerFlags) => {
    // Only here, so that other commands start without loading the engine.
    const { work } = await import('./worker-run.ts');
    finish(await work(flags, terminal));
  });
}
