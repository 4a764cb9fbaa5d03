import { resolve } from 'node:path';
import type { Engine } from '../../src/engine.ts';
import { MailproofError } from '../../src/errors.ts';
import type { Clock, Random } from '../../src/ports.ts';
import type { AddressList } from './address-list.ts';
import { assertAffordable, processedOf, resultsOf, runJobs, submitList } from './bulk-jobs.ts';
import { showBulkProgress } from './bulk-progress.ts';
import type { BulkStore } from './bulk-store.ts';
import { bulkSummary } from './bulk-summary.ts';
import type { CsvTable } from './csv-table.ts';
import { fileOutput, streamOutput } from './results-output.ts';
import { writeResults } from './results-writer.ts';
import { RunRecords } from './run-record.ts';
import type { StatusCounts } from './status-counts.ts';
import { Interruption, showsColour, type Terminal } from './terminal.ts';

export interface List {
  readonly table: CsvTable;
  readonly column: number;
  readonly addresses: AddressList;
}

export interface ListRunParts {
  readonly list: List;
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
export class ListRun {
  readonly #parts: ListRunParts;
  readonly #records: RunRecords;
  /** What the run is found again by. */
  readonly #name: string;

  constructor(parts: ListRunParts) {
    this.#parts = parts;
    this.#records = new RunRecords({ ...parts, cache: parts.store.stores.cache });
    const { outFile, list } = parts;
    this.#name = outFile === undefined ? `stdout ${list.addresses.digest}` : resolve(outFile);
  }

  /** Rejects with the signal's reason; then, or after a crash, another run goes on. */
  async run(): Promise<void> {
    const { engine, clock, list } = this.#parts;
    const startedAt = clock.now();
    const jobIds = await this.#begin();
    const before = await processedOf(engine, jobIds);
    try {
      const counts = await this.#verify(jobIds, before);
      const durationMs = clock.now() - startedAt;
      await this.#write(jobIds);
      await this.#records.forget(this.#name);
      this.#report(counts, { verified: list.addresses.emails.length - before, durationMs });
    } catch (error) {
      if (error instanceof Interruption) await this.#noteInterruption(jobIds);
      throw error;
    }
  }

  /** The jobs of this list: new ones, or those of a run that did not come to its end. */
  async #begin(): Promise<readonly string[]> {
    const { list, account, simulated, store, engine } = this.#parts;
    const { digest, emails } = list.addresses;
    const subject = { digest, account: account ?? null, simulated };
    const { id: runId, isNew } = await this.#records.claim(this.#name, subject, adviceOn(store));
    try {
      if (isNew && account !== undefined) await assertAffordable(engine, account, emails.length);
      return await submitList(engine, emails, { runId, account });
    } catch (error) {
      // Of a run that could not pay there is nothing to go on with.
      if (isNew && hasCode(error, 'insufficient_credits')) await this.#records.forget(this.#name);
      throw error;
    }
  }

  async #verify(jobIds: readonly string[], before: number): Promise<StatusCounts> {
    const { list, engine, store, clock, terminal } = this.#parts;
    const { stderr, signal } = terminal;
    const total = list.addresses.emails.length;
    if (before > 0) stderr.write(`going on with ${before} of ${total} verified\n`);
    const progress = showBulkProgress(stderr, clock, total);
    const { jobs } = store.stores;
    try {
      return await runJobs(engine, jobIds, { jobs, clock, signal, onView: (view) => progress.show(view) });
    } catch (error) {
      if (!hasCode(error, 'job_failed')) throw error;
      await this.#records.forget(this.#name);
      throw new MailproofError(
        'job_failed',
        'The run could not be completed. Run the command again to begin anew: what was found is reused for a day.',
        { cause: error },
      );
    } finally {
      progress.stop();
    }
  }

  async #write(jobIds: readonly string[]): Promise<void> {
    const { list, outFile, engine, terminal } = this.#parts;
    const { stdout, signal } = terminal;
    const { table, column, addresses } = list;
    const results = resultsOf(engine, jobIds);
    await using output = outFile === undefined ? streamOutput(stdout, signal) : await fileOutput(outFile);
    await writeResults(table, output, { column, addresses, results, signal });
    await output.complete();
  }

  #report(counts: StatusCounts, work: { verified: number; durationMs: number }): void {
    const { list, outFile, terminal } = this.#parts;
    const { stdout, stderr, env } = terminal;
    const { emails, rows, empty } = list.addresses;
    const output = outFile === undefined ? stderr : stdout;
    const summary = { counts, addresses: emails.length, rows, empty, ...work };
    output.write(bulkSummary(summary, { colour: showsColour(output, env) }));
  }

  async #noteInterruption(jobIds: readonly string[]): Promise<void> {
    const { list, engine, store, terminal } = this.#parts;
    const total = list.addresses.emails.length;
    const done = await processedOf(engine, jobIds).catch(() => undefined);
    const advice = store.lasting
      ? 'Run the same command again to go on.'
      : 'Nothing of it is kept: --out - needs --store for that.';
    const soFar = done === undefined ? '' : ` with ${done} of ${total} verified`;
    terminal.stderr.write(`Interrupted${soFar}. ${advice}\n`);
  }
}

function adviceOn({ ownFile }: BulkStore): string {
  const other = 'Go on with that one by its own command, or choose another --out.';
  return ownFile === undefined ? other : `${other} To give it up, remove ${ownFile}.`;
}

function hasCode(error: unknown, code: MailproofError['code']): boolean {
  return error instanceof MailproofError && error.code === code;
}
