import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Job } from '../../../src/bulk/job.ts';
import type { JobFilter } from '../../../src/bulk/job-list.ts';
import { toCredits } from '../../../src/credit-units.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import { InvalidArgument, NotFound } from '../../../src/errors.ts';
import { isoTime, isoTimeOrNull } from '../../../src/iso-time.ts';
import { systemClock } from '../../system-clock.ts';
import { lockOutput } from '../bulk/output-lock.ts';
import {
  assertOutputIsNew,
  fileOutput,
  isWorkbookName,
  publishAll,
  stdoutOutput,
} from '../bulk/results-output.ts';
import { exitCode } from '../exit-code.ts';
import type { ResultFormat } from '../output/job-results.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { onlyDescription, readFilter } from '../output/result-filter.ts';
import { requireStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addJobStoreOptions, type JobStoreFlags, searchedJobStore } from '../settings/sandbox-stores.ts';
import { parseWholeNumber } from '../settings/setting-value.ts';
import { addStoreOption, readPersistentStore } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface ListFlags extends JobStoreFlags {
  readonly account?: string;
  readonly key?: string;
  readonly unfinished?: boolean;
  readonly limit: string;
  readonly json?: boolean;
}

interface ResultsFlags extends ShowFlags {
  readonly only?: string;
  readonly out?: string;
}

interface ShowFlags extends JobStoreFlags {
  readonly json?: boolean;
}

/** Adds `mailproof jobs list|show|results|cancel|delete`. `finish` gets the exit code. */
export const addJobsCommand: AddCommand = (program, terminal, finish) => {
  const jobs = program
    .command('jobs')
    .description(
      'list, show, cancel and delete bulk jobs of any key, also while the server runs; with --test those of test keys',
    );

  const list = jobs
    .command('list')
    .description('show jobs, newest first, without their addresses')
    .option('--account <name>', 'only those of this account')
    .option('--key <id>', 'only those of the API key with this id, also if it is revoked')
    .option('--unfinished', 'only those that have neither completed nor failed')
    .option('--limit <number>', 'show at most this many', '100')
    .option('--json', 'print one JSON object per line');
  addStoreOption(list);
  addJobStoreOptions(list);
  requireStdout(list, terminal.stdout);
  list.action(async (flags: ListFlags) => finish(await listJobs(flags, terminal)));

  const show = addJobCommand(jobs, 'show', 'show how far a job is, without its addresses');
  show.option('--json', 'print one JSON object');
  requireStdout(show, terminal.stdout);
  show.action(async (id: string, flags: ShowFlags) => finish(await showJob(id, flags, terminal)));

  const results = addJobCommand(
    jobs,
    'results',
    'print the results of a job as CSV; those of a lookup also while it runs',
  );
  results.option('--json', 'print one JSON object per line');
  results.option('--only <statuses>', onlyDescription);
  results.option(
    '--out <file>',
    'write them to a file that does not exist yet; one named .xlsx is a workbook (default: stdout)',
  );
  requireStdout(results, terminal.stdout);
  results.action(async (id: string, flags: ResultsFlags) => finish(await printResults(id, flags, terminal)));

  const cancel = addJobCommand(jobs, 'cancel', 'end a job, and refund the items that have no result');
  cancel.action(async (id: string, flags: JobStoreFlags) => finish(await cancelJob(id, flags, terminal)));

  const remove = addJobCommand(
    jobs,
    'delete',
    'delete a job that has finished, with its addresses, results and idempotency key',
  );
  remove.action(async (id: string, flags: JobStoreFlags) => finish(await deleteJob(id, flags, terminal)));
};

/** Adds a command that takes the id of a job. */
function addJobCommand(jobs: Command, name: string, description: string): Command {
  const command = jobs
    .command(name)
    .description(description)
    .argument('<id>', 'the id that its submission returned');
  addStoreOption(command);
  addJobStoreOptions(command);
  return command;
}

const maxListed = 10_000;

async function listJobs(flags: ListFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const { account, key } = flags;
  const limit = parseWholeNumber(
    { text: flags.limit, source: '--limit' },
    { expected: 'a number of jobs', max: maxListed },
  );
  const filter: JobFilter = {
    unfinished: flags.unfinished ?? false,
    ...(account === undefined ? {} : { account }),
    ...(key === undefined ? {} : { keyId: key }),
  };
  return withEngine(flags, env, async ({ jobs }) => {
    const newest = await newestJobs(jobs.list(filter), limit);
    if (flags.json) stdout.write(newest.map((job) => jsonLine(jsonOf(job))).join(''));
    else if (newest.length > 0) stdout.write(textTable(columns, newest));
    else
      stderr.write(
        `There are no such jobs ${printable(searchedJobStore(readPersistentStore(flags, env), flags))}\n`,
      );
  });
}

