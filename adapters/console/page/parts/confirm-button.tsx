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
  /** What it would do. */
  readonly children: ComponentChildren;
  readonly action: (signal: AbortSignal) => Promise<void>;
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ label, fullLabel, title, children, action }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { isRunning, problem, run } = useAction();
  const confirm = async (): Promise<void> => {
    if (await run(action)) setOpen(false);
  };
  return (
    <>
      <button type="button" class="danger" aria-label={fullLabel} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
          <ProblemNotice problem={problem} />
          <div class="actions">
            <button type="button" class="danger primary" disabled={isRunning} onClick={confirm}>
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
