import type { Status } from '../../../src/resources.ts';
import { padToWidth } from '../output/display-width.ts';
import { inStatusColour } from '../output/status-colour.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { countText } from './bulk-progress.ts';
import type { BulkResult, BulkTask } from './bulk-task.ts';
import type { ResultCounts } from './result-counts.ts';
import { durationText, rateText } from './throughput.ts';

export interface BulkSummary {
  readonly counts: ResultCounts;
  readonly items: number;
  readonly rows: number;
  /** Rows without an item. */
  readonly empty: number;
  /** Rows of which it is not clear what is meant: nobody was asked. */
  readonly unclear: number;
  /** Items beside the first of their rows. */
  readonly more: number;
  /** Whether the results are those of the simulated internet. */
  readonly simulated: boolean;
  /** Items that got a result in this run: fewer than all if it resumed another run. */
  readonly processedInThisRun: number;
  /** Duration of this run. */
  readonly durationMs: number;
}

type Task<Item, Result extends BulkResult> = Pick<BulkTask<Item, Result>, 'labels' | 'groupTitle' | 'groups'>;

/** One line of the table. */
interface SummaryLine {
  /** Empty for a substatus of the group above. */
  readonly group: string;
  readonly status: Status;
  readonly substatus: string;
  readonly count: number;
  readonly share: number;
}

/** Returns the results of a list as a table of counts, for people to read. */
export function bulkSummary<Item, Result extends BulkResult>(
  summary: BulkSummary,
  { task, colour }: { task: Task<Item, Result>; colour: boolean },
): string {
  const { labels, groupTitle } = task;
  const { items, rows, empty, unclear, more, simulated, processedInThisRun, durationMs } = summary;
  const columns: readonly TextColumn<SummaryLine>[] = [
    {
      title: groupTitle,
      text: ({ group }) => group,
      decorate: (cell, { group, status }) => inStatusColour(cell, status, colour && group !== ''),
    },
    { title: 'substatus', text: ({ substatus }) => substatus },
    { title: labels.plural, align: 'right', text: ({ count }) => count.toString() },
    { title: 'share', align: 'right', text: ({ share }) => `${(share * 100).toFixed(1)} %` },
  ];
  const repeats = rows - empty - unclear + more - items;
  const facts = [
    ['rows', rows.toString()],
    [labels.plural, items.toString()],
    ...(repeats > 0 ? [['repeated', `${repeats}, ${labels.done} once`] as const] : []),
    ...(more > 0 ? [['in one cell', `${more} more than one, each ${labels.done}`] as const] : []),
    ...(unclear > 0 ? [['not clear', `${unclear}, neither ${labels.done} nor charged`] as const] : []),
    ...(empty > 0 ? [['empty', `${empty}, without ${labels.missing}`] as const] : []),
    ['time', durationMs < 120_000 ? `${(durationMs / 1_000).toFixed(1)} s` : durationText(durationMs)],
    ...(processedInThisRun > 0
      ? [
          [
            'speed',
            `${speedText(processedInThisRun, durationMs)}, ${countText(processedInThisRun, labels)} in this run`,
          ] as const,
        ]
      : []),
    ...(simulated ? [['internet', 'simulated: this says nothing about real mailboxes'] as const] : []),
  ] as const;
  const width = 'substatus'.length;
  const table = textTable(columns, linesOf(summary, task));
  return `${table}\n${facts.map(([label, value]) => `${padToWidth(label, width)}  ${value}\n`).join('')}`;
}

function speedText(processed: number, durationMs: number): string {
  return rateText((processed * 1_000) / Math.max(1, durationMs));
}

/** Returns a line for each group, and below it a line for each substatus if the group can have several. */
function linesOf<Item, Result extends BulkResult>(
  { counts, items }: BulkSummary,
  { groups }: Task<Item, Result>,
): readonly SummaryLine[] {
  return groups.flatMap(({ name, status, substatus: only }) => {
    const line = (group: string, substatus: string, count: number) => ({
      group,
      status,
      substatus,
      count,
      share: count / Math.max(1, items),
    });
    const below = only === undefined ? counts.substatuses(name) : [];
    return [
      line(name, only ?? '', counts.of(name)),
      ...below.map(([substatus, count]) => line('', substatus, count)),
    ];
  });
}
