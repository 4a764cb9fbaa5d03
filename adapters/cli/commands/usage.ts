import { toCredits } from '../../../src/credit-units.ts';
import type { UsageRow } from '../../../src/credits/usage.ts';
import { isoTime } from '../../../src/iso-time.ts';
import { systemClock } from '../../system-clock.ts';
import { exitCode } from '../exit-code.ts';
import { chargeKindText } from '../output/charge-words.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { invalidSetting, parseDay } from '../settings/setting-value.ts';
import { addStoreOption, readPersistentStore, type StoreFlags } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';
import { isUnknownAccount, unknownAccountText } from './unknown-account.ts';

interface UsageFlags extends StoreFlags {
  readonly account: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

const dayMs = 86_400_000;
const defaultDays = 30;

/** Adds `mailproof usage`. `finish` gets the exit code. */
export const addUsageCommand: AddCommand = (program, terminal, finish) => {
  const usage = program
    .command('usage')
    .description('show what an account was charged, by day, API key and kind of work')
    .requiredOption('--account <name>', 'the account to show')
    .option(
      '--from <day>',
      `the first day, such as 2030-01-31, in UTC (default: ${defaultDays} days up to --to)`,
    )
    .option('--to <day>', 'the last day (default: today)')
    .option('--json', 'print one JSON object per line');
  addStoreOption(usage);
  requireStdout(usage, terminal.stdout);
  usage.action(async (flags: UsageFlags) => finish(await showUsage(flags, terminal)));
};

async function showUsage(flags: UsageFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const { account } = flags;
  const lastDay = flags.to === undefined ? dayOf(systemClock.now()) : parseDay(flags.to, '--to');
  const from =
    flags.from === undefined ? lastDay - (defaultDays - 1) * dayMs : parseDay(flags.from, '--from');
  if (from > lastDay) {
    throw invalidSetting({ text: flags.from ?? '', source: '--from' }, 'Give a day that is not after --to.');
  }
  await using engine = await openOfflineEngine(flags, env);
  const { rows, missingUntil } = await engine.accounts.usage(account, { from, to: lastDay + dayMs });
  if (rows.length === 0 && (await isUnknownAccount(engine, account))) {
    stderr.write(`mailproof: ${unknownAccountText(account, readPersistentStore(flags, env))}`);
    return exitCode.failure;
  }
  if (flags.json) stdout.write(rows.map((row) => jsonLine(jsonOf(row))).join(''));
  else if (rows.length > 0) stdout.write(textTable(columns, rows));
  else stderr.write(`${printable(account)} was charged nothing in this time.\n`);
  if (missingUntil !== null) {
    stderr.write(
      `mailproof: charges until ${isoTime(missingUntil)} are missing: the journal keeps them for the retention only.\n`,
    );
  }
  return exitCode.done;
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

const columns: readonly TextColumn<UsageRow>[] = [
  { title: 'day', text: ({ day }) => day },
  { title: 'key', text: ({ keyId }) => keyId ?? '-' },
  { title: 'kind', text: ({ kind }) => chargeKindText(kind) },
  { title: 'count', align: 'right', text: ({ count }) => count.toString() },
  { title: 'credits', align: 'right', text: ({ milliCredits }) => toCredits(milliCredits).toString() },
  {
    title: 'refunded',
    align: 'right',
    text: ({ refundedMilliCredits }) => toCredits(refundedMilliCredits).toString(),
  },
];

function jsonOf(row: UsageRow) {
  const { day, keyId, kind, count, milliCredits, refundedCount, refundedMilliCredits } = row;
  return {
    day,
    key_id: keyId,
    kind,
    count,
    credits: toCredits(milliCredits),
    refunded_count: refundedCount,
    refunded_credits: toCredits(refundedMilliCredits),
  };
}
