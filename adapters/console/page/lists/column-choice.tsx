import { personFields } from '../../../lists/person-columns.ts';
import { Choice } from '../parts/field.tsx';
import { texts } from '../texts.ts';
import { type ListChoice, type ListKind, noColumn, type OpenedList } from './reading/messages.ts';

interface ColumnChoiceProps {
  readonly kind: ListKind;
  readonly opened: OpenedList;
  readonly choice: ListChoice;
  readonly onChoice: (choice: ListChoice) => void;
}

/** The columns of a list that are used, and whether its first line has their names. */
export function ColumnChoice({ kind, opened, choice, onChoice }: ColumnChoiceProps) {
  return (
    <div class="row">
      <label class="check">
        <input
          type="checkbox"
          checked={choice.hasHeader}
          onChange={({ currentTarget }) => onChoice({ ...choice, hasHeader: currentTarget.checked })}
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
            onChoice({
              hasHeader: choice.hasHeader,
              columns: choice.columns.with(position, Number(value)),
            })
          }
        />
      ))}
    </div>
  );
}

function columnLabels(kind: ListKind): readonly string[] {
  return kind === 'verifications'
    ? [texts.lists.column]
    : personFields.map((field) => texts.lists.personColumns[field]);
}

/** A choice of more would be of no use, and slow. */
const maxColumns = 200;

function columnOptions({ preview, width }: OpenedList, { hasHeader, several }: ListChoice) {
  const columns = Array.from({ length: Math.min(width, maxColumns) }, (_, index) => {
    const cell = preview[0]?.[index] ?? '';
    return { value: String(index), label: texts.lists.columnLabel(index + 1, hasHeader ? cell : undefined) };
  });
  return several === undefined
    ? columns
    : [{ value: String(noColumn), label: texts.lists.chooseColumn }, ...columns];
}
