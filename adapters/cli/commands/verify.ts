import { Option } from 'commander';
import { memoryStores } from '../../memory/index.ts';
import { exitCode, exitCodeOfStatus } from '../exit-code.ts';
import { jsonLine } from '../output/printable.ts';
import { verdictCard } from '../output/result-cards.ts';
import { requireStdout } from '../output/stdout.ts';
import { tracePrinter } from '../output/trace-printer.ts';
import { addLevelOption, type LevelFlags } from '../settings/level.ts';
import { addNetworkOptions, type NetworkCommandFlags, openNetwork } from '../settings/network.ts';
import { readTimeoutMs, readVerificationOptions } from '../settings/network-settings.ts';
import { type AddCommand, showsColour, type Terminal } from '../terminal.ts';

interface VerifyFlags extends NetworkCommandFlags, LevelFlags {
  readonly timeout: string;
  readonly json?: boolean;
  readonly trace?: boolean;
  readonly exitCode?: boolean;
}

const exitCodesHelp = `
Exit codes:
  0    a verdict, whatever it is
  2    an option or a setting is wrong, or stdout is closed and --exit-code not set
  3    our side fails: no resolver answers, no mail server can be reached
  130  interrupted
  With --exit-code the verdict decides: 0 safe, 10 risky, 11 invalid, 12 unknown; of several, the highest.`;

/** Adds `mailproof verify`. `finish` gets the exit code. */
export const addVerifyCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('verify')
    .description('find out whether an address takes mail; for a list, see mailproof bulk')
    .argument('<address...>', 'one address or several, such as ann@example.org')
    .option('--json', 'print each result as one JSON object')
    .addOption(
      new Option('--timeout <seconds>', 'answer for each address within this time, 1 to 600').default(
        '70',
        '70',
      ),
    )
    .option('--trace', 'show DNS answers and the dialogue with the mail servers on stderr')
    .option('--exit-code', 'exit with 0 if safe, 10 risky, 11 invalid, 12 unknown');
  addLevelOption(command);
  addNetworkOptions(command);
  command.addHelpText('after', exitCodesHelp);
  requireStdout(command, terminal.stdout, 'exitCode');
  command.action(async (addresses: readonly string[], flags: VerifyFlags) =>
    finish(await verify(addresses, flags, terminal)),
  );
};

/**
 * Verifies addresses one after another and prints each verdict as soon as it is known. Throws InvalidArgument for a
 * setting, and what the engine throws.
 */
async function verify(addresses: readonly string[], flags: VerifyFlags, terminal: Terminal): Promise<number> {
  // Only here, so that other commands start without loading the engine.
  const { createEngine } = await import('../../../src/engine.ts');
  const { stdout, stderr, env, signal } = terminal;
  const timeoutMs = readTimeoutMs(flags.timeout);
  const options = readVerificationOptions(flags, env);
  await using network = await openNetwork(flags, env);
  const { clock, egresses } = network.ports;
  const write = (text: string) => stderr.write(text);
  const startedAt = clock.now();
  await using engine = createEngine(
    { ...memoryStores({ clock }), ...network.ports },
    {
      ...options,
      ...(flags.trace ? { trace: tracePrinter(write, startedAt, { showsEgress: egresses.length > 1 }) } : {}),
    },
  );
  let highest: number = exitCode.done;
  for (const [index, address] of addresses.entries()) {
    const askedAt = clock.now();
    const verification = await engine.verify(address, { timeoutMs, signal, level: flags.level });
    if (flags.json) stdout.write(jsonLine(verification));
    else {
      const card = verdictCard(verification, {
        durationMs: clock.now() - askedAt,
        colour: showsColour(stdout, env),
        columns: stdout.columns,
      });
      stdout.write(index === 0 ? card : `\n${card}`);
    }
    highest = Math.max(highest, exitCodeOfStatus[verification.status]);
  }
  return flags.exitCode ? highest : exitCode.done;
}
