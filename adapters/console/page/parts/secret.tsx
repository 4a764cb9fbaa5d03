import { useId, useState } from 'preact/hooks';
import { texts } from '../texts.ts';

interface SecretProps {
  readonly label: string;
  readonly value: string;
  /** Whether it takes several lines. Default false. */
  readonly isLong?: boolean;
}

/** A text with a secret that is shown once, and a button that copies it. */
export function Secret({ label, value, isLong = false }: SecretProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const id = useId();
  const copy = async (): Promise<void> => {
    try {
      // Undefined on plain http off localhost.
      await navigator.clipboard.writeText(value);
      setCopied('yes');
    } catch {
      document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${CSS.escape(id)}`)?.select();
      setCopied('failed');
    }
  };
  const field = {
    id,
    readOnly: true,
    value,
    spellcheck: false,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      event.currentTarget.select(),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="secret">
        {isLong ? <textarea {...field} rows={3} /> : <input {...field} type="text" />}
        <button type="button" aria-label={texts.secret.copyNamed(label)} onClick={copy}>
          {texts.secret.copy}
        </button>
      </div>
      <p role="status">
        {copied === 'yes' && texts.secret.copied}
        {copied === 'failed' && texts.secret.notCopied}
      </p>
    </div>
  );
}
