import { useState } from 'preact/hooks';
import { texts } from '../texts.ts';

/** The pages of a list that have been gone through. */
export interface Pages {
  /** Of the page that is shown; undefined for the first one. */
  readonly cursor: string | undefined;
  readonly goTo: (cursor: string) => void;
  readonly goBack: () => void;
  readonly reset: () => void;
}

export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1),
    goTo: (cursor) => setCursors([...cursors, cursor]),
    goBack: () => setCursors(cursors.slice(0, -1)),
    reset: () => setCursors([]),
  };
}

interface PagerProps {
  readonly pages: Pages;
  /** The cursor of the page after the one that is shown; none on the last. */
  readonly next: string | null | undefined;
}

/** The ways to the pages before and after. */
export function Pager({ pages, next }: PagerProps) {
  return (
    <div class="actions">
      {pages.cursor !== undefined && (
        <button type="button" onClick={pages.goBack}>
          {texts.common.previous}
        </button>
      )}
      {typeof next === 'string' && (
        <button type="button" onClick={() => pages.goTo(next)}>
          {texts.common.next}
        </button>
      )}
    </div>
  );
}
