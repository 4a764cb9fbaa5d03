import { useState } from 'preact/hooks';
import type { Balance, Usage as UsageResource } from '../api/resources.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { Chart } from '../parts/chart.tsx';
import { Choice } from '../parts/field.tsx';
import { codeText, countText, creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

const dayMs = 86_400_000;
const spans = ['7', '30', '90'] as const;

/** The balance, and what was spent on what by day and key. */
export function Usage() {
  const { api } = useConsole();
  const balance = useLoaded((signal) => api.request<Balance>('balance', { signal }), 'balance', {
    everyMs: 15_000,
  });
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const to = dayOf(Date.now());
  const from = dayOf(Date.now() - (Number(span) - 1) * dayMs);
  const usage = useLoaded(
    (signal) => api.request<UsageResource>(`usage?from=${from}&to=${to}`, { signal }),
    `${from} ${to}`,
  );
  return (
    <>
      <PageHeading title={texts.pages.usage} />
      <ProblemNotice problem={balance.problem} onRetry={balance.reload} />
      {balance.value !== undefined && (
        <dl class="figures">
          <div>
            <dt>{texts.usage.available}</dt>
            <dd>{creditText(balance.value.available)}</dd>
          </div>
          <div>
            <dt>{texts.usage.held}</dt>
            <dd>{creditText(balance.value.held)}</dd>
          </div>
        </dl>
      )}
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
  if (rows.length === 0) return <p>{texts.usage.none}</p>;
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
      <div class="scroll-x">
        <table>
          <caption>{texts.usage.table}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.usage.day}</th>
              <th scope="col">{texts.usage.key}</th>
              <th scope="col">{texts.usage.kind}</th>
              <th scope="col" class="number">
                {texts.usage.count}
              </th>
              <th scope="col" class="number">
                {texts.usage.credits}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.day} ${row.key_id} ${row.kind}`}>
                <th scope="row">{row.day}</th>
                <td>{row.key_name ?? row.key_id ?? texts.usage.console}</td>
                <td>{codeText(row.kind)}</td>
                <td class="number">{countText(row.count)}</td>
                <td class="number">{creditText(row.credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
