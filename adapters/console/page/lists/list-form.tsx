import { useState } from 'preact/hooks';
import type { Encoding } from '../../../lists/encoding.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { texts } from '../texts.ts';
import { ListPreview } from './list-preview.tsx';
import { ListSource } from './list-source.tsx';
import { useOpenedList } from './opened-list.tsx';
import type { ListKind } from './reading/messages.ts';

/** Chooses a list, says what it has and costs, and submits it. */
export function ListForm({ kind }: { readonly kind: ListKind }) {
  const { chosen, isRunning, progress, open, close, giveAway } = useOpenedList(kind);
  const [pasted, setPasted] = useState('');
  const [encoding, setEncoding] = useState<Encoding | undefined>(undefined);
  if (chosen !== undefined)
    return <ListPreview {...chosen} kind={kind} onSubmitted={giveAway} onOther={close} />;
  return (
    <>
      <ListSource
        kind={kind}
        isDisabled={isRunning}
        encoding={encoding}
        onEncoding={setEncoding}
        pasted={pasted}
        onPasted={setPasted}
        onFile={(file) => open(file, file.name, encoding)}
        onText={() => open(new Blob([pasted]), undefined, encoding)}
      />
      {progress}
    </>
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
