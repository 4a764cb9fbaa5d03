import { join, parse } from 'node:path';
import { Option } from 'commander';
import { InvalidArgument } from '../../../src/errors.ts';
import { encodings } from '../../lists/encoding.ts';
import type { ProcessFileFlags } from '../bulk/process-file.ts';
import { exitCode } from '../exit-code.ts';
import { onlyDescription } from '../output/result-filter.ts';
import { bulkSettings } from '../settings/engine-settings.ts';
import { addLevelOption } from '../settings/level.ts';
import { addNetworkOptions } from '../settings/network.ts';
import { addSettingOptions } from '../settings/setting-value.ts';
import { addStoreOption } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface BulkFlags extends Omit<ProcessFileFlags, 'out'> {
  readonly out?: string;
  readonly lookup?: boolean;
}

const help = `
Reads workbooks of Excel (xlsx): the first sheet with addresses. Reads CSV in UTF-8, in UTF-16 and in Latin-1 where
that is sure, or as --encoding says (latin1 is Windows-1252 too), its cells separated by commas, semicolons, tabs or
vertical bars, and a plain list with --no-header. A list that seems to have another separator is refused. Cells such as
Ann Baker <ann@example.com> and ann@example.com (work) are read as their addresses. Of several addresses in a cell
each is verified; the row gets the worst of their results, and its explanation says all. Where a word may belong to an
address, as in ann baker@example.com, the row is unknown.
Writes every row unchanged, followed by the columns status, substatus, explanation, email_provider, mx_record,
is_domain_catch_all, is_secure_email_gateway, is_disposable, is_role_account, is_free, confidence and suggestion (the
address that was probably meant, if the domain looks like a typo). A column whose name is taken is called
mailproof_status and so on. The cells of these columns are safe in a spreadsheet; those of the input are not changed.

With --lookup, each row has a first name, a last name and a domain, found by common names of columns
such as "First Name" or given_name; a file of three columns without a header has them in this order. A person
may have one name only. The domain may also be the URL of a website, or an address; a page at a social network counts
as none. The result columns then begin with email and end with credits_consumed.

With --level dns or syntax, no mail server is asked, so that port 25, --helo and --mail-from are not needed. The
status is then invalid, risky for disposable addresses, or unknown with the substatus not_asked, and never safe.

If it is interrupted or killed, the same command resumes where it was, also if the same list is piped in again. Until
it is complete, its results are kept in a file beside the output, <out>.mailproof, or in the store that --store sets.
The same holds if they cannot be written, as to a full disk or to a pipe that nobody reads any more. Results on stdout
need --store, or --account, to be resumed. A stdout that is closed is refused; > /dev/null discards them. A list on
stdin has one GiB at most.

Exit codes:
  0    the results are written
  1    the credits do not suffice, another run of the same output is under way or has finished meanwhile,
       the run could not be completed, the results could not be written, or an unexpected error
  2    an option, a setting or the file is wrong
  3    the storage is out of reach
  130  interrupted`;

/** Adds `mailproof bulk`. `finish` gets the exit code. */
export const addBulkCommand: AddCommand = (program, terminal, finish) => {
  const command = program
    .command('bulk')
    .description('verify the addresses of a CSV file, or look up its people, and write it with their results')
    .argument('<file>', 'the CSV file, or - for stdin')
    .option(
      '--out <file>',
      'where the results go: a file that does not exist yet, or - for stdout (default: list.results.csv for list.csv, stdout for stdin; one named .xlsx is a workbook)',
    )
    .option('--only <statuses>', `write ${onlyDescription}`)
    .option('--split', 'write a file for each status that rows have: list.results.safe.csv and so on')
    .option('--lookup', 'look up the addresses of people, instead of verifying addresses')
    .option(
      '--column <name>',
      'name or number of the column with the addresses (default: the one that alone seems to have them)',
    )
    .option(
      '--columns <first,last,domain>',
      'names or numbers of the columns of people (default: found by name)',
    )
    .addOption(
      new Option('--encoding <name>', 'how the file is encoded (default: detected)').choices(encodings),
    )
    .option('--no-header', 'the first line is a row like the others')
    .option(
      '--known <file>',
      'a CSV file of what became of your mail (columns email, delivered_at, opened_at, bounced_at, bounce, complained_at), for addresses of which no server can tell',
    )
    .option('--name <text>', 'what the job is called in lists of jobs (default: the name of the file)')
    .option('--account <name>', 'the account that pays; without it nothing is charged');
  addStoreOption(command, { byDefault: 'a file beside the output; with --account sqlite:mailproof.db' });
  addSettingOptions(command, bulkSettings);
  addLevelOption(command);
  addNetworkOptions(command);
  command.addHelpText('after', help);
  command.action(async (file: string, flags: BulkFlags) => finish(await bulk(file, flags, terminal)));
};

/** Verifies the addresses of a CSV file, or looks up its people. Rejects as `processFile` does. */
async function bulk(file: string, given: BulkFlags, terminal: Terminal): Promise<number> {
  checkColumnFlags(given);
  const flags = { ...given, out: given.out ?? outputFor(file), namesOutput: given.out === undefined };
  // Only here, so that other commands start without loading the engine.
  const { processFile } = await import('../bulk/process-file.ts');
  if (flags.lookup) {
    const { lookupTask } = await import('../bulk/lookup-task.ts');
    await processFile(lookupTask, file, flags, terminal);
  } else {
    const { verificationTaskAt } = await import('../bulk/verification-task.ts');
    await processFile(verificationTaskAt(flags.level), file, flags, terminal);
  }
  return exitCode.done;
}

/** Returns where the results of a list go if nothing is set: beside it, named after it; for stdin, to stdout. */
function outputFor(file: string): string {
  if (file === '-') return '-';
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}.results${ext.toLowerCase() === '.xlsx' ? ext : '.csv'}`);
}

function checkColumnFlags({ lookup = false, level, column, columns }: BulkFlags): void {
  if (lookup && level !== 'smtp') {
    throw new InvalidArgument('--level', '--level is for addresses to verify. A lookup asks mail servers.');
  }
  if (lookup && column !== undefined) {
    throw new InvalidArgument(
      '--column',
      '--column is for addresses to verify. With --lookup, use --columns.',
    );
  }
  if (!lookup && columns !== undefined) {
    throw new InvalidArgument(
      '--columns',
      '--columns is for people to look up. Add --lookup, or use --column.',
    );
  }
}
