import { useEffect, useRef, useState } from 'preact/hooks';
import type { Encoding } from '../../../lists/encoding.ts';
import { useAction } from '../api/use-action.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { texts } from '../texts.ts';
import { ListHandle } from './list-handle.ts';
import type { ListKind, OpenedList } from './reading/messages.ts';

/** A list that was chosen, and what it has. */
export interface ChosenList {
  readonly handle: ListHandle;
  readonly opened: OpenedList;
}

/** Opens one list after another. The last is closed with the page, unless it was given away, such as to its job. */
export function useOpenedList(kind: ListKind) {
  const [chosen, setChosen] = useState<ChosenList>();
  const { isRunning, problem, run } = useAction();
  const own = useRef<ListHandle | undefined>(undefined);
  useEffect(() => () => own.current?.close(), []);
  const close = (): void => {
    own.current?.close();
    setChosen(undefined);
  };
  /** A list without a name was pasted. */
  const open = (source: Blob, name: string | undefined, encoding?: Encoding) =>
    run(async () => {
      close();
      const handle = new ListHandle(name);
      own.current = handle;
      const opened = await handle.open(source, { isPasted: name === undefined, kind, encoding });
      setChosen({ handle, opened });
    });
  const giveAway = (): void => {
    own.current = undefined;
  };
  const progress = (
    <>
      {isRunning && <p role="status">{texts.lists.reading}</p>}
      <ProblemNotice problem={problem} />
    </>
  );
  return { chosen, isRunning, progress, open, close, giveAway };
}

interface FileInputProps {
  readonly id?: string;
  readonly class?: string;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Chooses a file with a list. */
export function FileInput({ onFile, ...attributes }: FileInputProps) {
  return (
    <input
      {...attributes}
      type="file"
      accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // The same file, changed meanwhile, may be chosen again.
        currentTarget.value = '';
        if (file !== undefined) onFile(file);
      }}
    />
  );
}
