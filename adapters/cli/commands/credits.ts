import { randomUUID } from 'node:crypto';
import { toCredits } from '../../../src/credit-units.ts';
import { grantCredits } from '../../../src/credits/corrections.ts';
import { InsufficientCredits, StorageUnavailable } from '../../../src/errors.ts';
import { isoTime } from '../../../src/iso-time.ts';
import type { Balance, CreditLedger, LedgerEntry } from '../../../src/ports/credit-ledger.ts';
import { exitCode } from '../exit-code.ts';
import { chargeText, creditsText } from '../output/charge-words.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { parseMilliCredits, parseWholeNumber } from '../settings/setting-value.ts';
import { addStoreOption, openStores, readPersistentStore, type StoreFlags } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';
import { isUnknownAccount, unknownAccountText } from './unknown-account.ts';

interface AddFlags extends StoreFlags {
  readonly account: string;
  readonly id?: string;
}

interface ShowFlags extends StoreFlags {
  readonly account: string;
  readonly entries?: string;
  readonly json?: boolean;
}

/** Adds `mailproof credits add|subtract|show`. `finish` gets the exit code. */
export const addCreditsCommand: AddCommand = (program, terminal, finish) => {
  const credits = program
    .command('credits')
    .description('add, subtract and show the credits of accounts, also while the server runs');

  const add = credits
    .command('add')
    .description('add credits to an account, which the first addition creates')
    .argument('<credits>', 'how many, such as 100 or 0.2')
    .requiredOption('--account <name>', 'the account that gets them')
    .option('--id <text>', 'a name for this addition: repeating the command with it adds nothing more');
  addStoreOption(add);
  add.action(async (amount: string, flags: AddFlags) => finish(await addCredits(amount, flags, terminal)));

  const subtract = credits
    .command('subtract')
    .description('take credits from an account, never more than it has')
    .argument('<credits>', 'how many, such as 100 or 0.2')
    .requiredOption('--account <name>', 'the account that loses them')
    .option('--id <text>', 'a name for this subtraction: repeating the command with it takes nothing more');
  addStoreOption(subtract);
  subtract.action(async (amount: string, flags: AddFlags) =>
    finish(await subtractCredits(amount, flags, terminal)),
  );

  const show = credits
    .command('show')
    .description('show the balance of an account')
    .requiredOption('--account <name>', 'the account to show')
    .option('--entries <number>', 'show this many entries of its journal too, newest first')
    .option('--json', 'print one JSON object');
  addStoreOption(show);
  requireStdout(show, terminal.stdout);
  show.action(async (flags: ShowFlags) => finish(await showCredits(flags, terminal)));
};

async function addCredits(amount: string, flags: AddFlags, { stdout, env }: Terminal): Promise<number> {
  const { account, id = randomUUID() } = flags;
  const milliCredits = parseMilliCredits(amount);
  await using stores = await openStores(readPersistentStore(flags, env));
  const available = await addOnce(stores.ledger, { id, account, milliCredits });
  // The credits were added: a failure from here on must not make anybody repeat the command.
  const balance = await stores.ledger.balance(account).catch(() => ({ available, held: 0 }));
  stdout.write(balanceText(account, balance));
  return exitCode.done;
}

async function subtractCredits(amount: string, flags: AddFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  const { account, id = randomUUID() } = flags;
  const milliCredits = parseMilliCredits(amount);
  await using engine = await openOfflineEngine(flags, env);
  try {
    const available = await engine.accounts.subtract(account, { id, milliCredits });
    // The credits were taken: a failure from here on must not make anybody repeat the command.
    const balance = await engine.accounts.balance(account).catch(() => ({ available, held: 0 }));
    stdout.write(balanceText(account, balance));
    return exitCode.done;
  } catch (error) {
    if (error instanceof InsufficientCredits) {
      const credits = creditsText(error.availableMilliCredits);
      const refusal = (await isUnknownAccount(engine, account))
        ? unknownAccountText(account, readPersistentStore(flags, env))
        : `${printable(account)} has ${credits}, which is less than ${toCredits(milliCredits)}. Nothing was changed.\n`;
      stderr.write(`mailproof: ${refusal}`);
      return exitCode.failure;
    }
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new StorageUnavailable(
      `${error.message} The credits may have been taken all the same: repeat the command with --id ${id}, which takes them at most once.`,
      { cause: error },
    );
  }
}

/** Adds credits. If it is not known whether they were added, the error says how to make sure. */
export async function addOnce(
  ledger: Pick<CreditLedger, 'grant'>,
  grant: Parameters<typeof grantCredits>[1],
): Promise<number> {
  try {
    return await grantCredits(ledger, grant);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    throw new StorageUnavailable(
      `${error.message} The credits may have been added all the same: repeat the command with --id ${grant.id}, which adds them at most once.`,
      { cause: error },
    );
  }
}

async function showCredits(flags: ShowFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const { account } = flags;
  const limit = flags.entries === undefined ? 0 : parseEntryLimit(flags.entries);
  await using stores = await openStores(readPersistentStore(flags, env), { create: false });
  const balance = await stores.ledger.balance(account);
  const entries = limit === 0 ? [] : await stores.ledger.entries(account, { limit });
  if (flags.json) stdout.write(jsonLine(jsonOf(account, balance, limit === 0 ? undefined : entries)));
  else {
    stdout.write(balanceText(account, balance));
    if (entries.length > 0) stdout.write(`\n${textTable(columns, entries)}`);
  }
  const { ledger, keys } = stores;
  if (await isUnknownAccount({ accounts: ledger, keys }, account))
    stderr.write(unknownAccountText(account, readPersistentStore(flags, env)));
  return exitCode.done;
}

function parseEntryLimit(text: string): number {
  return parseWholeNumber({ text, source: '--entries' }, { expected: 'a number of entries', max: 10_000 });
}

function balanceText(account: string, { available, held }: Balance): string {
  const heldText = held === 0 ? '' : `, and ${toCredits(held)} held for work under way`;
  return `${printable(account)} has ${creditsText(available)}${heldText}\n`;
}

const columns: readonly TextColumn<LedgerEntry>[] = [
  { title: 'entry', align: 'right', text: ({ sequence }) => sequence.toString() },
  { title: 'time', text: ({ at }) => isoTime(at) },
  { title: 'kind', text: ({ kind }) => kind },
  { title: 'credits', align: 'right', text: ({ milliCredits }) => toCredits(milliCredits).toString() },
  { title: 'for', text: (entry) => purposeText(entry) },
  { title: 'id', text: ({ id }) => id },
];

/** Empty if nothing is known. */
function purposeText(entry: LedgerEntry): string {
  return entry.kind === 'opening' || entry.purpose === null ? '' : chargeText(entry.purpose);
}

function jsonOf(account: string, { available, held }: Balance, entries: readonly LedgerEntry[] | undefined) {
  return {
    account,
    credits: toCredits(available),
    held: toCredits(held),
    ...(entries === undefined
      ? {}
      : {
          entries: entries.map(jsonOfEntry),
        }),
  };
}

function jsonOfEntry(entry: LedgerEntry) {
  const { sequence, kind, id, milliCredits, at } = entry;
  const purpose = entry.kind === 'opening' ? null : entry.purpose;
  const what = purpose && { kind: purpose.kind, count: purpose.count, key_id: purpose.keyId };
  return { sequence, kind, id, credits: toCredits(milliCredits), at: isoTime(at), for: what };
}
