import { stat } from 'node:fs/promises';
import { addressKey } from '../../../src/address/address-key.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { EmailVerification, Status } from '../../../src/resources.ts';
import type { MailOutcome } from '../../../src/verdict/outcomes/outcome-count.ts';
import type { OutcomeRecord, Outcomes } from '../../../src/verdict/outcomes/outcomes.ts';
import { addressInCell } from '../../lists/address-cell.ts';
import type { Encoding } from '../../lists/encoding.ts';
import { type CsvTable, openTable } from '../csv/csv-table.ts';
import { fileSource } from '../csv/list-source.ts';
import { findOutcomeColumns, type ReadOutcome, readOutcome } from './outcome-columns.ts';
import { readVerdicts } from './result-verdicts.ts';
import { rowCount, UnknownTexts } from './unknown-texts.ts';

export interface OutcomeImport {
  /** The export of the mail provider. */
  readonly file: string;
  /** The results of the list that was mailed. */
  readonly results: string;
  /** When the list was verified. Default: when the file of its results was last changed. */
  readonly verifiedAt?: number | undefined;
  /** The statuses to which mail was sent: addresses of these that the export does not name were delivered. */
  readonly sent: readonly Status[];
  readonly column?: string;
  readonly outcomeColumn?: string;
  readonly resultsColumn?: string;
  readonly encoding?: Encoding;
  readonly resultsEncoding?: Encoding;
  /** Leaves out rows with texts that are not known, instead of refusing the export. */
  readonly skipUnknown?: boolean;
  /** Takes an export most of whose addresses are not in the results, because it is about other lists too. */
  readonly otherLists?: boolean;
}

/** What an import has done. */
export interface OutcomeSummary {
  /** Addresses by what the export says of them. */
  readonly exported: Readonly<Record<MailOutcome, number>>;
  /** Those of them that are not in the results. */
  readonly notInResults: number;
  /** Rows that do not tell whether the mailbox takes mail. */
  readonly skippedRows: number;
  /** What these say instead, listed. */
  readonly skippedTexts: string;
  /** Rows that were left out because a text of theirs is not known. */
  readonly unknownRows: number;
  /** Those texts, listed. */
  readonly unknownTexts: string;
  /** Verdicts by what became of their record. */
  readonly records: Readonly<Record<OutcomeRecord, number>>;
  /** Counted verdicts by outcome, those included that took the place of others. */
  readonly counted: Readonly<Record<MailOutcome, number>>;
}

/** More addresses would not fit into memory. */
const maxAddresses = 2_000_000;
const recordsAtOnce = 200;
/** If a larger share of an export is not in the results, they probably do not belong together. */
const mostOthers = 0.5;

const ranks: Readonly<Record<ReadOutcome, number>> = { skipped: 0, delivered: 1, complained: 2, bounced: 3 };

interface ExportedOutcomes {
  /** `skipped`: the export names the address, but does not say what became of mail to it in the end. */
  readonly byAddress: ReadonlyMap<string, ReadOutcome>;
  readonly skippedRows: number;
  readonly skippedTexts: string;
  readonly unknownRows: number;
  readonly unknownTexts: string;
  readonly namesDeliveries: boolean;
}

/**
 * Records what became of mail to the addresses of a list. Both files are read and checked first: nothing is recorded if one of
 * them is not what it should be (InvalidArgument).
 */