/** Keeps no more than twice as many in memory. */
async function newestJobs(listed: AsyncIterable<Job>, limit: number): Promise<readonly Job[]> {
  let newest: Job[] = [];
  const cut = () => {
    newest = newest.sort((a, b) => b.submittedAt - a.submittedAt).slice(0, limit);
  };
  for await (const job of listed) {
    newest.push(job);
    if (newest.length >= 2 * limit) cut();
  }
  cut();
  return newest;
}

async function showJob(id: string, flags: ShowFlags, { stdout, env }: Terminal): Promise<number> {
  return withEngine(flags, env, async ({ jobs }) => {
    const job = await jobs.get(id);
    stdout.write(flags.json ? jsonLine(jsonOf(job)) : linesOf(jsonOf(job)));
  });
}

async function printResults(id: string, flags: ResultsFlags, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env, signal } = terminal;
  const out = flags.out === '-' ? undefined : flags.out;
  return withEngine(flags, env, async ({ jobs }) => {
    const { kind } = await jobs.get(id);
    // Only here, so that other commands start without what suggests addresses.
    const { writeLookups, writeVerifications } = await import('../output/job-results.ts');
    const options = { format: formatOf(out, flags), only: readFilter(flags.only) };
    if (out !== undefined) await assertOutputIsNew(out, '');
    terminal.takeStdoutErrors();
    const pages = kind === 'lookup' ? writeLookups(jobs, id, options) : writeVerifications(jobs, id, options);
    const runId = randomUUID();
    const onWait = () => stderr.write('checking whether another run of this output is under way\n');
    await using _lock =
      out === undefined
        ? undefined
        : await lockOutput(out, { clock: systemClock, signal, id: runId, onWait });
    await using output = out === undefined ? stdoutOutput(stdout, signal) : await fileOutput(out, runId);
    for await (const page of pages) await output.write(page);
    await publishAll([output]);
  });
}

function formatOf(out: string | undefined, { json = false }: ResultsFlags): ResultFormat {
  if (out === undefined || !isWorkbookName(out)) return json ? 'json' : 'csv';
  if (json)
    throw new InvalidArgument('--json', `${out} is a workbook. Leave out --json, or choose another --out.`);
  return 'xlsx';
}

async function cancelJob(id: string, flags: JobStoreFlags, { stderr, env }: Terminal): Promise<number> {
  return withEngine(flags, env, async ({ jobs }) => {
    const before = await jobs.get(id);
    if (before.finishedAt === null) await jobs.cancel(id);
    const { status, processed, total } = await jobs.get(id);
    stderr.write(
      before.finishedAt === null && status === 'failed'
        ? `Cancelled: ${total - processed} of ${total} items had no result; what they cost was refunded.\n`
        : 'The job had finished before: nothing changed.\n',
    );
  });
}

async function deleteJob(id: string, flags: JobStoreFlags, { stderr, env }: Terminal): Promise<number> {
  return withEngine(flags, env, async ({ jobs }) => {
    await jobs.delete(id);
    stderr.write('Deleted.\n');
  });
}

async function withEngine(
  flags: JobStoreFlags,
  env: Terminal['env'],
  run: (engine: Engine) => Promise<void>,
): Promise<number> {
  await using engine = await openOfflineEngine(flags, env);
  try {
    await run(engine);
    return exitCode.done;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const place = searchedJobStore(readPersistentStore(flags, env), flags);
    throw new NotFound(`Job not found ${place}`);
  }
}

const columns: readonly TextColumn<Job>[] = [
  { title: 'id', text: ({ id }) => id },
  { title: 'name', maxWidth: 30, text: ({ name }) => name ?? '-' },
  { title: 'kind', text: ({ kind }) => kind },
  { title: 'account', maxWidth: 30, text: ({ account }) => account ?? '-' },
  { title: 'status', text: ({ status, cancelled }) => (cancelled ? 'cancelled' : status) },
  { title: 'done', align: 'right', text: ({ processed, total }) => `${processed} of ${total}` },
  { title: 'submitted', text: ({ submittedAt }) => isoTime(submittedAt) },
];

function jsonOf(job: Job) {
  return {
    id: job.id,
    name: job.name,
    kind: job.kind,
    account: job.account,
    key_id: job.keyId,
    status: job.status,
    cancelled: job.cancelled,
    total: job.total,
    processed: job.processed,
    by_status: job.byStatus,
    retrying: job.retrying,
    next_retry_at: isoTimeOrNull(job.nextRetryAt),
    credits: toCredits(job.milliCredits),
    refunded: toCredits(job.refundedMilliCredits),
    submitted_at: isoTime(job.submittedAt),
    started_at: isoTimeOrNull(job.startedAt),
    finished_at: isoTimeOrNull(job.finishedAt),
  };
}

function linesOf(job: ReturnType<typeof jsonOf>): string {
  const counts = Object.entries(job.by_status).map(([status, count]) => `${count} ${status}`);
  return Object.entries({ ...job, by_status: counts.join(', ') })
    .map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(15)}${printable(String(value ?? '-'))}\n`)
    .join('');
}
