import { countText } from './format.ts';

export interface Bar {
  readonly label: string;
  /** Undefined as long as it is not known. */
  readonly count: number | undefined;
  /** The class that colours it: a status. */
  readonly kind?: string;
}

/** Counts as a picture that is a table at the same time. */
export function Bars({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const total = bars.reduce((sum, { count = 0 }) => sum + count, 0);
  const most = Math.max(1, ...bars.map(({ count = 0 }) => count));
  return (
    <table class="bars">
      <caption>{title}</caption>
      <tbody>
        {bars.map(({ label, count, kind }) => (
          <tr key={label}>
            <th scope="row">
              <div
                class={`bar ${kind ?? ''}`}
                style={{ width: `${(100 * (count ?? 0)) / most}%` }}
                aria-hidden="true"
              />
              <span>{label}</span>
            </th>
            <td class="number">{count === undefined ? '…' : countText(count)}</td>
            <td class="number">{count === undefined ? '' : shareText(count, total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shareText(count: number, total: number): string {
  if (total === 0) return '0 %';
  const percent = (100 * count) / total;
  return percent > 0 && percent < 1 ? '< 1 %' : `${Math.round(percent)} %`;
}
