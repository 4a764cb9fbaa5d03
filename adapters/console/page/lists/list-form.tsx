import { useEffect, useRef, useState } from 'preact/hooks';
import type { Encoding } from '../../../lists/encoding.ts';
import { useAction } from '../api/use-action.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { texts } from '../texts.ts';
import { ListHandle } from './list-handle.ts';
import { ListPreview } from './list-preview.tsx';
import { ListSource } from './list-source.tsx';
import type { ListKind, OpenedList } from './reading/messages.ts';

interface ListFormProps {
  readonly kind: ListKind;
}

interface ChosenList {
  readonly handle: ListHandle;
  readonly opened: OpenedList;
}

/** Chooses a list, says what it has and costs, and submits it. */
export function ListForm({ kind }: ListFormProps) {
  const [chosen, setChosen] = useState<ChosenList>();
  const [pasted, setPasted] = useState('');
  const [encoding, setEncoding] = useState<Encoding | undefined>(undefined);
  const { isRunning, problem, run } = useAction();
  // A list that was submitted belongs to its job, and is not closed with the page.
  const unsubmitted = useRef<ListHandle | undefined>(undefined);
  useEffect(() => () => unsubmitted.current?.close(), []);
  const open = (source: Blob, name: string | undefined) =>
    run(async () => {
      unsubmitted.current?.close();
      setChosen(undefined);
      const handle = new ListHandle(name);
      unsubmitted.current = handle;
      setChosen({
        handle,
        opened: await handle.open(source, { isPasted: name === undefined, kind, encoding }),
      });
    });
  if (chosen === undefined)
    return (
      <>
        <ListSource
          kind={kind}
          isDisabled={isRunning}
          encoding={encoding}
          onEncoding={setEncoding}
          pasted={pasted}
          onPasted={setPasted}
          onFile={(file) => open(file, file.name)}
          onText={() => open(new Blob([pasted]), undefined)}
        />
        {isRunning && <p role="status">{texts.lists.reading}</p>}
        <ProblemNotice problem={problem} />
      </>
    );
  return (
    <ListPreview
      {...chosen}
      kind={kind}
      onSubmitted={() => {
        unsubmitted.current = undefined;
      }}
      onOther={() => {
        unsubmitted.current?.close();
        setChosen(undefined);
      }}
    />
  );
}

/** A new list of addresses. */
export function NewList() {
  return (
    <>
      <PageHeading title={texts.pages.lists} />
      <ListForm kind="verifications" />
    </>
  );
}
