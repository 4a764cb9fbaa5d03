import { Option } from 'commander';
import type { Engine } from '../../../src/engine-interface.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Status } from '../../../src/resources.ts';
import type { OutcomeCount } from '../../../src/verdict/outcomes/outcome-count.ts';
import { type Encoding, encodings } from '../../lists/encoding.ts';
import { exitCode } from '../exit-code.ts';
import { importOutcomes, type OutcomeSummary } from '../outcomes/outcome-import.ts';
import {
  binsOf,
  groupedBy,
  intervalText,
  numberText,
  percentText,
  type Reliability,
  reliabilityOf,
  reliabilityPlot,
} from '../outcomes/reliability.ts';
import { rowCount } from '../outcomes/unknown-texts.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addSandboxStoreOption, type SandboxStoreFlags } from '../settings/sandbox-stores.ts';
import { parseDay } from '../settings/setting-value.ts';
import { addStoreOption } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface ImportFlags extends SandboxStoreFlags {
  readonly results: string;
  readonly verified?: string;
  readonly sent?: string;
  readonly column?: string;
  readonly outcomeColumn?: string;
  readonly resultsColumn?: string;
  readonly encoding?: Encoding;
  readonly resultsEncoding?: Encoding;
  readonly skipUnknown?: boolean;
  readonly otherLists?: boolean;
}

interface ShowFlags extends SandboxStoreFlags {
  readonly json?: boolean;
}

const importHelp = `
The export may be that of Amazon SES (suppression list, events), SendGrid (bounces, activity), Mailgun (bounces, events),
Postmark (bounces, activity), Brevo (events) or HubSpot (events), in CSV, or another one whose rows say what happened.
Deliveries count, complaints, and permanent (hard) bounces about the mailbox. Temporary (soft) bounces, blocks, refusals
by policy and bounces of mail that was never sent do not: they say nothing of the mailbox, and the import names them. Of
SendGrid, these are processed, deferred, blocked and dropped mail, whatever the reason, and classifications about content,
volume, reputation or technical failures. SendGrid's list of blocks has the columns of its list of bounces: do not import
it.

Most exports name bounces only. Then --sent says to whom mail was sent: of the results with these statuses, those
that the export does not name count as delivered.

An export with texts that mailproof does not know is refused, and they are listed. --skip-unknown leaves their rows
out. Addresses that no other row names count neither as bounced nor as delivered. Do not use it where such rows are
bounces: the list would look better than it was.

An export most of whose addresses are not in the results is refused: it may be that of another list, and --sent would
then count bounced addresses as delivered. If it is about other lists too, as a suppression list is, set --other-lists.

What a verdict said is compared with what became of mail. Outcomes imported before may have changed what such verdicts
say, so set --verified if the results are older than their file, such as one that a spreadsheet has saved again. The week
is enough.

Only counts by kind of evidence are stored, and no addresses. An address counts once in 90 days, so that an import can
be repeated. Of a domain, at most ten addresses count, drawn at random but always the same: that 500 addresses of one
company bounce for one reason is one fact. At free providers, such as gmail.com, each address counts. What was learned
counts for serve, worker and bulk on the same store, within ten minutes.`;

