import { type Command, Option } from 'commander';
import { memoryStores } from '../../memory/index.ts';
import { exitCode, exitCodeOfStatus } from '../exit-code.ts';
import { jsonLine } from '../output/printable.ts';
import { tracePrinter } from '../output/trace-printer.ts';
import { tracedDns } from '../output/traced-dns.ts';
import { verdictCard } from '../output/verdict-card.ts';
import { addLevelOption, type LevelFlags } from '../settings/level.ts';
import { addNetworkOptions, type NetworkCommandFlags, openNetwork } from '../settings/network.ts';
import { readTimeoutMs, readVerificationOptions } from '../settings/network-settings.ts';
import { showsColour, type Terminal } from '../terminal.ts';

interface VerifyFlags extends NetworkCommandFlags, LevelFlags {
  readonly timeout: string;
  readonly json?: boolean;
  readonly trace?: boolean;
  readonly exitCode?: boolean;
}

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
    .addOption(new Option('--timeout <seconds>', 'answer within this time, 1 to 600').default('70', '70'))
    .option('--trace', 'show DNS answers and the dialogue with the mail servers on stderr')
    .option('--exit-code', 'exit with 0 if safe, 10 risky, 11 invalid, 12 unknown');
  addLevelOption(command);
  addNetworkOptions(command);
  command.addHelpText('after', exitCodesHelp);
  command.action(async (address: string, flags: VerifyFlags) =>
    finish(await verify(address, flags, terminal)),
  );
}

/**
 * Verifies one address and prints the verdict. Throws InvalidArgument for a setting, and what the engine throws.
 */
async function verify(address: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  // Only here, so that other commands start without loading the engine.
  const { createEngine } = await import('../../../src/engine.ts');
  const { stdout, stderr, env, signal } = terminal;
  const timeoutMs = readTimeoutMs(flags.timeout);
  const options = readVerificationOptions(flags, env);
  await using network = await openNetwork(flags, env);
  const { clock, dns, egresses } = network.ports;
  const write = (text: string) => stderr.write(text);
  const startedAt = clock.now();
  await using engine = createEngine(
    {
      ...memoryStores({ clock }),
      ...network.ports,
      ...(flags.trace ? { dns: tracedDns(dns, { write, now: () => clock.now(), startedAt }) } : {}),
    },
    {
      ...options,
      ...(flags.trace ? { trace: tracePrinter(write, startedAt, { showsEgress: egresses.length > 1 }) } : {}),
    },
  );
  const verification = await engine.verify(address, { timeoutMs, signal, level: flags.level });
  stdout.write(
    flags.json
      ? jsonLine(verification)
      : verdictCard(verification, {
          durationMs: clock.now() - startedAt,
          colour: showsColour(stdout, env),
          columns: stdout.columns,
        }),
  );
  return flags.exitCode ? exitCodeOfStatus[verification.status] : exitCode.done;
}
