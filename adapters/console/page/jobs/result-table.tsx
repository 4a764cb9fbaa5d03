import { useMemo, useRef, useState } from 'preact/hooks';
import { codeText, countText } from '../parts/format.ts';
import { ResultCard, StatusTag } from '../parts/result-card.tsx';
import { texts } from '../texts.ts';
import type { JobResult } from './result-rows.ts';

const rowHeight = 36;
const viewHeight = 468;
const headHeight = 36;
/** Rows above and below what is seen, so that none is missing while it scrolls. */
const spare = 10;

/**
 * A table of any length, of which only the rows in view exist. The arrow keys go from row to row; the row that was gone to is
 * shown in full below the table.
 */
export function ResultTable({ rows }: { readonly rows: readonly JobResult[] }) {
  const holder = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  /** The index of a row among all results, which stays when more are loaded. */
  const [activeIndex, setActiveIndex] = useState<number>();
  const active = useMemo(() => positionOf(rows, activeIndex), [rows, activeIndex]);
  const visible = Math.ceil(viewHeight / rowHeight);
  const last = Math.max(0, rows.length - visible);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), last) - spare);
  const end = Math.min(rows.length, first + visible + 2 * spare);
  const goTo = (index: number): void => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActiveIndex(rows[target]?.index);
    const element = holder.current;
    if (element === null) return;
    const above = target * rowHeight;
    const below = above + rowHeight + headHeight - element.clientHeight;
    if (element.scrollTop > above) element.scrollTop = above;
    else if (element.scrollTop < below) element.scrollTop = below;
  };
  const followKey = (event: KeyboardEvent): void => {
    const target = targetOf(event.key, { active, rows: rows.length, visible });
    if (target === undefined) return;
    event.preventDefault();
    goTo(target);
  };
  const chosen = active === undefined ? undefined : rows[active];
  const isDrawn = active !== undefined && active >= first && active < end;
  return (
    <>
      <div
        ref={holder}
        class="virtual"
        tabIndex={0}
        role="grid"
        aria-label={texts.results.table}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isDrawn ? `row-${active}` : undefined}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onKeyDown={followKey}
      >
        <div class="virtual-head" role="row" aria-rowindex={1}>
          {['email', 'status', 'substatus', 'email_provider', 'confidence'].map((column) => (
            <span key={column} role="columnheader">
              {texts.columns[column as 'email']}
            </span>
          ))}
        </div>
        <div role="rowgroup" class="virtual-body" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(first, end).map((row, offset) => (
            <Row
              key={row.index}
              row={row}
              position={first + offset}
              isActive={active === first + offset}
              onChoose={() => goTo(first + offset)}
            />
          ))}
        </div>
      </div>
      <p class="hint">{texts.results.keys}</p>
      <div aria-live="polite">{chosen !== undefined && <ResultCard result={chosen} />}</div>
    </>
  );
}

function positionOf(rows: readonly JobResult[], index: number | undefined): number | undefined {
  const position = index === undefined ? -1 : rows.findIndex((row) => row.index === index);
  return position === -1 ? undefined : position;
}

interface RowProps {
  readonly row: JobResult;
  readonly position: number;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Row({ row, position, isActive, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table listens to the keys.
    <div
      id={`row-${position}`}
      class={isActive ? 'virtual-row active' : 'virtual-row'}
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isActive}
      style={{ transform: `translateY(${position * rowHeight}px)` }}
      onClick={onChoose}
    >
      <span role="gridcell" title={row.email ?? undefined}>
        {nameOf(row)}
      </span>
      <span role="gridcell">
        <StatusTag status={row.status} />
      </span>
      <span role="gridcell" title={row.explanation}>
        {codeText(row.substatus)}
      </span>
      <span role="gridcell">{row.email_provider}</span>
      <span role="gridcell">{row.confidence === null ? '–' : `${countText(row.confidence)} %`}</span>
    </div>
  );
}

function nameOf(row: JobResult): string {
  if (!('first_name' in row)) return row.email ?? '';
  return `${row.first_name} ${row.last_name}, ${row.domain}: ${row.email ?? texts.result.noAddress}`;
}

function targetOf(
  key: string,
  {
    active = -1,
    rows,
    visible,
  }: { readonly active: number | undefined; readonly rows: number; readonly visible: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + visible - 1;
    case 'PageUp':
      return active - visible + 1;
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return undefined;
  }
}
