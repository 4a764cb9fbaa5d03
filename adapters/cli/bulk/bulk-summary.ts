import type { Status } from '../../../src/resources.ts';
import { padded } from '../output/display-width.ts';
import { coloured } from '../output/status-colour.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import type { ListKind, ListResult } from './list-kind.ts';
import type { OutcomeCounts } from './outcome-counts.ts';
import { durationText, rateText } from './pace.ts';

export interface BulkSummary {
  readonly counts: OutcomeCounts;
  readonly items: number;
  readonly rows: number;
  /** Rows without an item. */
  readonly empty: number;
  /** Results that came about in this run, and how long it took: less than all where it went on with another. */
  readonly fresh: number;
  readonly durationMs: number;
}

type Kind<Item, Row extends ListResult> = Pick<ListKind<Item, Row>, 'words' | 'groupTitle' | 'groups'>;

interface Line {
  /** Empty for a substatus of the group above. */
  readonly group: string;
  readonly status: Status;
  readonly substatus: string;
  readonly count: number;
  readonly share: number;
}

/** What came of a list, for people. */
export function bulkSummary<Item, Row extends ListResult>(
  summary: BulkSummary,
  { kind, colour }: { kind: Kind<Item, Row>; colour: boolean },
): string {
  const { words, groupTitle } = kind;
  const { items, rows, empty, fresh, durationMs } = summary;
  const columns: readonly TextColumn<Line>[] = [
    {
      title: groupTitle,
      text: ({ group }) => group,
      dress: (cell, { group, status }) => coloured(cell, status, colour && group !== ''),
    },
    { title: 'substatus', text: ({ substatus }) => substatus },
    { title: words.many, align: 'right', text: ({ count }) => count.toString() },
    { title: 'share', align: 'right', text: ({ share }) => `${(share * 100).toFixed(1)} %` },
  ];
  const repeats = rows - empty - items;
  const facts = [
    ['rows', rows.toString()],
    [words.many, items.toString()],
    ...(repeats > 0 ? [['repeated', `${repeats}, ${words.done} once`] as const] : []),
    ...(empty > 0 ? [['empty', `${empty}, without ${words.missing}`] as const] : []),
    ['time', durationMs < 120_000 ? `${(durationMs / 1_000).toFixed(1)} s` : durationText(durationMs)],
    ...(fresh > 0
      ? [['speed', `${speedText(fresh, durationMs)}, ${fresh} ${words.many} in this run`] as const]
      : []),
  ] as const;
  const width = 'substatus'.length;
  const table = textTable(columns, linesOf(summary, kind));
  return `${table}\n${facts.map(([label, value]) => `${padded(label, width)}  ${value}\n`).join('')}`;
}

function speedText(fresh: number, durationMs: number): string {
  return rateText((fresh * 1_000) / Math.max(1, durationMs));
}

/** A line a group, and under it, where it has several, a line a substatus. */
function linesOf<Item, Row extends ListResult>(
  { counts, items }: BulkSummary,
  { groups }: Kind<Item, Row>,
): readonly Line[] {
  return groups.flatMap(({ name, status, beside }) => {
    const line = (group: string, substatus: string, count: number) => ({
      group,
      status,
      substatus,
      count,
      share: count / Math.max(1, items),
    });
    const below = beside === undefined ? counts.substatuses(name) : [];
    return [
      line(name, beside ?? '', counts.of(name)),
      ...below.map(([substatus, count]) => line('', substatus, count)),
    ];
  });
}
