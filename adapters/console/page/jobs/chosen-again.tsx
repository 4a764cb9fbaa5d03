import { useState } from 'preact/hooks';
import { ColumnChoice } from '../lists/column-choice.tsx';
import type { ListHandle } from '../lists/list-handle.ts';
import type { ListKind, OpenedList } from '../lists/reading/messages.ts';
import { texts } from '../texts.ts';
import { SaveWithResults } from './save-with-results.tsx';

/** A list that was chosen once more after its job was submitted. */
export interface ListChosenAgain {
  readonly handle: ListHandle;
  readonly opened: OpenedList;
}

interface ChosenAgainProps extends ListChosenAgain {
  readonly kind: ListKind;
  readonly path: string;
}

/** Nobody remembers which columns a job was made of: whoever chooses its list again says so. */
export function ChosenAgain({ handle, opened, kind, path }: ChosenAgainProps) {
  const [choice, setChoice] = useState(opened.suggestion);
  return (
    <section class="card" aria-label={texts.lists.preview}>
      <h3>{handle.name}</h3>
      <ColumnChoice kind={kind} opened={opened} choice={choice} onChoice={setChoice} />
      <SaveWithResults list={handle} path={path} choice={choice} />
    </section>
  );
}