export async function importOutcomes(
  options: OutcomeImport,
  outcomes: Outcomes,
  signal: AbortSignal,
): Promise<OutcomeSummary> {
  const exported = await readExport(options, signal);
  const results = await openTable(fileSource(options.results), {
    header: true,
    encoding: options.resultsEncoding,
    encodingOption: '--results-encoding',
  });
  const verdicts = () => readVerdicts(results, { column: options.resultsColumn, signal });
  const notInResults = await checkMatch(verdicts(), exported, options);
  const verifiedAt = options.verifiedAt ?? (await stat(options.results)).mtimeMs;
  const records = { counted: 0, replaced: 0, known: 0, represented: 0, ignored: 0 };
  const counted = noOutcomes();
  let waiting: Promise<void>[] = [];
  for await (const verdict of verdicts()) {
    const outcome = exported.byAddress.get(addressKey(verdict.email)) ?? assumedOf(verdict, options);
    if (outcome === undefined || outcome === 'skipped') continue;
    const recording = outcomes.record(verdict, outcome, { verifiedAt }).then((record) => {
      records[record] += 1;
      if (record === 'counted' || record === 'replaced') counted[outcome] += 1;
    });
    // Each is awaited below; one that fails meanwhile must not end the process.
    recording.catch(() => {});
    waiting.push(recording);
    if (waiting.length < recordsAtOnce) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
  const found = noOutcomes();
  for (const outcome of exported.byAddress.values()) if (outcome !== 'skipped') found[outcome] += 1;
  const { byAddress: _, namesDeliveries: __, ...rows } = exported;
  return { exported: found, notInResults, ...rows, records, counted };
}

async function readExport(options: OutcomeImport, signal: AbortSignal): Promise<ExportedOutcomes> {
  const { file, encoding, skipUnknown } = options;
  const table: CsvTable = await openTable(fileSource(file), { header: true, encoding });
  const { header = [] } = table;
  const columns = findOutcomeColumns(header, file, options);
  const byAddress = new Map<string, ReadOutcome>();
  let namesDeliveries = false;
  const skipped = new SkippedRows();
  const unknown = new UnknownTexts();
  for await (const { cells, line } of table.numberedRows(signal)) {
    const read = readOutcome(cells, columns);
    // What is not known may have been a bounce: the address is not taken for delivered either.
    const outcome = read.kind === 'outcome' ? read.outcome : 'skipped';
    const address = addressInCell(cells[columns.address] ?? '');
    if (read.kind === 'unknown') unknown.add(read, line);
    else if (read.kind === 'skipped') skipped.add(read.text);
    else if (address === '') skipped.add('');
    if (address === '') continue;
    namesDeliveries ||= outcome === 'delivered';
    const key = addressKey(address);
    const before = byAddress.get(key);
    if (before === undefined || ranks[outcome] > ranks[before]) byAddress.set(key, outcome);
    if (byAddress.size > maxAddresses)
      throw new InvalidArgument('file', `${file} has more than ${maxAddresses} addresses. Split it.`);
  }
  const unknownTexts = unknown.listed(header);
  if (unknown.rows > 0 && skipUnknown !== true) {
    const has = unknown.rows === 1 ? 'does' : 'do';
    throw new InvalidArgument(
      'file',
      `${rowCount(unknown.rows)} of ${file} ${has} not tell what became of mail: ${unknownTexts}. Nothing was recorded. ` +
        'Set --outcome-column to the column that does, or --skip-unknown to leave these rows out.',
    );
  }
  return {
    byAddress,
    skippedRows: skipped.rows,
    skippedTexts: skipped.listed(),
    unknownRows: unknown.rows,
    unknownTexts,
    namesDeliveries,
  };
}

/**
 * Returns how many addresses of the export are not in the results. Throws InvalidArgument if the two do not belong together, or
 * tell of one side only.
 */
async function checkMatch(
  verdicts: AsyncIterable<EmailVerification>,
  { byAddress, namesDeliveries }: ExportedOutcomes,
  { file, results, sent, otherLists }: OutcomeImport,
): Promise<number> {
  const addresses = new Set<string>();
  for (const [address, outcome] of byAddress) if (outcome !== 'skipped') addresses.add(address);
  const { size: named } = addresses;
  if (named === 0)
    throw new InvalidArgument(
      'file',
      `${file} names no address that was delivered to, bounced or complained.`,
    );
  if (sent.length === 0 && !namesDeliveries) {
    throw new InvalidArgument(
      '--sent',
      `${file} has no deliveries. From bounces alone, every verdict would look wrong. Set --sent to the statuses to which mail was ` +
        `sent, such as safe,risky: their addresses in ${results} that ${file} does not name then count as delivered.`,
    );
  }
  // To the end: a file that is no results below must be refused before anything is recorded.
  for await (const { email } of verdicts) addresses.delete(addressKey(email));
  const { size: others } = addresses;
  if (others === named)
    throw new InvalidArgument(
      'file',
      `None of the addresses in ${file} is in ${results}. Do they belong together?`,
    );
  if (others > named * mostOthers && otherLists !== true)
    throw new InvalidArgument(
      'file',
      `${others.toLocaleString('en')} of the ${named.toLocaleString('en')} addresses in ${file} are not in ${results}. Do they belong ` +
        'together? Nothing was recorded. If the export is about other lists too, set --other-lists.',
    );
  return others;
}

function assumedOf({ status }: EmailVerification, { sent }: OutcomeImport): MailOutcome | undefined {
  return sent.includes(status) ? 'delivered' : undefined;
}

function noOutcomes(): Record<MailOutcome, number> {
  return { delivered: 0, bounced: 0, complained: 0 };
}

/** An export whose rows all have codes of their own must not fill the memory. */
const maxKinds = 1000;
const namedKinds = 10;
const nothing = 'no event or address';

/** The rows of an export that do not tell whether the mailbox takes mail, by what they say instead. */
class SkippedRows {
  readonly #byKind = new Map<string, number>();
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** `text`: such as `deferred`, or a code. Empty if the row says nothing, or of nobody. */
  add(text: string): void {
    this.#rows += 1;
    const kind = text.toLowerCase() || nothing;
    const before = this.#byKind.get(kind);
    if (before !== undefined || this.#byKind.size < maxKinds) this.#byKind.set(kind, (before ?? 0) + 1);
  }

  /** Lists what they say, the commonest first, with their rows: `deferred (5), dropped (2)`. Empty if there are none. */
  listed(): string {
    const sorted = [...this.#byKind].sort(([, one], [, other]) => other - one);
    const named = sorted.slice(0, namedKinds);
    const others = this.#rows - named.reduce((sum, [, rows]) => sum + rows, 0);
    const counted = named.map(([kind, rows]) => `${kind} (${rows.toLocaleString('en')})`);
    return [...counted, ...(others === 0 ? [] : [`others (${others.toLocaleString('en')})`])].join(', ');
  }
}