/** Adds `mailproof outcomes import|show|clear`. `finish` gets the exit code. */
export const addOutcomesCommand: AddCommand = (program, terminal, finish) => {
  const outcomes = program
    .command('outcomes')
    .description('correct the confidence by what became of mail, and show how often it came true');

  const load = outcomes
    .command('import')
    .description("count the deliveries, bounces and complaints in a mail provider's export")
    .argument('<file>', "the mail provider's export, a CSV file")
    .requiredOption(
      '--results <file>',
      'the results of the list to which mail was sent, as "mailproof bulk" wrote them',
    )
    .option(
      '--verified <day>',
      'when the list was verified, such as 2030-01-31 (default: when the file of its results was last changed)',
    )
    .option(
      '--sent <statuses>',
      'count results with these statuses, such as safe,risky, as delivered if the export does not name them',
    )
    .option('--column <name>', 'name or number of the column of the export with the addresses')
    .option('--outcome-column <name>', 'name or number of the column of the export that says what happened')
    .option('--results-column <name>', 'name or number of the column of the results with the addresses')
    .addOption(
      new Option('--encoding <name>', 'how the export is encoded (default: detected)').choices(encodings),
    )
    .addOption(
      new Option('--results-encoding <name>', 'how the results are encoded (default: detected)').choices(
        encodings,
      ),
    )
    .option(
      '--skip-unknown',
      'leave out rows with texts that mailproof does not know, instead of refusing the export',
    )
    .option(
      '--other-lists',
      'take an export most of whose addresses are not in the results, because it covers other lists too',
    );
  addStoreOption(load);
  addSandboxStoreOption(load);
  load.addHelpText('after', importHelp);
  load.action(async (file: string, flags: ImportFlags) => finish(await runImport(file, flags, terminal)));

  const show = outcomes
    .command('show')
    .description('plot how often verdicts came true, against what they said')
    .option('--json', 'print one JSON object');
  addStoreOption(show);
  addSandboxStoreOption(show);
  requireStdout(show, terminal.stdout);
  show.action(async (flags: ShowFlags) => finish(await showOutcomes(flags, terminal)));

  const clear = outcomes.command('clear').description('forget all outcomes, such as after a wrong import');
  addStoreOption(clear);
  addSandboxStoreOption(clear);
  clear.action(async (flags: SandboxStoreFlags) => finish(await clearOutcomes(flags, terminal)));
};

async function runImport(
  file: string,
  flags: ImportFlags,
  { stdout, env, signal }: Terminal,
): Promise<number> {
  const sent = parseStatuses(flags.sent);
  const verifiedAt = flags.verified === undefined ? undefined : parseDay(flags.verified, '--verified');
  const work = async (engine: Engine) => {
    const summary = await importOutcomes({ ...flags, file, sent, verifiedAt }, engine.outcomes, signal);
    stdout.write(summaryText(summary));
  };
  return withEngine(flags, env, work, { create: true });
}

const statuses: readonly Status[] = ['safe', 'risky', 'invalid'];

function parseStatuses(text: string | undefined): readonly Status[] {
  const names = text === undefined ? [] : text.split(',').map((name) => name.trim());
  return names.map((name) => {
    const status = statuses.find((each) => each === name);
    if (status !== undefined) return status;
    throw new InvalidArgument(
      '--sent',
      `"${name}" is no status of --sent. Give some of ${statuses.join(', ')}, with commas between them.`,
    );
  });
}

function summaryText(summary: OutcomeSummary): string {
  const { exported, notInResults, unknownRows, unknownTexts, records, counted } = summary;
  const { delivered, bounced, complained } = exported;
  const others = `${numberText(notInResults)} ${notInResults === 1 ? 'is' : 'are'}`;
  const unknown =
    unknownRows === 1 ? 'has a text that is not known, and was' : 'have texts that are not known, and were';
  return [
    `The export names ${numberText(delivered)} delivered, ${numberText(bounced)} bounced and ${numberText(complained)} complained addresses.`,
    ...skippedLines(summary),
    ...(notInResults === 0
      ? []
      : [`Of its ${numberText(delivered + bounced + complained)} addresses, ${others} not in the results.`]),
    ...(unknownRows === 0
      ? []
      : [`${rowCount(unknownRows)} ${unknown} left out: ${printable(unknownTexts)}.`]),
    `Counted: ${numberText(counted.delivered)} delivered, ${numberText(counted.bounced)} bounced, ${numberText(counted.complained)} complained.`,
    ...(records.replaced + records.represented === 0
      ? []
      : [
          `At most ten addresses of a company's domain count: ${numberText(records.replaced)} took the place of another, and ${numberText(records.represented)} were left out.`,
        ]),
    `Known before: ${numberText(records.known)}. Without a confidence to compare with: ${numberText(records.ignored)}.`,
    '',
  ].join('\n');
}

