import { useId, useState } from 'preact/hooks';
import { type Encoding, encodingNames, encodings } from '../../../lists/encoding.ts';
import { Choice, Form } from '../parts/field.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { texts } from '../texts.ts';
import { ListPreview } from './list-preview.tsx';
import { FileInput, useOpenedList } from './opened-list.tsx';
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

interface ListSourceProps {
  readonly kind: ListKind;
  readonly isDisabled: boolean;
  /** Undefined: as it seems. */
  readonly encoding: Encoding | undefined;
  readonly onEncoding: (encoding: Encoding | undefined) => void;
  readonly pasted: string;
  readonly onPasted: (text: string) => void;
  readonly onFile: (file: File) => void;
  readonly onText: () => void;
}

/** Takes a file that is dropped or chosen, or text that is pasted. */
function ListSource(props: ListSourceProps) {
  const { kind, isDisabled, encoding, onEncoding, pasted, onPasted, onFile, onText } = props;
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the field in it does the same. */}
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer?.files[0];
          if (file !== undefined && !isDisabled) onFile(file);
        }}
      >
        <label for={`${id}-file`}>{texts.lists.file[kind]}</label>
        <FileInput id={`${id}-file`} disabled={isDisabled} onFile={onFile} />
        <p class="hint">{texts.lists.fileHint}</p>
        <Choice
          label={texts.lists.encoding}
          value={encoding ?? ''}
          options={[
            { value: '', label: texts.lists.asItSeems },
            ...encodings.map((value) => ({ value, label: encodingNames[value] })),
          ]}
          onValue={(value) => onEncoding(value === '' ? undefined : value)}
        />
      </div>
      <Form class="card" onSubmit={onText}>
        <div class="field">
          <label for={`${id}-text`}>{texts.lists.paste[kind]}</label>
          <textarea
            id={`${id}-text`}
            rows={6}
            required
            spellcheck={false}
            value={pasted}
            onInput={(event) => onPasted(event.currentTarget.value)}
          />
        </div>
        <button type="submit" disabled={isDisabled}>
          {texts.lists.usePasted}
        </button>
      </Form>
    </>
  );
}
