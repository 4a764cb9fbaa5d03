import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { texts } from '../texts.ts';
import { ProblemNotice } from './notice.tsx';

interface DialogProps {
  readonly title: string;
  /** Undefined: it cannot be closed. */
  readonly onClose: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A modal dialog. The rest of the page stays as it is behind it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Else the first button has the focus, and an Enter that is held down for long confirms at once.
    heading.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Browsers let nobody prevent a second Escape.
      onClose={() => (onClose === undefined ? dialog.current?.showModal() : onClose())}
    >
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

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