function skippedLines({ skippedRows, skippedTexts }: OutcomeSummary): readonly string[] {
  if (skippedRows === 0) return [];
  const say = skippedRows === 1 ? 'says' : 'say';
  return [`${rowCount(skippedRows)} ${say} nothing of the mailbox: ${printable(skippedTexts)}.`];
}

async function showOutcomes(flags: ShowFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const show = (counts: readonly OutcomeCount[]) => {
    if (flags.json) stdout.write(jsonLine(jsonOf(counts)));
    else if (counts.length === 0)
      stderr.write('No outcomes were recorded. See: mailproof outcomes import --help\n');
    else stdout.write(`${reliabilityPlot(counts)}\n${textTable(columns, rowsOf(counts))}`);
  };
  return withEngine(flags, env, async (engine) => show(await engine.outcomes.counts()));
}

async function clearOutcomes(flags: SandboxStoreFlags, { stdout, env }: Terminal): Promise<number> {
  await withEngine(flags, env, async (engine) => engine.outcomes.clear());
  stdout.write('No outcomes are counted any more.\n');
  return exitCode.done;
}

interface EvidenceRow extends Reliability {
  readonly evidence: string;
  readonly provider: string;
}

/** Each kind of evidence, followed by its providers if there are several; the most frequent first. */
function rowsOf(counts: readonly OutcomeCount[]): readonly EvidenceRow[] {
  return sortedByVerdicts(groupedBy(counts, ({ evidence }) => evidence)).flatMap(([evidence, ofKind]) => {
    const byProvider = sortedByVerdicts(groupedBy(ofKind, ({ provider }) => provider));
    const all = { evidence, provider: '', ...reliabilityOf(ofKind) };
    return [
      all,
      ...byProvider.map(([provider, some]) => ({ evidence: '', provider, ...reliabilityOf(some) })),
    ];
  });
}

type Group = readonly [key: string, counts: readonly OutcomeCount[]];

function sortedByVerdicts(groups: readonly Group[]): readonly Group[] {
  const verdictsOf = ([, counts]: Group) => reliabilityOf(counts).verdicts;
  return [...groups].sort((one, other) => verdictsOf(other) - verdictsOf(one));
}

const columns: readonly TextColumn<EvidenceRow>[] = [
  { title: 'evidence', text: ({ evidence }) => evidence },
  { title: 'provider', text: ({ provider }) => provider },
  { title: 'verdicts', align: 'right', text: ({ verdicts }) => numberText(verdicts) },
  { title: 'said', align: 'right', text: ({ said }) => percentText(said) },
  { title: 'came true', align: 'right', text: ({ cameTrue }) => percentText(cameTrue) },
  { title: 'interval', align: 'right', text: intervalText },
];

function jsonOf(counts: readonly OutcomeCount[]) {
  return {
    bins: binsOf(counts).map(reliabilityJson),
    evidence: rowsOf(counts)
      .filter(({ evidence }) => evidence !== '')
      .map((row) => ({ evidence: row.evidence, ...reliabilityJson(row) })),
    counts: counts.map(({ unlearnedConfidence, ...count }) => ({
      ...count,
      unlearned_confidence: unlearnedConfidence,
    })),
  };
}

function reliabilityJson({ verdicts, said, cameTrue, low, high }: Reliability) {
  return {
    verdicts,
    said: rounded(said),
    came_true: rounded(cameTrue),
    low: rounded(low),
    high: rounded(high),
  };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

async function withEngine(
  flags: SandboxStoreFlags,
  env: Terminal['env'],
  work: (engine: Engine) => Promise<void>,
  options: { readonly create?: boolean } = {},
): Promise<number> {
  await using engine = await openOfflineEngine(flags, env, options);
  await work(engine);
  return exitCode.done;
}
