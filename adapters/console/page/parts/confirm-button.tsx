import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { texts } from '../texts.ts';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './notice.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  /** What screen readers say instead, where several buttons have the same label. */
  readonly fullLabel?: string;
  readonly title: string;
  /** Default: danger, for what cannot be undone. */
  readonly weight?: 'secondary' | 'danger';
  /** What it would do. */
  readonly children: ComponentChildren;
  readonly action: (signal: AbortSignal) => Promise<void>;
}

/** A button that asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, fullLabel, title, weight = 'danger', children, action } = props;
  const [isOpen, setOpen] = useState(false);
  const { isRunning, problem, run } = useAction();
  const confirm = async (): Promise<void> => {
    if (await run(action)) setOpen(false);
  };
  return (
    <>
      <button type="button" class={weight} aria-label={fullLabel} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
          <ProblemNotice problem={problem} />
          <div class="actions">
            <button type="button" class={`primary ${weight}`} disabled={isRunning} onClick={confirm}>
              {label}
            </button>
            <button type="button" onClick={() => setOpen(false)}>
              {texts.common.goBack}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
