import { toCredits } from '../../../src/credit-units.ts';
import { isoTime } from '../../../src/iso-time.ts';
import type { AccountBalance } from '../../../src/ports/credit-ledger.ts';
import { ConsoleSessions } from '../../console/sign-in/console-sessions.ts';
import { isPlainRemoteOrigin } from '../../console/sign-in/request-origin.ts';
import { createInvitation } from '../../console/sign-in/secrets.ts';
import { systemClock } from '../../system-clock.ts';
import { exitCode } from '../exit-code.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { consoleLinkSettings, readConsoleUrl } from '../settings/console-settings.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addSandboxStoreOption, type SandboxStoreFlags } from '../settings/sandbox-stores.ts';
import {
  addSettingOptions,
  type FlagsOf,
  invalidSetting,
  parseDurationMs,
} from '../settings/setting-value.ts';
import {
  addStoreOption,
  openStores,
  readPersistentStore,
  type StoreFlags,
  storeName,
} from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';
import { isUnknownAccount, unknownAccountText } from './unknown-account.ts';

interface AccountsFlags extends StoreFlags {
  readonly json?: boolean;
}

type ShowFlags = AccountsFlags & SandboxStoreFlags;

/** Adds `mailproof accounts list|show|invite`. `finish` gets the exit code. */
export const addAccountsCommand: AddCommand = (program, terminal, finish) => {
  const accounts = program
    .command('accounts')
    .description('list and show accounts, also while the server runs');

  const list = accounts
    .command('list')
    .description('show all accounts that ever had credits, with their balances')
    .option('--json', 'print one JSON object per line');
  addStoreOption(list);
  requireStdout(list, terminal.stdout);
  list.action(async (flags: AccountsFlags) => finish(await listAccounts(flags, terminal)));

  const show = accounts
    .command('show')
    .description('show the balance, the keys and the unfinished jobs of an account')
    .argument('<account>', 'its name')
    .option('--json', 'print one JSON object');
  addStoreOption(show);
  addSandboxStoreOption(show);
  requireStdout(show, terminal.stdout);
  show.action(async (account: string, flags: ShowFlags) =>
    finish(await showAccount(account, flags, terminal)),
  );

  addInviteCommand(accounts, terminal, finish);
};

/** Rows of a table that are aligned with each other; tens of thousands of accounts are printed in several parts. */
const rowsPerTable = 10_000;

async function listAccounts(flags: AccountsFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  await using engine = await openOfflineEngine(flags, env);
  let rows: AccountBalance[] = [];
  let count = 0;
  const print = () => {
    stdout.write(flags.json ? rows.map((row) => jsonLine(jsonOf(row))).join('') : textTable(columns, rows));
    rows = [];
  };
  for await (const account of engine.accounts.list()) {
    rows.push(account);
    count += 1;
    if (rows.length === rowsPerTable) print();
  }
  if (rows.length > 0) print();
  if (count === 0)
    stderr.write(
      `No account has had credits yet in ${printable(storeName(readPersistentStore(flags, env)))}.\n`,
    );
  return exitCode.done;
}

async function showAccount(account: string, flags: ShowFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  await using engine = await openOfflineEngine(flags, env);
  if (await isUnknownAccount(engine, account)) {
    stderr.write(`mailproof: ${unknownAccountText(account, readPersistentStore(flags, env))}`);
    return exitCode.failure;
  }
  const keys = await engine.keys.list(account);
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  let unfinished = 0;
  for await (const _ of engine.jobs.list({ account, unfinished: true })) unfinished += 1;
  const shown = {
    ...jsonOf({ account, ...(await engine.accounts.balance(account)) }),
    live_keys: live.filter(({ test }) => !test).length,
    test_keys: live.filter(({ test }) => test).length,
    revoked_keys: keys.length - live.length,
    unfinished_jobs: unfinished,
  };
  const lines = Object.entries(shown).map(
    ([name, value]) => `${name.replace('_', ' ').padEnd(17)}${printable(String(value))}\n`,
  );
  stdout.write(flags.json ? jsonLine(shown) : lines.join(''));
  return exitCode.done;
}

const columns: readonly TextColumn<AccountBalance>[] = [
  { title: 'account', text: ({ account }) => account },
  { title: 'credits', align: 'right', text: ({ available }) => toCredits(available).toString() },
  { title: 'held', align: 'right', text: ({ held }) => toCredits(held).toString() },
];

function jsonOf({ account, available, held }: AccountBalance) {
  return { account, credits: toCredits(available), held: toCredits(held) };
}

interface InviteFlags extends StoreFlags, FlagsOf<typeof consoleLinkSettings> {
  readonly validFor: string;
}

/** Adds `mailproof accounts invite`. */
const addInviteCommand: AddCommand = (accounts, terminal, finish) => {
  const invite = accounts
    .command('invite')
    .description('make a link that signs an account in to the console, once; it is the last line of stdout')
    .argument('<account>', 'its name')
    .option('--valid-for <time>', 'how long the link is valid, such as 30m, at most 24h', '24h');
  addSettingOptions(invite, consoleLinkSettings);
  addStoreOption(invite);
  requireStdout(invite, terminal.stdout);
  invite.action(async (account: string, flags: InviteFlags) =>
    finish(await inviteAccount(account, flags, terminal)),
  );
};

async function inviteAccount(account: string, flags: InviteFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  const validForMs = readValidForMs(flags);
  const url = readConsoleUrl(flags, env);
  await using stores = await openStores(readPersistentStore(flags, env), { create: false });
  if (await isUnknownAccount({ accounts: stores.ledger, keys: stores.keys }, account)) {
    stderr.write(`mailproof: ${unknownAccountText(account, readPersistentStore(flags, env))}`);
    return exitCode.failure;
  }
  const sessions = new ConsoleSessions({ cache: stores.cache, clock: systemClock });
  const { secret, invitation } = await createInvitation(sessions, account, { validForMs });
  // After the #, so that browsers send the secret to no server.
  stdout.write(`${url}#/sign-in/${secret}\n`);
  stderr.write(
    `This link signs in to the console as ${printable(account)}, once, until ${isoTime(invitation.expiresAt)}. It is shown this once.\n`,
  );
  const { origin } = new URL(url);
  if (isPlainRemoteOrigin(origin))
    stderr.write(
      `Warning: ${origin} is not https, so that browsers keep no sign-in there, and the console refuses it. Put a proxy with TLS before the server, and set --url to its https URL.\n`,
    );
  return exitCode.done;
}

function readValidForMs({ validFor }: InviteFlags): number {
  const value = { text: validFor, source: '--valid-for' };
  const advice = 'Set it to how long the link is valid, such as 30m, at most 24h.';
  const validForMs = parseDurationMs(value, { maxDays: 1, advice });
  if (validForMs === 0) throw invalidSetting(value, advice);
  return validForMs;
}
