import type { Status } from '../../src/resources.ts';
import { padded } from './display-width.ts';
import { durationText, rateText } from './pace.ts';
import { coloured } from './status-colour.ts';
import { type StatusCounts, statuses } from './status-counts.ts';
import { type TextColumn, textTable } from './text-table.ts';

export interface BulkSummary {
  readonly counts: StatusCounts;
  readonly addresses: number;
  readonly rows: number;
  /** Rows without an address. */
  readonly empty: number;
  /** Results that came about in this run, and how long it took: less than all where it went on with another. */
  readonly verified: number;
  readonly durationMs: number;
}

interface Line {
  readonly status: Status;
  readonly substatus: string;
  readonly count: number;
  readonly share: number;
}

const columns: readonly TextColumn<Line>[] = [
  { title: 'status', text: ({ status, substatus }) => (substatus === '' ? status : '') },
  { title: 'substatus', text: ({ substatus }) => substatus },
  { title: 'addresses', align: 'right', text: ({ count }) => count.toString() },
  { title: 'share', align: 'right', text: ({ share }) => `${(share * 100).toFixed(1)} %` },
];

/** What came of a list, for people. */
export function bulkSummary(summary: BulkSummary, { colour }: { colour: boolean }): string {
  const { addresses, rows, empty, verified, durationMs } = summary;
  const dress = (cell: string, { status, substatus }: Line) =>
    coloured(cell, status, colour && substatus === '');
  const table = textTable(
    columns.map((column) => (column.title === 'status' ? { ...column, dress } : column)),
    linesOf(summary),
  );
  const repeats = rows - empty - addresses;
  const facts = [
    ['rows', rows.toString()],
    ['addresses', addresses.toString()],
    ...(repeats > 0 ? [['repeated', `${repeats}, verified once`] as const] : []),
    ...(empty > 0 ? [['empty', `${empty}, without an address`] as const] : []),
    ['time', durationMs < 120_000 ? `${(durationMs / 1_000).toFixed(1)} s` : durationText(durationMs)],
    ...(verified > 0 ? [['speed', speedText(verified, durationMs)] as const] : []),
  ] as const;
  const width = 'substatus'.length;
  return `${table}\n${facts.map(([label, value]) => `${padded(label, width)}  ${value}\n`).join('')}`;
}

function speedText(verified: number, durationMs: number): string {
  return `${rateText((verified * 1_000) / Math.max(1, durationMs))}, ${verified} addresses in this run`;
}

/** A line a status, and under all but safe, which has one, a line a substatus. */
function linesOf({ counts, addresses }: BulkSummary): readonly Line[] {
  return statuses.flatMap((status) => {
    const line = (substatus: string, count: number) => ({
      status,
      substatus,
      count,
      share: count / Math.max(1, addresses),
    });
    const below = status === 'safe' ? [] : counts.substatuses(status);
    return [line('', counts.of(status)), ...below.map(([substatus, count]) => line(substatus, count))];
  });
}
