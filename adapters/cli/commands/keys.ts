import type { Command } from 'commander';
import type { KeyRecord } from '../../../src/ports/key-store.ts';
import { exitCode } from '../exit-code.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { quoteForShell } from '../output/quote-for-shell.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { recordKeyCreated } from '../service/first-key.ts';
import {
  addStoreOption,
  openStores,
  readPersistentStore,
  type StoreFlags,
  storeArgument,
} from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';

interface CreateFlags extends StoreFlags {
  readonly account: string;
  readonly label?: string;
}

interface ListFlags extends StoreFlags {
  readonly account: string;
  readonly json?: boolean;
}

/** Adds `mailproof keys create|revoke|list`. `finish` gets the exit code. */
export function addKeysCommand(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const keys = program
    .command('keys')
    .description('create, revoke and list API keys, also while the server runs');

  const create = keys
    .command('create')
    .description('create an API key; it is the last line of stdout, and is shown only once')
    .requiredOption('--account <name>', 'the account that pays for requests with the key')
    .option('--label <text>', 'what the key is for');
  addStoreOption(create);
  create.action(async (flags: CreateFlags) => finish(await createKey(flags, terminal)));

  const revoke = keys
    .command('revoke')
    .description('revoke an API key: it is refused from now on')
    .argument('<key>', 'the key itself, or its id');
  addStoreOption(revoke);
  revoke.action(async (key: string, flags: StoreFlags) => finish(await revokeKey(key, flags, terminal)));

  const list = keys
    .command('list')
    .description('show the keys of an account, oldest first, without the keys themselves')
    .requiredOption('--account <name>', 'the account that the keys belong to')
    .option('--json', 'print one JSON object per line');
  addStoreOption(list);
  list.action(async (flags: ListFlags) => finish(await listKeys(flags, terminal)));
}

async function createKey(flags: CreateFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const { account, label } = flags;
  const location = readPersistentStore(flags, env);
  const stores = await openStores(location);
  try {
    const { key, record } = await stores.keys.create({ account, ...(label === undefined ? {} : { label }) });
    await recordKeyCreated(stores.cache);
    const { available } = await stores.ledger.balance(account);
    stderr.write(
      `The key ${record.id} of ${printable(account)}, for the header X-API-Key. It is shown this once: keep it.\n`,
    );
    if (available === 0) {
      stderr.write(
        `It has no credits yet: mailproof credits add --account ${quoteForShell(account)} 100${storeArgument(location)}\n`,
      );
    }
    stdout.write(`${key}\n`);
    return exitCode.done;
  } finally {
    await stores.close();
  }
}

async function revokeKey(key: string, flags: StoreFlags, { stderr, env }: Terminal): Promise<number> {
  const stores = await openStores(readPersistentStore(flags, env));
  try {
    const revoked = await stores.keys.revoke(key);
    // The argument is not repeated: it may be a key, and stderr may be logged.
    stderr.write(
      revoked
        ? 'Revoked: requests with this key are refused from now on.\n'
        : 'mailproof: no live key is or has this id. See mailproof keys list.\n',
    );
    return revoked ? exitCode.done : exitCode.failure;
  } finally {
    await stores.close();
  }
}

async function listKeys(flags: ListFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const stores = await openStores(readPersistentStore(flags, env));
  try {
    const records = await stores.keys.list(flags.account);
    if (flags.json) stdout.write(records.map((record) => jsonLine(jsonOf(record))).join(''));
    else if (records.length > 0) stdout.write(textTable(columns, records));
    else stderr.write(`${printable(flags.account)} has no keys.\n`);
    return exitCode.done;
  } finally {
    await stores.close();
  }
}

const columns: readonly TextColumn<KeyRecord>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'label', text: ({ label }) => label ?? '-' },
  { title: 'created', text: ({ createdAt }) => isoTime(createdAt) },
  { title: 'revoked', text: ({ revokedAt }) => (revokedAt === null ? '-' : isoTime(revokedAt)) },
];

function jsonOf({ id, account, label, createdAt, revokedAt }: KeyRecord) {
  return {
    id,
    account,
    label,
    created_at: isoTime(createdAt),
    revoked_at: revokedAt === null ? null : isoTime(revokedAt),
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
