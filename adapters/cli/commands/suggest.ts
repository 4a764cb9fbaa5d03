import { exitCode } from '../exit-code.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface SuggestFlags {
  readonly json?: boolean;
}

const help = `
Compares the domain with the hundred commonest. Asks nobody, and costs nothing. Suggests nothing where the domain may
be meant. A suggestion is a question to a person: do not correct addresses by it.

Exit codes:
  0    an answer for every address, whatever it is
  2    an argument is no address; the others have their answers`;

/** Adds `mailproof suggest`. `finish` gets the exit code. */
export const addSuggestCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('suggest')
    .description('find the address that was probably meant if its domain looks like a typo')
    .argument('<address...>', 'one address or several, such as ann@gmial.com')
    .option('--json', 'print one JSON object per line: email, and suggestion, which is null if there is none')
    .addHelpText('after', help);
  requireStdout(command, terminal.stdout);
  command.action(async (addresses: readonly string[], flags: SuggestFlags) =>
    finish(await suggestAddresses(addresses, flags, terminal)),
  );
};

/** Something on each side of an @. */
const looksLikeAddress = /[^@]@[^@]/;

/** Prints a line for each address, and names on stderr what is not an address. */
async function suggestAddresses(
  addresses: readonly string[],
  flags: SuggestFlags,
  { stdout, stderr }: Terminal,
): Promise<number> {
  // Only here, so that other commands start without loading it.
  const { suggest } = await import('../../../src/address/suggestion/suggestion.ts');
  for (const email of addresses.filter((address) => looksLikeAddress.test(address))) {
    const suggestion = suggest(email)?.email ?? null;
    stdout.write(flags.json ? jsonLine({ email, suggestion }) : lineOf(email, suggestion));
  }
  const others = addresses.filter((address) => !looksLikeAddress.test(address));
  if (others.length === 0) return exitCode.done;
  stderr.write(`mailproof: ${printable(refusalOf(others))}\n`);
  return exitCode.usage;
}

function refusalOf(others: readonly string[]): string {
  const quoted = others.map((text) => `"${text}"`);
  const last = quoted.pop();
  return quoted.length === 0
    ? `${last} is not an address. Give all of it, such as ann@gmial.com.`
    : `${quoted.join(', ')} and ${last} are not addresses. Give all of each, such as ann@gmial.com.`;
}

function lineOf(email: string, suggestion: string | null): string {
  const address = printable(email);
  return suggestion === null
    ? `${address}: nothing to suggest\n`
    : `${address}: did you mean ${printable(suggestion)}?\n`;
}
