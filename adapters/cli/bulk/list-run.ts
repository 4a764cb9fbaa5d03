import { resolve } from 'node:path';
import type { Engine } from '../../../src/engine.ts';
import { MailproofError } from '../../../src/errors.ts';
import type { Clock, Random } from '../../../src/ports.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import { Interruption, showsColour, type Terminal } from '../terminal.ts';
import { assertAffordable, processedOf, resultsOf, runJobs, submitList } from './bulk-jobs.ts';
import { showBulkProgress } from './bulk-progress.ts';
import type { BulkStore } from './bulk-store.ts';
import { bulkSummary } from './bulk-summary.ts';
import type { ItemList } from './item-list.ts';
import type { ListKind, ListResult } from './list-kind.ts';
import type { OutcomeCounts } from './outcome-counts.ts';
import { fileOutput, streamOutput } from './results-output.ts';
import { writeResults } from './results-writer.ts';
import { RunRecords } from './run-record.ts';

export interface ListRunParts<Item, Row extends ListResult> {
  readonly kind: ListKind<Item, Row>;
  readonly table: CsvTable;
  /** Where an item stands in a row. */
  readonly columns: readonly number[];
  readonly list: ItemList<Item>;
  /** Undefined: standard output. */
  readonly outFile: string | undefined;
  readonly account: string | undefined;
  readonly simulated: boolean;
  readonly store: BulkStore;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: Terminal;
}

/** One list from its submission, or from where it was interrupted, to the written results. */
export class ListRun<Item, Row extends ListResult> {
  readonly #parts: ListRunParts<Item, Row>;
  readonly #records: RunRecords;
  /** What the run is found again by. */
  readonly #name: string;

  constructor(parts: ListRunParts<Item, Row>) {
    this.#parts = parts;
    this.#records = new RunRecords({ ...parts, cache: parts.store.stores.cache });
    const { outFile, list } = parts;
    this.#name = outFile === undefined ? `stdout ${list.digest}` : resolve(outFile);
  }

  /** Rejects with the signal's reason; then, or after a crash, another run goes on. */
  async run(): Promise<void> {
    const { clock, list, store } = this.#parts;
    const startedAt = clock.now();
    const jobIds = await this.#begin();
    const before = await processedOf(store.stores.jobs, jobIds);
    try {
      const counts = await this.#work(jobIds, before);
      const durationMs = clock.now() - startedAt;
      await this.#write(jobIds);
      await this.#records.forget(this.#name);
      this.#report(counts, { fresh: list.items.length - before, durationMs });
    } catch (error) {
      if (error instanceof Interruption) await this.#noteInterruption(jobIds);
      throw error;
    }
  }

  /** The jobs of this list: new ones, or those of a run that did not come to its end. */
  async #begin(): Promise<readonly string[]> {
    const { kind, list, account, simulated, store, engine } = this.#parts;
    const { digest, items } = list;
    const subject = { digest, account: account ?? null, simulated };
    const { id: runId, isNew } = await this.#records.claim(this.#name, subject, adviceOn(store));
    try {
      if (isNew && account !== undefined) await assertAffordable(engine, account, items.length * kind.price);
      return await submitList(engine, items, { kind, runId, account });
    } catch (error) {
      // Of a run that could not pay there is nothing to go on with.
      if (isNew && hasCode(error, 'insufficient_credits')) await this.#records.forget(this.#name);
      throw error;
    }
  }

  async #work(jobIds: readonly string[], before: number): Promise<OutcomeCounts> {
    const { kind, list, engine, store, clock, terminal } = this.#parts;
    const { stderr, signal } = terminal;
    const total = list.items.length;
    if (before > 0) stderr.write(`going on with ${before} of ${total} ${kind.words.done}\n`);
    const progress = showBulkProgress(stderr, { clock, total, kind });
    const endObserving = engine.observe((event) => {
      if (event.kind === 'batch_failed') progress.wait(messageOf(event.cause));
    });
    const { jobs } = store.stores;
    try {
      return await runJobs(engine, jobIds, {
        kind,
        jobs,
        clock,
        signal,
        onView: (view) => progress.show(view),
      });
    } catch (error) {
      if (!hasCode(error, 'job_failed')) throw error;
      await this.#records.forget(this.#name);
      throw new MailproofError(
        'job_failed',
        'The run could not be completed. Run the command again to begin anew: what was found is reused for a day.',
        { cause: error },
      );
    } finally {
      endObserving();
      progress.stop();
    }
  }

  async #write(jobIds: readonly string[]): Promise<void> {
    const { kind, table, columns, list, outFile, engine, random, terminal } = this.#parts;
    const { stdout, signal } = terminal;
    const results = resultsOf(engine, jobIds, kind);
    await using output =
      outFile === undefined ? streamOutput(stdout, signal) : await fileOutput(outFile, random.uuid());
    await writeResults(table, output, { kind, columns, list, results, signal });
    await output.complete();
  }

  #report(counts: OutcomeCounts, work: { fresh: number; durationMs: number }): void {
    const { kind, list, outFile, terminal } = this.#parts;
    const { stdout, stderr, env } = terminal;
    const { items, rows, empty } = list;
    const output = outFile === undefined ? stderr : stdout;
    const summary = { counts, items: items.length, rows, empty, ...work };
    output.write(bulkSummary(summary, { kind, colour: showsColour(output, env) }));
  }

  async #noteInterruption(jobIds: readonly string[]): Promise<void> {
    const { kind, list, store, terminal } = this.#parts;
    const done = await processedOf(store.stores.jobs, jobIds).catch(() => undefined);
    const advice = store.lasting
      ? 'Run the same command again to go on.'
      : 'Nothing of it is kept: --out - needs --store for that.';
    const soFar = done === undefined ? '' : ` with ${done} of ${list.items.length} ${kind.words.done}`;
    terminal.stderr.write(`Interrupted${soFar}. ${advice}\n`);
  }
}

function adviceOn({ ownFile }: BulkStore): string {
  const other = 'Go on with that one by its own command, or choose another --out.';
  return ownFile === undefined ? other : `${other} To give it up, remove ${ownFile}.`;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function hasCode(error: unknown, code: MailproofError['code']): boolean {
  return error instanceof MailproofError && error.code === code;
}
