/** What a reader does in a page. */
type PageAction =
  | { readonly kind: 'open' }
  | { readonly kind: 'click'; readonly name: string }
  | { readonly kind: 'type'; readonly text: string; readonly label: string }
  | { readonly kind: 'choose'; readonly file: string; readonly label: string };

export interface PageStep {
  readonly kind: 'page';
  readonly action: PageAction;
  /** What the document says that is seen then. Undefined if it says nothing. */
  readonly seen: string | undefined;
  readonly section: string;
  readonly line: number;
}

/** An item of a list, its number, and what it says. */
const item = /^(\d+)\. (.+)$/;

/**
 * Returns what an item of a numbered list tells the reader to do in a page; undefined for lines of other kinds. Throws for an item
 * that nobody could follow to the letter. `isFollowing`: the line before was such an item.
 */
export function pageStepOf(
  line: string,
  isFollowing: boolean,
): Pick<PageStep, 'action' | 'seen'> | undefined {
  const [, number, text = ''] = item.exec(line) ?? [];
  // Such a list begins with the link that was printed before. Others are for reading.
  if (number === undefined || !(isFollowing || text.startsWith('Open the link'))) return undefined;
  const action = actionOf(text);
  if (action === undefined) throw new Error(`"${line}" is nothing that a reader can do in a page.`);
  return { action, seen: /You see \*\*(.+?)\*\*/.exec(text)?.[1] };
}

function actionOf(text: string): PageAction | undefined {
  const [, name] = /^Click \*\*(.+?)\*\*/.exec(text) ?? [];
  if (name !== undefined) return { kind: 'click', name };
  const [, verb, what, label] = /^(Type|Choose) `(.+?)` (?:into|for) \*\*(.+?)\*\*/.exec(text) ?? [];
  if (what !== undefined && label !== undefined)
    return verb === 'Type' ? { kind: 'type', text: what, label } : { kind: 'choose', file: what, label };
  return text.startsWith('Open the link') ? { kind: 'open' } : undefined;
}
