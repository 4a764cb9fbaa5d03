import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { createEngine } from '../../../src/engine.ts';
import { InvalidArgument, StorageUnavailable } from '../../../src/errors.ts';
import type { Encoding } from '../../lists/encoding.ts';
import { type CsvTable, openTable, readSample } from '../csv/csv-table.ts';
import { copyStdin, fileSource, type ListSource } from '../csv/list-source.ts';
import { printable } from '../output/printable.ts';
import { readFilter } from '../output/result-filter.ts';
import { assertStdoutIsOpen, writeToStdout } from '../output/stdout.ts';
import { OutputFailure, ReaderGone } from '../output-failure.ts';
import { type BulkSettingFlags, readEngineSettings } from '../settings/engine-settings.ts';
import type { LevelFlags } from '../settings/level.ts';
import { type NetworkCommandFlags, openNetwork } from '../settings/network.ts';
import type { StoreFlags } from '../settings/stores.ts';
import type { Terminal } from '../terminal.ts';
import { openBulkStore } from './bulk-store.ts';
import type { BulkResult, BulkTask, ColumnFlags } from './bulk-task.ts';
import { type ItemList, readItems } from './item-list.ts';
import { readKnownMail } from './known-mail.ts';
import { ListRun } from './list-run.ts';
import { lockOutputs } from './output-lock.ts';
import { assertOutputIsNew, outputFiles } from './results-output.ts';

export interface ProcessFileFlags
  extends NetworkCommandFlags,
    LevelFlags,
    StoreFlags,
    BulkSettingFlags,
    ColumnFlags {
  readonly out: string;
  /** Whether to say where the results go, once the work begins. */
  readonly namesOutput: boolean;
  readonly encoding?: Encoding;
  /** Statuses and substatuses, with commas between them. */
  readonly only?: string;
  /** Whether each status gets a file of its own. */
  readonly split?: boolean;
  /** A file of what became of the host's own mail. */
  readonly known?: string;
  /** False with --no-header. */
  readonly header: boolean;
  readonly account?: string;
  /** What the job is called. Default: the name of the file; none for stdin. */
  readonly name?: string;
}

/** Of fewer items, all may be wrong, unless one of them has more than an item in it. */
const fewestToJudge = 5;

/** One GiB: more than the addresses that fit into the memory of a process. */
const maxStdinBytes = 2 ** 30;

/** The file does not tell: it is the same as with real results. */
const simulatedResultsHint =
  ' If a run with --sandbox has written it, its results say nothing about real mailboxes.';

/** Work under way is handed back to the store first. */
const maxClosingMs = 30_000;

/**
 * Runs a task on the items of a CSV file, or of stdin if `file` is `-`, and writes the list with their results. Resumes
 * a run that was interrupted.
 * Throws InvalidArgument for a setting or a file, Conflict if another run of the same output is under way or has
 * finished meanwhile, OutputFailure if the results or the summary cannot be written, and what the engine throws.
 */
