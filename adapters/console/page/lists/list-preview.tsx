import { useState } from 'preact/hooks';
import { useLoaded } from '../api/use-loaded.ts';
import { Notice, ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import { ColumnChoice } from './column-choice.tsx';
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
      <p class="hint">
        {opened.sheet === undefined
          ? texts.lists.readAs(opened.encoding, opened.delimiter)
          : texts.lists.readSheet(opened.sheet)}
      </p>
      <ColumnChoice kind={kind} opened={opened} choice={choice} onChoice={setChoice} />
      {choice.several !== undefined && (
        <Notice kind="info">
          {texts.lists.severalColumns(choice.several.map((index) => columnName(opened, index)))}
        </Notice>
      )}
      <PreviewTable opened={opened} choice={choice} />
      <ProblemNotice problem={counts.problem} />
      {choice.several !== undefined ? null : counts.value === undefined ? (
        <p role="status">{texts.lists.counting}</p>
      ) : (
        <SubmitList
          kind={kind}
          handle={handle}
          counts={counts.value}
          hasColumns={opened.width > 1}
          onSubmitted={onSubmitted}
        />
      )}
    </section>
  );
}

function columnName({ preview }: OpenedList, index: number): string {
  return texts.lists.columnLabel(index + 1, preview[0]?.[index]);
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
