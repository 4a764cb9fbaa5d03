import { isoTime } from '../../../src/iso-time.ts';
import { ConsoleSessions } from '../../console/sign-in/console-sessions.ts';
import { createInvitation } from '../../console/sign-in/invitation.ts';
import { isPlainRemoteOrigin } from '../../console/sign-in/request-origin.ts';
import { systemClock } from '../../system-clock.ts';
import { exitCode } from '../exit-code.ts';
import { printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { consoleLinkSettings, readConsoleUrl } from '../settings/console-settings.ts';
import { parseDurationMs } from '../settings/duration.ts';
import { addSettingOptions, type FlagsOf, invalidSetting } from '../settings/setting-value.ts';
import { addStoreOption, openStores, readPersistentStore, type StoreFlags } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';
import { isUnknownAccount, unknownAccountText } from './unknown-account.ts';

interface InviteFlags extends StoreFlags, FlagsOf<typeof consoleLinkSettings> {
  readonly validFor: string;
}

/** Adds `mailproof accounts invite`. */
export const addInviteCommand: AddCommand = (accounts, terminal, finish) => {
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
