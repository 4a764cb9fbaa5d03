import { resolve } from 'node:path';
import type { Engine } from '../../../src/engine-interface.ts';
import { InsufficientCredits, JobFailed } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { Random } from '../../../src/ports/random.ts';
import type { Status, VerificationLevel } from '../../../src/resources.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import { printable, quoteForShell } from '../output/printable.ts';
import { isWanted, type ResultFilter } from '../output/result-filter.ts';
import { OutputFailure } from '../output-failure.ts';
import { Interruption, showsColour, type Terminal } from '../terminal.ts';
import { assertAffordable, countProcessed, readResults, runJobs, submitList } from './bulk-jobs.ts';
import { countText, showBulkProgress } from './bulk-progress.ts';
import type { BulkStore } from './bulk-store.ts';
import { bulkSummary } from './bulk-summary.ts';
import type { BulkResult, BulkTask } from './bulk-task.ts';
import type { ItemList } from './item-list.ts';
import type { ResultCounts } from './result-counts.ts';
import {
  fileOutput,
  isWorkbookName,
  outputFiles,
  publishAll,
  type ResultsOutput,
  stdoutOutput,
} from './results-output.ts';
import { writeResults } from './results-writer.ts';
import type { ResultsTarget } from './row-file.ts';
import { UnfinishedRuns } from './unfinished-runs.ts';

export interface ListRunOptions<Item, Result extends BulkResult> {
  readonly task: BulkTask<Item, Result>;
  readonly table: CsvTable;
  /** Indexes of the item's columns. */
  readonly columns: readonly number[];
  readonly list: ItemList<Item>;
  /** Undefined: standard output. */
  readonly outFile: string | undefined;
  /** Which rows are written. Default: all. */
  readonly only: ResultFilter | undefined;
  /** Whether each status gets a file of its own, named after the output. */
  readonly split: boolean;
  /** Whether to say where the results go, once the work begins. */
  readonly namesOutput: boolean;
  readonly account: string | undefined;
  /** What its jobs are called. */
  readonly name: string | undefined;
  readonly level: VerificationLevel;
  readonly simulated: boolean;
}

export interface ListRunDependencies {
  readonly store: BulkStore;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: Terminal;
}

/** One list from its submission, or from where it was interrupted, to the written results. */
export class ListRun<Item, Result extends BulkResult> {
  readonly #options: ListRunOptions<Item, Result>;
  readonly #dependencies: ListRunDependencies;
  readonly #unfinished: UnfinishedRuns;
  /** Identifies the output, by which the run is found again. */
  readonly #output: string;

  constructor(options: ListRunOptions<Item, Result>, dependencies: ListRunDependencies) {
    const { store, clock, random } = dependencies;
    this.#options = options;
    this.#dependencies = dependencies;
    this.#unfinished = new UnfinishedRuns({ cache: store.stores.cache, clock, random });
    const { outFile, list } = options;
    this.#output = outFile === undefined ? `stdout ${list.digest}` : resolve(outFile);
  }

  /**
   * Resolves with the summary when the results are written. Rejects with OutputFailure, or with the signal's reason;
   * after that, or after a crash, another run resumes this one.
   */
  async run(): Promise<string> {
    const { list } = this.#options;
    const { clock, store } = this.#dependencies;
    const startedAt = clock.now();
    const jobIds = await this.#submit();
    this.#nameOutputAndColumns();
    const { processed: before } = await countProcessed(store.stores.jobs, jobIds);
    try {
      const counts = await this.#work(jobIds, before);
      const durationMs = clock.now() - startedAt;
      await this.#write(jobIds);
      await this.#unfinished.remove(this.#output);
      return this.#summaryOf(counts, { processedInThisRun: list.items.length - before, durationMs });
    } catch (error) {
      if (error instanceof Interruption) await this.#reportInterruption(jobIds);
      if (error instanceof OutputFailure) throw this.#resultsNotWritten(error);
      throw error;
    }
  }

