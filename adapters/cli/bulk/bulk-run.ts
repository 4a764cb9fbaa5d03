import { createEngine } from '../../../src/engine.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { type CsvTable, openTable } from '../csv/csv-table.ts';
import { exitCode } from '../exit-code.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from '../settings/bulk-settings.ts';
import { type OpenNetworkFlags, openNetwork } from '../settings/network.ts';
import { readMaxConnections } from '../settings/network-settings.ts';
import type { StoreFlags } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';
import { openBulkStore } from './bulk-store.ts';
import { type ItemList, readItems } from './item-list.ts';
import type { ColumnFlags, ListKind, ListResult } from './list-kind.ts';
import { ListRun } from './list-run.ts';
import { lookupList } from './lookup-list.ts';
import { lockOutput } from './output-lock.ts';
import { assertCanBeMade } from './results-output.ts';
import { verificationList } from './verification-list.ts';

export interface BulkFlags extends OpenNetworkFlags, StoreFlags, BulkSettingFlags, ColumnFlags {
  readonly lookup?: boolean;
  readonly out: string;
  /** False with --no-header. */
  readonly header: boolean;
  readonly account?: string;
}

/** What is under way is handed back to the store first. */
const longestClosingMs = 30_000;

/**
 * Verifies the addresses of a CSV file, or looks up its people, and writes it with their results, or goes on with
 * that where it was interrupted. Throws InvalidArgument for a setting or a file, Conflict where another run of the
 * same output is under way or has finished meanwhile, and what the engine throws.
 */
export function bulk(file: string, flags: BulkFlags, terminal: Terminal): Promise<number> {
  return flags.lookup
    ? runList(lookupList, file, flags, terminal)
    : runList(verificationList, file, flags, terminal);
}

async function runList<Item, Row extends ListResult>(
  kind: ListKind<Item, Row>,
  file: string,
  flags: BulkFlags,
  terminal: Terminal,
): Promise<number> {
  const { env, signal, stderr } = terminal;
  const { account, sandbox: simulated = false } = flags;
  checkColumnFlags(flags);
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const maxConnections = readMaxConnections(flags, env);
  const outFile = flags.out === '-' ? undefined : flags.out;
  if (outFile !== undefined) await assertCanBeMade(outFile);
  await using network = await openNetwork(flags, env);
  const { clock, random } = network.ports;
  const read = await readList(kind, file, flags, signal);
  await using _lock =
    outFile === undefined
      ? undefined
      : await lockOutput(outFile, {
          clock,
          signal,
          id: random.uuid(),
          onDoubt: () => stderr.write('looking whether another run of this output is under way\n'),
        });
  // The run that had the lock may just have come to its end.
  if (outFile !== undefined) await assertCanBeMade(outFile);
  const store = await openBulkStore(flags, env, outFile);
  terminal.allowClosing(longestClosingMs);
  {
    await using engine = createEngine(
      { ...store.stores, ...network.ports },
      {
        ...(maxConnections === undefined ? {} : { maxConnections }),
        bulk: retryDelaysMs === undefined ? {} : { retryDelaysMs },
      },
    );
    await engine.ping();
    const parts = { ...read, kind, outFile, account, simulated, store, engine, clock, random, terminal };
    await new ListRun(parts).run();
  }
  await store.remove();
  return exitCode.done;
}

function checkColumnFlags({ lookup = false, column, columns }: BulkFlags): void {
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

async function readList<Item, Row extends ListResult>(
  kind: ListKind<Item, Row>,
  file: string,
  flags: BulkFlags,
  signal: AbortSignal,
): Promise<{ table: CsvTable; columns: readonly number[]; list: ItemList<Item> }> {
  const table = await openTable(file, { header: flags.header });
  const columns = kind.columnsOf(table, flags);
  const list = await readItems(table, columns, { kind, signal });
  if (list.items.length > 0) return { table, columns, list };
  const where = columns.map((column) => column + 1).join(', ');
  throw new InvalidArgument(
    'file',
    `${file} has no ${kind.words.many} in column${columns.length === 1 ? '' : 's'} ${where}.`,
  );
}
