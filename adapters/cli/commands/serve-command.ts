import type { Command } from 'commander';
import { addLogLevelOption } from '../service/log-level.ts';
import { bulkSettings } from '../settings/bulk-settings.ts';
import { addNetworkOptions } from '../settings/network.ts';
import { serverSettings } from '../settings/server-settings.ts';
import { addSettingOptions } from '../settings/setting-value.ts';
import { addStoreOption } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';
import type { ServeFlags } from './serve-run.ts';

const exitCodesHelp = `
Bulk jobs are worked on in this process too, unless --no-worker says otherwise.

SIGTERM and SIGINT end it once what is under way is answered, and bulk work handed back; a second one ends it at
once.

Exit codes:
  0    it was told to end, and all is settled
  1    it cannot listen, or something nobody foresaw
  2    an option or a setting is wrong
  3    the storage is out of reach`;

/** Adds `mailproof serve`. `finish` gets the exit code. */
export function addServeCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = program.command('serve').description('serve the HTTP interface under /v1');
  addSettingOptions(command, serverSettings);
  addStoreOption(command);
  addSettingOptions(command, bulkSettings);
  addLogLevelOption(command, 'log from this level up: every request at debug, JSON lines on stderr');
  command
    .option('--log-addresses', 'show the addresses asked for in the log')
    .option('--no-worker', 'leave bulk jobs to other processes on the same store: mailproof worker');
  addNetworkOptions(command);
  command.addHelpText('after', exitCodesHelp);
  command.action(async (flags: ServeFlags) => {
    // Only here, so that other commands start without loading a web server.
    const { serve } = await import('./serve-run.ts');
    finish(await serve(flags, terminal));
  });
}
