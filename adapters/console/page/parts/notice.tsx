import type { ComponentChildren } from 'preact';
import { texts } from '../texts.ts';

interface NoticeProps {
  readonly kind: 'info' | 'problem' | 'success';
  readonly children: ComponentChildren;
}

/** A message that screen readers say when it appears. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface ProblemNoticeProps {
  readonly problem: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** Says what went wrong; nothing if nothing did. */
export function ProblemNotice({ problem, onRetry }: ProblemNoticeProps) {
  if (problem === undefined) return null;
  return (
    <Notice kind="problem">
      <p>{problem instanceof Error ? problem.message : String(problem)}</p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          {texts.common.retry}
        </button>
      )}
    </Notice>
  );
}
