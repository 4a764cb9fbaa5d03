import { type Command, Option } from 'commander';
import { addNetworkOptions } from '../settings/network.ts';
import { addStoreOption } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';
import type { LookupFlags } from './lookup-run.ts';

const help = `
A person who is known by one name only may lack the other: mailproof lookup "" Rivaldo example.com

Exit codes:
  0    an answer, whatever it is
  1    the credits do not suffice
  2    an argument, an option or a setting is wrong
  3    our side fails: no resolver answers, no mail server or storage can be reached
  130  interrupted
  With --exit-code the answer decides: 0 found, 12 not found or not in time.`;

/** Adds `mailproof lookup`. `finish` gets the exit code. */
export function addLookupCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = program
    .command('lookup')
    .description('find the address of a person at a domain')
    .argument('<first>', 'first name, such as Ann')
    .argument('<last>', 'last name, such as Baker')
    .argument('<domain>', 'domain, such as example.org')
    .option('--json', 'print the result as one JSON object')
    .addOption(
      new Option('--timeout <seconds>', 'answer after so long at the latest, 1 to 600').default('90', '90'),
    )
    .option('--account <name>', 'who pays; without it nothing is charged')
    .option('--exit-code', 'exit with 0 if found, 12 if not');
  addStoreOption(command, { byDefault: 'none; with --account sqlite:mailproof.db' });
  addNetworkOptions(command);
  command.addHelpText('after', help);
  command.action(async (first: string, last: string, domain: string, flags: LookupFlags) => {
    // Only here, so that other commands start without loading the engine.
    const { lookup } = await import('./lookup-run.ts');
    finish(await lookup({ first_name: first, last_name: last, domain }, flags, terminal));
  });
}
