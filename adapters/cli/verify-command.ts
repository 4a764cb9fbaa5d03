import { type Command, Option } from 'commander';
import { createEngine } from '../../src/engine.ts';
import type { NetworkPorts } from '../../src/ports.ts';
import { memoryStores } from '../memory/index.ts';
import { netPorts } from '../net/index.ts';
import { demoWorld, startSandbox } from '../sandbox/index.ts';
import { exitCode, exitCodeOfStatus } from './exit-code.ts';
import { jsonLine } from './printable.ts';
import {
  asSettingError,
  type NetworkFlags,
  type NetworkSetting,
  networkSettings,
  readMaxConnections,
  readNetworkSettings,
  readTimeoutMs,
} from './settings.ts';
import { showsColour, type Terminal } from './terminal.ts';
import { tracePrinter } from './trace-printer.ts';
import { tracedDns } from './traced-dns.ts';
import { verdictCard } from './verdict-card.ts';

interface VerifyFlags extends NetworkFlags {
  readonly timeout: string;
  readonly json?: boolean;
  readonly trace?: boolean;
  readonly exitCode?: boolean;
  readonly sandbox?: boolean;
}

/** The simulated internet brings its own. */
const settingsOfTheInternet = [
  'dns',
  'smtpPort',
  'helo',
  'mailFrom',
  'allowPrivateHosts',
] satisfies NetworkSetting[];

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
    .option('--exit-code', 'exit with 0 if safe, 10 risky, 11 invalid, 12 unknown')
    .addOption(
      new Option(
        '--sandbox',
        'ask a simulated internet on this machine (its addresses: mailproof demo)',
      ).conflicts(settingsOfTheInternet),
    );
  for (const { flag, about, variable, ...rest } of Object.values(networkSettings)) {
    command.option('value' in rest ? `${flag} ${rest.value}` : flag, `${about} [${variable}]`);
  }
  command.addHelpText('after', exitCodesHelp);
  command.action(async (address: string, flags: VerifyFlags) =>
    finish(await verify(address, flags, terminal)),
  );
}

async function verify(address: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env, signal } = terminal;
  const timeoutMs = readTimeoutMs(flags.timeout);
  const maxConnections = readMaxConnections(flags, env);
  await using network = await openNetwork(flags, terminal);
  const { clock, dns } = network.ports;
  const write = (text: string) => stderr.write(text);
  const startedAt = clock.now();
  await using engine = createEngine(
    {
      ...memoryStores({ clock }),
      ...network.ports,
      ...(flags.trace ? { dns: tracedDns(dns, { write, now: () => clock.now(), startedAt }) } : {}),
    },
    {
      ...(maxConnections === undefined ? {} : { maxConnections }),
      ...(flags.trace ? { trace: tracePrinter(write, startedAt) } : {}),
    },
  );
  const verification = await engine.verify(address, { timeoutMs, signal });
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

interface OpenNetwork extends AsyncDisposable {
  readonly ports: NetworkPorts;
}

/** The internet as it is set up, or a simulated one. The engine closes the ports; disposing ends the simulation. */
async function openNetwork(flags: VerifyFlags, { env }: Terminal): Promise<OpenNetwork> {
  if (flags.sandbox) {
    const sandbox = await startSandbox(demoWorld().world);
    return { ports: netPorts(sandbox.network), [Symbol.asyncDispose]: () => sandbox.close() };
  }
  const settings = readNetworkSettings(flags, env);
  try {
    return { ports: netPorts(settings), [Symbol.asyncDispose]: async () => {} };
  } catch (error) {
    throw asSettingError(error, flags, env);
  }
}