export async function processFile<Item, Result extends BulkResult>(
  task: BulkTask<Item, Result>,
  file: string,
  flags: ProcessFileFlags,
  terminal: Terminal,
): Promise<void> {
  const { env, signal, stderr } = terminal;
  const { account, level, namesOutput, sandbox: simulated = false } = flags;
  const name = flags.name ?? (file === '-' ? undefined : basename(file));
  const knownMail =
    flags.known === undefined
      ? undefined
      : await readKnownMail(flags.known, {
          encoding: flags.encoding,
          signal,
          note: (text) => stderr.write(`${printable(text)}\n`),
        });
  const engineSettings = {
    ...readEngineSettings(flags, env),
    ...(knownMail === undefined ? {} : { knownMail }),
  };
  const outFile = flags.out === '-' ? undefined : flags.out;
  const only = readFilter(flags.only);
  const { split = false } = flags;
  if (split && outFile === undefined)
    throw new InvalidArgument('--split', '--split needs --out with a file, after which the files are named.');
  const assertNew = async (hint: string) => {
    for (const { file: output = '' } of outputFiles(outFile, split)) await assertOutputIsNew(output, hint);
  };
  const hint = simulated ? '' : simulatedResultsHint;
  if (outFile !== undefined) await assertNew(hint);
  else assertStdoutIsOpen(terminal.stdout);
  terminal.takeStdoutErrors();
  await using network = await openNetwork(flags, env);
  const { clock, random } = network.ports;
  await using source =
    file === '-'
      ? await copyStdin(terminal.stdin, { folder: tmpdir(), maxBytes: maxStdinBytes, signal })
      : fileSource(file);
  const input = await readInput(task, source, flags, signal);
  await using _lock =
    outFile === undefined
      ? undefined
      : await lockOutputs(lockedFiles(outFile, split), {
          clock,
          signal,
          id: random.uuid(),
          onWait: () => stderr.write('checking whether another run of this output is under way\n'),
        });
  // The run that held the lock may have finished in the meantime.
  if (outFile !== undefined) await assertNew(hint);
  const store = await openBulkStore(flags, env, outFile);
  terminal.allowClosing(maxClosingMs);
  let summary: string;
  {
    await using engine = createEngine({ ...store.stores, ...network.ports }, engineSettings);
    const dependencies = { store, engine, clock, random, terminal };
    const options = { ...input, task, outFile, only, split, namesOutput, account, name, level, simulated };
    try {
      await engine.ping();
      summary = await new ListRun(options, dependencies).run();
    } catch (error) {
      throw error instanceof StorageUnavailable ? endedBy(error) : error;
    }
  }
  await store.remove();
  // Only now, so that a failure to write it leaves nothing unfinished.
  if (outFile === undefined) stderr.write(summary);
  else await writeSummary(summary, outFile, terminal);
}

/** Also that of the run itself, whose store is named after it. */
function lockedFiles(outFile: string, split: boolean): readonly string[] {
  const files = outputFiles(outFile, split).map(({ file = '' }) => file);
  return [...new Set([outFile, ...files])];
}

/** What the storage advises lets processes go on that still run: this one does not. */
function endedBy(error: StorageUnavailable): StorageUnavailable {
  const message = `${error.message} This run has ended: run the same command again then.`;
  return new StorageUnavailable(message, { cause: error });
}

async function writeSummary(summary: string, outFile: string, { stdout, signal }: Terminal): Promise<void> {
  try {
    await writeToStdout(stdout, summary, signal);
  } catch (error) {
    if (!(error instanceof OutputFailure) || error instanceof ReaderGone) throw error;
    throw new OutputFailure(`The results are in ${outFile}, but not their summary: ${error.message}`, {
      cause: error.cause,
    });
  }
}

async function readInput<Item, Result extends BulkResult>(
  task: BulkTask<Item, Result>,
  source: ListSource,
  flags: ProcessFileFlags,
  signal: AbortSignal,
): Promise<{ table: CsvTable; columns: readonly number[]; list: ItemList<Item> }> {
  const table = await openTable(source, {
    header: flags.header,
    ...(flags.encoding === undefined ? {} : { encoding: flags.encoding }),
  });
  const sample = await readSample(table, signal);
  const columns = task.columnsOf({ ...table, sample }, flags);
  const list = await readItems(table, columns, { task, signal });
  const numbers = columns.map((column) => column + 1).join(', ');
  const misread = findMisread(task, list);
  if (misread !== undefined) {
    throw new InvalidArgument(
      'file',
      `Nothing in column${columns.length === 1 ? '' : 's'} ${numbers} of ${table.file} can be verified or looked up: the first ` +
        `one is ${JSON.stringify(misread.example)}. Choose other columns, or save the file as CSV with commas, in UTF-8.`,
    );
  }
  if (list.items.length > 0) return { table, columns, list };
  throw new InvalidArgument(
    'file',
    `${table.file} has no ${task.labels.plural} in column${columns.length === 1 ? '' : 's'} ${numbers}.`,
  );
}

/** Returns an item, or a cell, that shows that the list was misread; undefined if it was not, as far as its items tell. */
function findMisread<Item, Result extends BulkResult>(
  task: BulkTask<Item, Result>,
  { items, firstUnclear }: ItemList<Item>,
): { readonly example: Item | string } | undefined {
  if (items.some((item) => task.isPlausible(item))) return undefined;
  if (firstUnclear !== undefined) return { example: firstUnclear };
  const examples = items.length < fewestToJudge ? items.filter((item) => task.isUndivided(item)) : items;
  for (const example of examples) return { example };
  return undefined;
}
