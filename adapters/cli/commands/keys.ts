import { isoTime, isoTimeOrNull } from '../../../src/iso-time.ts';
import type { KeyRecord } from '../../../src/ports/key-store.ts';
import { exitCode } from '../exit-code.ts';
import { jsonLine, printable, quoteForShell } from '../output/printable.ts';
import { requireStdout, syncStdout, writeToStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { OutputFailure } from '../output-failure.ts';
import { recordKeyCreated } from '../service/first-key.ts';
import { parseDurationMs } from '../settings/setting-value.ts';
import {
  addStoreOption,
  openStores,
  readPersistentStore,
  type StoreFlags,
  type StoreLocation,
  storeArgument,
  storeName,
} from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface CreateFlags extends StoreFlags {
  readonly account: string;
  readonly label?: string;
  readonly test?: boolean;
}

interface RotateFlags extends StoreFlags {
  readonly oldValidFor: string;
}

interface ListFlags extends StoreFlags {
  readonly account: string;
  readonly json?: boolean;
}

/** Adds `mailproof keys create|rotate|revoke|list`. `finish` gets the exit code. */
export const addKeysCommand: AddCommand = (program, terminal, finish) => {
  const keys = program
    .command('keys')
    .description('create, rotate, revoke and list API keys, also while the server runs');

  const create = keys
    .command('create')
    .description('create an API key; it is the last line of stdout, and is shown only once')
    .requiredOption('--account <name>', 'the account that pays for requests with the key')
    .option('--label <text>', 'what the key is for')
    .option('--test', 'a test key: requests with it are free, and answered from a simulated internet');
  addStoreOption(create);
  requireStdout(create, terminal.stdout);
  create.action(async (flags: CreateFlags) => finish(await createKey(flags, terminal)));

  const rotate = keys
    .command('rotate')
    .description(
      'replace an API key: the new one, the last line of stdout, has the same id, jobs and idempotency keys',
    )
    .argument('<key>', 'the key itself, or its id')
    .option('--old-valid-for <time>', 'how long replaced ones are accepted, such as 30m or 7d, or 0', '24h');
  addStoreOption(rotate);
  requireStdout(rotate, terminal.stdout);
  rotate.action(async (key: string, flags: RotateFlags) => finish(await rotateKey(key, flags, terminal)));

  const revoke = keys
    .command('revoke')
    .description('revoke an API key: it is refused from now on, and only mailproof jobs reaches its jobs')
    .argument('<key>', 'the key itself, or its id');
  addStoreOption(revoke);
  revoke.action(async (key: string, flags: StoreFlags) => finish(await revokeKey(key, flags, terminal)));

  const list = keys
    .command('list')
    .description('show the keys of an account, oldest first, without the keys themselves')
    .requiredOption('--account <name>', 'the account that the keys belong to')
    .option('--json', 'print one JSON object per line');
  addStoreOption(list);
  requireStdout(list, terminal.stdout);
  list.action(async (flags: ListFlags) => finish(await listKeys(flags, terminal)));
};

async function createKey(flags: CreateFlags, terminal: Terminal): Promise<number> {
  const { stderr, env } = terminal;
  const { account, label, test = false } = flags;
  const location = readPersistentStore(flags, env);
  await using stores = await openStores(location);
  const { key, record } = await stores.keys.create({
    account,
    test,
    ...(label === undefined ? {} : { label }),
  });
  const rotation = `mailproof keys rotate ${record.id} --old-valid-for 0${storeArgument(location)}`;
  await showKey({ key, id: record.id, rotation }, terminal);
  stderr.write(
    `The ${test ? 'test key' : 'key'} ${record.id} of ${printable(account)}, for the header X-API-Key. It is shown this once: keep it.\n`,
  );
  if (!test) await recordKeyCreated(stores.cache);
  const { available } = await stores.ledger.balance(account);
  if (available === 0 && !test) {
    stderr.write(
      `It has no credits yet: mailproof credits add --account ${quoteForShell(account)} 100${storeArgument(location)}\n`,
    );
  }
  return exitCode.done;
}

async function rotateKey(key: string, flags: RotateFlags, terminal: Terminal): Promise<number> {
  const { stderr, env } = terminal;
  const oldValidForMs = parseDurationMs(
    { text: flags.oldValidFor, source: '--old-valid-for' },
    {
      maxDays: 365,
      advice: 'Set it to a whole number of s, m, h or d up to 365 days, such as 30m, 24h or 7d, or to 0.',
    },
  );
  const location = readPersistentStore(flags, env);
  await using stores = await openStores(location, { create: false });
  const rotated = await stores.keys.rotate(key, { oldValidForMs });
  if (rotated === undefined) {
    stderr.write(noLiveKeyText(location));
    return exitCode.failure;
  }
  const { id, previousValidUntil } = rotated.record;
  // With the same time, so that a default that is shorter does not end the old key early.
  const rotation = `mailproof keys rotate ${id} --old-valid-for ${quoteForShell(flags.oldValidFor)}${storeArgument(location)}`;
  await showKey({ key: rotated.key, id, rotation }, terminal);
  const end =
    oldValidForMs === 0 || previousValidUntil === null
      ? 'The old one is refused from now on'
      : `The old one is accepted until ${isoTime(previousValidUntil)}`;
  stderr.write(
    `The new key of ${id} replaces the old one. ${end}. The new one is shown this once: keep it.\n`,
  );
  return exitCode.done;
}

/**
 * Writes a new key to stdout, before anything is said about it. If that fails, the error says that nobody has the key,
 * and how to replace it: `rotation` is the command that does.
 */
async function showKey(
  { key, id, rotation }: { readonly key: string; readonly id: string; readonly rotation: string },
  terminal: Terminal,
): Promise<void> {
  const { stdout, stderr, signal } = terminal;
  terminal.takeStdoutErrors();
  try {
    await writeToStdout(stdout, `${key}\n`, signal);
    await syncStdout(stdout);
  } catch (error) {
    const words = `The new key of ${id} was not shown. Replace it: ${rotation}`;
    // Not as the reader that has gone, which is no error where nothing is lost.
    if (error instanceof OutputFailure)
      throw new OutputFailure(`${error.message} ${words}`, { cause: error.cause });
    stderr.write(`mailproof: ${words}\n`);
    throw error;
  }
}

/** The argument is not repeated: it may be a key, and stderr may be logged. */
function noLiveKeyText(location: StoreLocation): string {
  return `mailproof: ${printable(storeName(location))} has no key with this value or id, or it is revoked. See: mailproof keys list --account NAME${storeArgument(location)}\n`;
}

async function revokeKey(key: string, flags: StoreFlags, { stderr, env }: Terminal): Promise<number> {
  const location = readPersistentStore(flags, env);
  await using stores = await openStores(location, { create: false });
  const revoked = await stores.keys.revoke(key);
  stderr.write(
    revoked
      ? 'Revoked: requests with this key are refused from now on. Its jobs go on; see mailproof jobs list.\n'
      : noLiveKeyText(location),
  );
  return revoked ? exitCode.done : exitCode.failure;
}

async function listKeys(flags: ListFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const { account } = flags;
  const location = readPersistentStore(flags, env);
  await using stores = await openStores(location, { create: false });
  const records = await stores.keys.list(account);
  if (flags.json) stdout.write(records.map((record) => jsonLine(jsonOf(record))).join(''));
  else if (records.length > 0) stdout.write(textTable(columns, records));
  else
    stderr.write(
      `${printable(account)} has no keys in ${printable(storeName(location))}. To create one: mailproof keys create --account ${quoteForShell(account)}${storeArgument(location)}\n`,
    );
  return exitCode.done;
}

const columns: readonly TextColumn<KeyRecord>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'kind', text: ({ test }) => (test ? 'test' : 'live') },
  { title: 'label', text: ({ label }) => label ?? '-' },
  { title: 'created', text: ({ createdAt }) => isoTime(createdAt) },
  { title: 'last used', text: ({ lastUsedAt }) => isoTimeOrNull(lastUsedAt) ?? '-' },
  {
    title: 'old valid until',
    text: (record) => oldValidUntil(record) ?? '-',
  },
  { title: 'revoked', text: ({ revokedAt }) => (revokedAt === null ? '-' : isoTime(revokedAt)) },
];

/** Null if nothing of the key is valid any more. */
function oldValidUntil({ previousValidUntil, revokedAt }: KeyRecord): string | null {
  return revokedAt === null ? isoTimeOrNull(previousValidUntil) : null;
}

function jsonOf(record: KeyRecord) {
  const { id, account, label, test, createdAt, rotatedAt, revokedAt, lastUsedAt } = record;
  return {
    id,
    account,
    label,
    test,
    created_at: isoTime(createdAt),
    last_used_at: isoTimeOrNull(lastUsedAt),
    rotated_at: isoTimeOrNull(rotatedAt),
    old_valid_until: oldValidUntil(record),
    revoked_at: isoTimeOrNull(revokedAt),
  };
}