  /** Only once the list is accepted: a refusal is not to name a file that nothing goes to. */
  #nameOutputAndColumns(): void {
    const { outFile, namesOutput, split, task, table, columns } = this.#options;
    const { stderr } = this.#dependencies.terminal;
    if (outFile !== undefined && namesOutput && !split)
      stderr.write(`the results go to ${printable(outFile)}\n`);
    if (table.sheet !== undefined) {
      const { name, sheets } = table.sheet;
      stderr.write(`the sheet "${printable(name)}" is read${sheets === 1 ? '' : `, one of ${sheets}`}\n`);
    }
    const names = columns.map((column) => {
      const name = table.header?.[column]?.trim() ?? '';
      return name === '' ? String(column + 1) : `${column + 1} "${name.slice(0, 60)}"`;
    });
    stderr.write(`${printable(task.describeColumns(names))}\n`);
  }

  /** Returns the ids of the list's jobs: new ones, or those of an unfinished run. */
  async #submit(): Promise<readonly string[]> {
    const { task, list, account, name, level, simulated } = this.#options;
    const { store, engine } = this.#dependencies;
    const { digest, items } = list;
    const subject = { digest, account: account ?? null, level, simulated };
    const { id: runId, isNew } = await this.#unfinished.resumeOrCreate(
      this.#output,
      subject,
      unfinishedRunAdvice(store, this.#options.outFile),
    );
    try {
      if (isNew && account !== undefined) await assertAffordable(engine, account, items.length * task.price);
      return await submitList(engine, items, { task, runId, account, name });
    } catch (error) {
      // A run that could not be paid for has nothing to resume.
      if (isNew && error instanceof InsufficientCredits) await this.#unfinished.remove(this.#output);
      throw error;
    }
  }

  async #work(jobIds: readonly string[], before: number): Promise<ResultCounts> {
    const { task, list, simulated } = this.#options;
    const { engine, store, clock, terminal } = this.#dependencies;
    const { stderr, signal } = terminal;
    const total = list.items.length;
    if (before > 0) stderr.write(`resuming with ${before} of ${total} ${task.labels.done}\n`);
    const progress = showBulkProgress(stderr, { clock, total, rows: list.rows, simulated, task });
    const endObserving = engine.observe((event) => {
      if (event.kind === 'batch_failed') progress.showWaiting(messageOf(event.cause));
    });
    const { jobs, queue } = store.stores;
    try {
      return await runJobs(engine, jobIds, {
        task,
        jobs,
        queue,
        clock,
        signal,
        onSnapshot: (snapshot) => progress.show(snapshot),
      });
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error;
      await this.#unfinished.remove(this.#output);
      throw new JobFailed(
        'The run could not be completed. Run the command again to start over: results found so far are reused for a day.',
        { cause: error },
      );
    } finally {
      endObserving();
      progress.stop();
    }
  }

  async #write(jobIds: readonly string[]): Promise<void> {
    const { task, table, columns, list, outFile } = this.#options;
    const { engine, random, terminal } = this.#dependencies;
    const { stdout, stderr, signal } = terminal;
    const results = readResults(engine, jobIds, task);
    const { only, split } = this.#options;
    const targets: (ResultsTarget & { readonly output: ResultsOutput })[] = [];
    const add = async (file: string | undefined, status?: Status) => {
      targets.push({
        output: file === undefined ? stdoutOutput(stdout, signal) : await fileOutput(file, random.uuid()),
        format: file !== undefined && isWorkbookName(file) ? 'xlsx' : 'csv',
        takes: (result) => isWanted(result, only) && (status === undefined || result?.status === status),
      });
    };
    try {
      const files = outputFiles(outFile, split);
      for (const { file, status } of files) await add(file, status);
      const filled = await writeResults(table, targets, { task, columns, list, results, signal });
      await publishAll((split ? filled : targets).map(({ output }) => output));
      if (!split) return;
      const names = filled.map((target) => files[targets.indexOf(target)]?.file);
      stderr.write(
        names.length === 0
          ? 'no row has a status that --only names: no file was written\n'
          : `the results are in ${printable(names.join(', '))}\n`,
      );
    } finally {
      for (const { output } of targets) await output[Symbol.asyncDispose]();
    }
  }

  #summaryOf(counts: ResultCounts, work: { processedInThisRun: number; durationMs: number }): string {
    const { task, list, outFile, simulated } = this.#options;
    const { stdout, stderr, env } = this.#dependencies.terminal;
    const { items, rows, empty, unclear, more } = list;
    const output = outFile === undefined ? stderr : stdout;
    const summary = { counts, items: items.length, rows, empty, unclear, more, simulated, ...work };
    return bulkSummary(summary, { task, colour: showsColour(output, env) });
  }

  /** Another --out would be another run, which is charged again: the advice must not name one. */
  #resultsNotWritten(failure: OutputFailure): OutputFailure {
    const advice = this.#dependencies.store.resumable
      ? 'The results are kept: once they can be written, run the same command with the same list again. Nothing is verified or charged twice.'
      : 'What was not written is lost: to keep results, set --out to a file, or --store.';
    return new OutputFailure(`${failure.message} ${advice}`, { cause: failure.cause });
  }

  /** Says how to read what is known once only retries are left, if the run has one job, in a file of its own. */
  #resultsSoFar(
    [jobId, ...others]: readonly string[],
    counts: { readonly processed: number; readonly retrying: number } | undefined,
  ): string {
    const { ownFile } = this.#dependencies.store;
    if (jobId === undefined || others.length > 0 || ownFile === undefined || counts === undefined) return '';
    if (counts.retrying === 0 || counts.processed < this.#options.list.items.length) return '';
    const store = quoteForShell(`sqlite:${ownFile}`);
    return ` What is known by now: mailproof jobs results ${jobId} --store ${store}`;
  }

  async #reportInterruption(jobIds: readonly string[]): Promise<void> {
    const { task, list } = this.#options;
    const { store, terminal } = this.#dependencies;
    const counts = await countProcessed(store.stores.jobs, jobIds).catch(() => undefined);
    const advice = store.resumable
      ? `Run the same command again to resume.${this.#resultsSoFar(jobIds, counts)}`
      : 'Nothing of it is kept: that needs --out with a file, or --store.';
    const soFar =
      counts === undefined
        ? ''
        : ` with ${counts.processed} of ${countText(list.items.length, task.labels)} ${task.labels.done}${toRetry(counts)}`;
    terminal.stderr.write(`Interrupted${soFar}. ${advice}\n`);
  }
}

function toRetry({ retrying }: { readonly retrying: number }): string {
  return retrying === 0 ? '' : `, ${retrying} of them to be tried again`;
}

function unfinishedRunAdvice({ ownFile }: BulkStore, outFile: string | undefined): string {
  const own = 'Resume that one with its own command';
  const other =
    outFile === undefined
      ? `${own}, or set --out to a file: that is another run, which is charged.`
      : `${own}, or choose another --out.`;
  return ownFile === undefined ? other : `${other} To give it up, remove ${ownFile}.`;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
