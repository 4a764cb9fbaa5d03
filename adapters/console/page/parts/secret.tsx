import { useId, useState } from 'preact/hooks';
import { texts } from '../texts.ts';

interface SecretProps {
  readonly label: string;
  readonly value: string;
}

/** A secret that is shown once, with a button that copies it. */
export function Secret({ label, value }: SecretProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const id = useId();
  const copy = async (): Promise<void> => {
    try {
      // Undefined on plain http off localhost.
      await navigator.clipboard.writeText(value);
      setCopied('yes');
    } catch {
      document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)?.select();
      setCopied('failed');
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="secret">
        <input
          id={id}
          type="text"
          readOnly
          value={value}
          spellcheck={false}
          onFocus={(e) => e.currentTarget.select()}
        />
        <button type="button" onClick={copy}>
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
