import { type Command, Option } from 'commander';
import { addNetworkOptions } from '../settings/network.ts';
import type { Terminal } from '../terminal.ts';
import type { VerifyFlags } from './verify-run.ts';

const exitCodesHelp = `
Exit codes:
  0    a verdict, whatever it is
  2    an option or a setting is wrong
  3    our side fails: no resolver answers, no mail server can be reached
  130  interrupted
  With --exit-code the verdict decides: 0 safe, 10 risky, 11 invalid, 12 unknown.`;

/** Adds `mailproof verify`. `finish` gets the exit code. */
export function addVerifyCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const command = program
    .command('verify')
    .description('find out whether an address takes mail')
    .argument('<address>', 'the address, such as ann@example.org')
    .option('--json', 'print the result as one JSON object')
    .addOption(
      new Option('--timeout <seconds>', 'answer after so long at the latest, 1 to 600').default('70', '70'),
    )
    .option('--trace', 'show DNS answers and the dialogue with the mail servers on stderr')
    .option('--exit-code', 'exit with 0 if safe, 10 risky, 11 invalid, 12 unknown');
  addNetworkOptions(command);
  command.addHelpText('after', exitCodesHelp);
  command.action(async (address: string, flags: VerifyFlags) => {
    // Only here, so that other commands start without loading the engine.
    const { verify } = await import('./verify-run.ts');
    finish(await verify(address, flags, terminal));
  });
}
