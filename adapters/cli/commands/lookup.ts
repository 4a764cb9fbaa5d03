import { Option } from 'commander';
import { companyDomain } from '../../../src/address/company-domain.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { LookupRow } from '../../../src/resources.ts';
import { memoryStores } from '../../memory/index.ts';
import { exitCode, exitCodeOfStatus } from '../exit-code.ts';
import { jsonLine } from '../output/printable.ts';
import { lookupCard } from '../output/result-cards.ts';
import { requireStdout } from '../output/stdout.ts';
import { addNetworkOptions, type NetworkCommandFlags, openNetwork } from '../settings/network.ts';
import { readTimeoutMs, readVerificationOptions } from '../settings/network-settings.ts';
import { openConfiguredStores } from '../settings/sandbox-stores.ts';
import { addStoreOption, type StoreFlags } from '../settings/stores.ts';
import { type AddCommand, showsColour, type Terminal } from '../terminal.ts';

interface LookupFlags extends NetworkCommandFlags, StoreFlags {
  readonly timeout: string;
  readonly json?: boolean;
  readonly account?: string;
  readonly exitCode?: boolean;
}

const help = `
A person with one name only is looked up with the other one empty: mailproof lookup "" Rivaldo example.com

Exit codes:
  0    an answer, whatever it is
  1    the credits do not suffice
  2    an argument, an option or a setting is wrong, or stdout is closed and --exit-code not set
  3    our side fails: no resolver answers, no mail server or storage can be reached
  130  interrupted
  With --exit-code the answer decides: 0 found, 12 not found or not in time.`;

/** Adds `mailproof lookup`. `finish` gets the exit code. */
export const addLookupCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('lookup')
    .description('find the address of a person at a domain')
    .argument('<first>', 'first name, such as Ann')
    .argument('<last>', 'last name, such as Baker')
    .argument('<domain>', 'domain, such as example.org, or a URL or an address there')
    .option('--json', 'print the result as one JSON object')
    .addOption(new Option('--timeout <seconds>', 'answer within this time, 1 to 600').default('90', '90'))
    .option('--account <name>', 'the account that pays; without it nothing is charged')
    .option('--exit-code', 'exit with 0 if found, 12 if not');
  addStoreOption(command, { byDefault: 'none; with --account sqlite:mailproof.db' });
  addNetworkOptions(command);
  command.addHelpText('after', help);
  requireStdout(command, terminal.stdout, 'exitCode');
  command.action(async (first: string, last: string, cell: string, flags: LookupFlags) => {
    const row = { first_name: first, last_name: last, domain: companyDomain(cell) ?? cell };
    finish(await lookup(row, flags, terminal));
  });
};

/** An interrupted lookup settles its charge first. */
const maxClosingMs = 10_000;

/**
 * Looks up one person and prints the answer. Throws InvalidArgument for an argument or a setting, and what the
 * engine throws.
 */
async function lookup(row: LookupRow, flags: LookupFlags, terminal: Terminal): Promise<number> {
  // Only here, so that other commands start without loading the engine.
  const { createEngine } = await import('../../../src/engine.ts');
  const { stdout, env, signal } = terminal;
  const { account } = flags;
  checkRow(row);
  const timeoutMs = readTimeoutMs(flags.timeout);
  const options = readVerificationOptions(flags, env);
  await using network = await openNetwork(flags, env);
  const { clock } = network.ports;
  const configured = await openConfiguredStores(flags, env);
  await using engine = createEngine(
    { ...(configured?.stores ?? memoryStores({ clock })), ...network.ports },
    options,
  );
  if (account !== undefined) terminal.allowClosing(maxClosingMs);
  const startedAt = clock.now();
  const payer = account === undefined ? {} : { account };
  const found = await engine.lookup(row, { timeoutMs, signal, ...payer });
  stdout.write(
    flags.json
      ? jsonLine(found)
      : lookupCard(found, {
          durationMs: clock.now() - startedAt,
          colour: showsColour(stdout, env),
          columns: stdout.columns,
        }),
  );
  return flags.exitCode ? exitCodeOfStatus[found.status] : exitCode.done;
}

/** Lengths are those of the service document, POST /v1/email-lookup, except that one of the names may be empty. */
function checkRow({ first_name, last_name, domain }: LookupRow): void {
  for (const [parameter, text, minLength] of [
    ['first', first_name, 0],
    ['last', last_name, 0],
    ['domain', domain, 3],
  ] as const) {
    const { length } = [...text.trim()];
    if (length >= minLength && length <= maxFieldLength) continue;
    const range = minLength === 0 ? `at most ${maxFieldLength}` : `${minLength} to ${maxFieldLength}`;
    throw new InvalidArgument(
      parameter,
      `The ${parameterNames[parameter]} has ${length} characters. Give ${range}.`,
    );
  }
  if (first_name.trim() === '' && last_name.trim() === '') {
    throw new InvalidArgument('first', 'There is no name. Give a first name, a last name, or both.');
  }
}

const maxFieldLength = 255;
const parameterNames = { first: 'first name', last: 'last name', domain: 'domain' } as const;
