import { useState } from 'preact/hooks';
import { personFields } from '../../../lists/person-columns.ts';
import { useLoaded } from '../api/use-loaded.ts';
import { Choice } from '../parts/field.tsx';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import type { ListHandle } from './list-handle.ts';
import type { ListChoice, ListKind, OpenedList } from './reading/messages.ts';
import { SubmitList } from './submit-list.tsx';

interface ListPreviewProps {
  readonly handle: ListHandle;
  readonly opened: OpenedList;
  readonly kind: ListKind;
  readonly onSubmitted: () => void;
  readonly onOther: () => void;
}

/** The first rows of a list, the choice of its columns, and what it would cost. */
export function ListPreview({ handle, opened, kind, onSubmitted, onOther }: ListPreviewProps) {
  const [choice, setChoice] = useState(opened.suggestion);
  const counts = useLoaded(() => handle.count(choice), JSON.stringify(choice));
  return (
    <section class="card" aria-label={texts.lists.preview}>
      <div class="row">
        <h2>{handle.name ?? texts.lists.pasted}</h2>
        <button type="button" onClick={onOther}>
          {texts.lists.other}
        </button>
      </div>
      <p class="hint">{texts.lists.readAs(opened.encoding, opened.delimiter)}</p>
      <div class="row">
        <label class="check">
          <input
            type="checkbox"
            checked={choice.hasHeader}
            onChange={({ currentTarget }) => setChoice({ ...choice, hasHeader: currentTarget.checked })}
          />
          {texts.lists.hasHeader}
        </label>
        {columnLabels(kind).map((label, position) => (
          <Choice
            key={label}
            label={label}
            value={String(choice.columns[position] ?? 0)}
            options={columnOptions(opened, choice)}
            onValue={(value) =>
              setChoice({ ...choice, columns: choice.columns.with(position, Number(value)) })
            }
          />
        ))}
      </div>
      <PreviewTable opened={opened} choice={choice} />
      <ProblemNotice problem={counts.problem} />
      {counts.value === undefined ? (
        <p role="status">{texts.lists.counting}</p>
      ) : (
        <SubmitList kind={kind} handle={handle} counts={counts.value} onSubmitted={onSubmitted} />
      )}
    </section>
  );
}

function columnLabels(kind: ListKind): readonly string[] {
  return kind === 'verifications'
    ? [texts.lists.column]
    : personFields.map((field) => texts.lists.personColumns[field]);
}

/** A choice of more would be of no use, and slow. */
const maxColumns = 200;

function columnOptions({ preview, width }: OpenedList, { hasHeader }: ListChoice) {
  return Array.from({ length: Math.min(width, maxColumns) }, (_, index) => {
    const cell = preview[0]?.[index] ?? '';
    return { value: String(index), label: texts.lists.columnLabel(index + 1, hasHeader ? cell : undefined) };
  });
}

function PreviewTable({ opened, choice }: { readonly opened: OpenedList; readonly choice: ListChoice }) {
  const [first = [], ...others] = opened.preview;
  const rows = choice.hasHeader ? others : opened.preview;
  const shown = [...first.keys()].slice(0, 30);
  const className = (index: number) => (choice.columns.includes(index) ? 'chosen' : undefined);
  return (
    <section class="scroll-x" tabIndex={0} aria-label={texts.lists.firstRows}>
      <table class="preview">
        <caption>{texts.lists.firstRows}</caption>
        <thead>
          <tr>
            {shown.map((index) => (
              <th key={index} scope="col" class={className(index)}>
                {choice.hasHeader ? first[index] : texts.lists.columnLabel(index + 1, undefined)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {shown.map((index) => (
                <td key={index} class={className(index)}>
                  {row[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
