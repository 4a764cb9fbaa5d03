import { createEngine } from '../../src/engine.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { readAddresses } from './address-list.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from './bulk-settings.ts';
import { openBulkStore } from './bulk-store.ts';
import { openTable } from './csv-table.ts';
import { emailColumn } from './email-column.ts';
import { exitCode } from './exit-code.ts';
import { type List, ListRun } from './list-run.ts';
import { type OpenNetworkFlags, openNetwork } from './network.ts';
import { assertCanBeMade } from './results-output.ts';
import { readMaxConnections } from './settings.ts';
import type { StoreFlags } from './stores.ts';
import type { Terminal } from './terminal.ts';

export interface BulkFlags extends OpenNetworkFlags, StoreFlags, BulkSettingFlags {
  readonly out: string;
  readonly column?: string;
  /** False with --no-header. */
  readonly header: boolean;
  readonly account?: string;
}

/** What is under way is handed back to the store first. */
const longestClosingMs = 30_000;

/**
 * Verifies the addresses of a CSV file and writes it with their results, or goes on with that where it was
 * interrupted. Throws InvalidArgument for a setting or a file, and what the engine throws.
 */
export async function bulk(file: string, flags: BulkFlags, terminal: Terminal): Promise<number> {
  const { env, signal } = terminal;
  const { account, sandbox: simulated = false } = flags;
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const maxConnections = readMaxConnections(flags, env);
  const outFile = flags.out === '-' ? undefined : flags.out;
  if (outFile !== undefined) await assertCanBeMade(outFile);
  await using network = await openNetwork(flags, env);
  const list = await readList(file, flags, signal);
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
    const { clock, random } = network.ports;
    await new ListRun({ list, outFile, account, simulated, store, engine, clock, random, terminal }).run();
  }
  await store.remove();
  return exitCode.done;
}

async function readList(
  file: string,
  { header, column: wanted }: Pick<BulkFlags, 'header' | 'column'>,
  signal: AbortSignal,
): Promise<List> {
  const table = await openTable(file, { header });
  const column = emailColumn(table, wanted);
  const addresses = await readAddresses(table, column, { signal });
  if (addresses.emails.length > 0) return { table, column, addresses };
  throw new InvalidArgument('file', `${file} has no addresses in column ${column + 1}.`);
}
