import { resolve } from 'node:path';
import type { Command } from 'commander';
import { toCredits } from '../../../src/credit-units.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { StoreContent } from '../../sqlite/database-copy.ts';
import { exitCode } from '../exit-code.ts';
import { printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { addStoreOption, readPersistentStore, type StoreFlags } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface RestoreFlags extends StoreFlags {
  readonly overwrite?: boolean;
}

/** Adds `mailproof store backup|restore|schema`. `finish` gets the exit code. */
export const addStoreCommand: AddCommand = (program, terminal, finish) => {
  const store = program
    .command('store')
    .description('back up and restore a store in an SQLite file, or print the schema of one in PostgreSQL');

  const backup = store
    .command('backup')
    .description(
      'copy accounts, keys, jobs and results into a new file, also while the server runs, and check it',
    )
    .argument('<file>', 'the copy, which only its owner may read');
  addStoreOption(backup);
  backup.action(async (file: string, flags: StoreFlags) => finish(await backUp(file, flags, terminal)));

  const restore = store
    .command('restore')
    .description('check a backup, and put it in the place of the store, which no process may have open')
    .argument('<file>', 'the backup, which stays as it is')
    .option('--overwrite', 'also if the store has accounts, keys or jobs, which are lost');
  addStoreOption(restore);
  restore.action(async (file: string, flags: RestoreFlags) =>
    finish(await restoreFrom(file, flags, terminal)),
  );

  addSchemaCommand(store, terminal);
};

function addSchemaCommand(store: Command, { stdout }: Terminal): void {
  const schema = store
    .command('schema')
    .description(
      'print the SQL of the PostgreSQL store, for a database in which mailproof may not create its schema',
    )
    .option('--name <schema>', 'the name of the schema', 'mailproof');
  requireStdout(schema, stdout);
  schema.action(async ({ name }: { name: string }) => {
    const { postgresSchema } = await import('../../postgres/schema-state.ts');
    stdout.write(`BEGIN;\n${postgresSchema(name)}COMMIT;\n`);
  });
}

async function backUp(file: string, flags: StoreFlags, { stderr, env }: Terminal): Promise<number> {
  const store = storeFile(flags, env);
  const { backUpDatabase } = await import('../../sqlite/database-copy.ts');
  const content = backUpDatabase(store, resolve(file));
  stderr.write(`${printable(file)} is a checked copy of ${printable(store)}: ${contentText(content)}.\n`);
  return exitCode.done;
}

async function restoreFrom(file: string, flags: RestoreFlags, { stderr, env }: Terminal): Promise<number> {
  const store = storeFile(flags, env);
  const { restoreDatabase } = await import('../../sqlite/database-copy.ts');
  const content = restoreDatabase(resolve(file), store, { overwrite: flags.overwrite ?? false });
  stderr.write(`${printable(store)} is restored from ${printable(file)}: ${contentText(content)}.\n`);
  return exitCode.done;
}

/** Returns the path of the store. Throws InvalidArgument if it is not a file. */
function storeFile(flags: StoreFlags, env: Terminal['env']): string {
  const location = readPersistentStore(flags, env);
  if (location.kind === 'sqlite') return resolve(location.file);
  const way =
    location.kind === 'postgres'
      ? 'Copy a PostgreSQL store with "pg_dump", and put it back with "pg_restore"'
      : 'Redis copies itself: "redis-cli --rdb FILE"';
  throw new InvalidArgument(
    location.source ?? '--store',
    `This copies stores in SQLite files only. ${way} (docs/operations.md, Backups).`,
  );
}

function contentText({ accounts, milliCredits, keys, jobs }: StoreContent): string {
  return [
    `${count(accounts, 'account')} with ${count(toCredits(milliCredits), 'credit')}`,
    count(keys, 'API key'),
    count(jobs, 'job'),
  ].join(', ');
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
