import { useState } from 'preact/hooks';
import type { Balance, Usage as UsageResource } from '../api/resources.ts';
import { useResource } from '../api/use-loaded.ts';
import { Empty } from '../parts/card.tsx';
import { Chart } from '../parts/chart.tsx';
import { Choice } from '../parts/field.tsx';
import { Figures } from '../parts/figures.tsx';
import { codeText, countText, creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Table } from '../parts/table.tsx';
import { hashOf } from '../shell/routes.ts';
import { texts } from '../texts.ts';

const dayMs = 86_400_000;
const spans = ['7', '30', '90'] as const;

/** The balance, and what was spent on what by day and key. */
export function Usage() {
  const balance = useResource<Balance>('balance', { everyMs: 15_000 });
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const to = dayOf(Date.now());
  const from = dayOf(Date.now() - (Number(span) - 1) * dayMs);
  const usage = useResource<UsageResource>(`usage?from=${from}&to=${to}`);
  return (
    <>
      <PageHeading title={texts.pages.usage} />
      <ProblemNotice problem={balance.problem} onRetry={balance.reload} />
      <Figures
        figures={[
          [texts.usage.available, balance.value && creditText(balance.value.available)],
          [texts.usage.held, balance.value && creditText(balance.value.held)],
        ]}
      />
      <div class="span">
        <Choice
          label={texts.usage.span}
          value={span}
          options={spans.map((value) => ({ value, label: texts.usage.days(value) }))}
          onValue={setSpan}
        />
      </div>
      <ProblemNotice problem={usage.problem} onRetry={usage.reload} />
      {usage.value !== undefined && <Spent rows={usage.value.days} from={from} to={to} />}
    </>
  );
}

interface SpentProps {
  readonly rows: UsageResource['days'];
  readonly from: string;
  readonly to: string;
}

function Spent({ rows, from, to }: SpentProps) {
  if (rows.length === 0)
    return (
      <Empty
        text={texts.usage.none}
        next={texts.usage.noneNext}
        way={{ href: hashOf('lists'), label: texts.jobs.submit }}
      />
    );
  const days = daysBetween(from, to);
  const byDay = new Map<string, number>();
  for (const { day, credits } of rows) byDay.set(day, (byDay.get(day) ?? 0) + credits);
  return (
    <>
      <Chart
        label={texts.usage.chart(from, to)}
        shape="bars"
        times={days.map((day) => Date.parse(day) / 1_000)}
        series={[{ label: texts.usage.credits, values: days.map((day) => byDay.get(day) ?? null) }]}
      />
      <Table
        caption={texts.usage.table}
        isCaptionShown
        rows={rows}
        keyOf={(row) => `${row.day} ${row.key_id} ${row.kind}`}
        columns={[
          { head: texts.usage.day, cell: (row) => row.day },
          { head: texts.usage.key, cell: (row) => row.key_name ?? row.key_id ?? texts.usage.console },
          { head: texts.usage.kind, cell: (row) => codeText(row.kind) },
          { head: texts.usage.count, cell: (row) => countText(row.count), isNumber: true },
          { head: texts.usage.credits, cell: (row) => creditText(row.credits), isNumber: true },
        ]}
      />
    </>
  );
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) days.push(dayOf(ms));
  return days;
}
