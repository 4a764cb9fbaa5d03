import { parseMailbox } from '../../src/address/mailbox.ts';

/** Returns the address in a cell, as `addressesInCell` reads it, if it has exactly one. Else the cell, without outer white space. */
export function addressInCell(cell: string): string {
  const [address, ...others] = addressesInCell(cell);
  return address === undefined || others.length > 0 ? cell.trim() : address;
}

/**
 * Returns the addresses in a cell: what people and programs write around and between them is left out, as in
 * `Ann Baker <ann@example.com>`, `mailto:ann@example.com`, `ann@example.com (work) / bob@example.com`. Where it is not clear whether
 * a word belongs to an address, as in `ann baker@example.com`, what is left of it would be the address of somebody else: then, and
 * where no address is found, the cell is returned as one text, without outer white space. None if it is empty. Takes time linear in the
 * length of the cell.
 */
export function addressesInCell(cell: string): readonly string[] {
  const text = cell.trim();
  if (text === '') return [];
  if (!text.includes('@') || isAddress(text)) return [text];
  const bracketed = addressInBrackets(text);
  if (bracketed !== undefined) return [bracketed];
  const pieces = piecesOf(text);
  if (!pieces.some(({ kind }) => kind === 'address') || !areApart(pieces)) return [text];
  // A hyperlink has its address twice.
  const found = new Map<string, string>();
  for (const { kind, text } of pieces) if (kind !== 'word') found.set(text.toLowerCase(), text);
  return [...found.values()];
}

/** Returns whether a text is no address but has one in it, as if a separator was not found. */
export function holdsAddress(text: string): boolean {
  return !isAddress(text) && piecesOf(text).some(({ kind }) => kind === 'address');
}

/** Returns whether a text is an address, without anything beside it. */
export function isAddress(text: string): boolean {
  return parseMailbox(text).kind === 'mailbox';
}

/** `Ann Baker <ann@example.com>` (RFC 5322 section 3.4, with any text for the name): what is in brackets may have quotes. */
function addressInBrackets(text: string): string | undefined {
  const start = text.indexOf('<');
  const address = text.slice(start + 1, -1);
  if (start === -1 || !text.endsWith('>') || text.slice(0, start).includes('@')) return undefined;
  return isAddress(address) ? address : undefined;
}

interface Piece {
  readonly text: string;
  /** `broken`: meant as an address. */
  readonly kind: 'address' | 'broken' | 'word';
  /** What stands between the piece before and this one. */
  readonly gap: string;
}

/** Runs of characters that are common in addresses. */
const run = /[\p{L}\p{M}\p{N}@._%+'-]+/gu;

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, index } of text.matchAll(run)) {
    // A run of signs is part of the gap.
    if (!/[\p{L}\p{N}]/u.test(whole)) continue;
    const [first, last] = trimmed(whole);
    const piece = whole.slice(first, last);
    pieces.push({ text: piece, kind: kindOf(piece), gap: text.slice(end, index + first) });
    end = index + last;
  }
  return pieces;
}

/** Returns where a run begins and ends without the quotes and full stops around it. */
function trimmed(run: string): readonly [start: number, end: number] {
  let start = 0;
  let end = run.length;
  while (".'".includes(run.charAt(start))) start += 1;
  while (".'-_".includes(run.charAt(end - 1))) end -= 1;
  return [start, end];
}

function kindOf(piece: string): Piece['kind'] {
  const at = piece.indexOf('@');
  // In a link, any character may be encoded.
  if (at > 0 && !piece.includes('%') && isAddress(piece)) return 'address';
  return at > 0 && piece.includes('.', at) ? 'broken' : 'word';
}

/** Signs that end an address before a word. A comma, a stop or a slash may stand for the dot in it, unless there is space beside it. */
const endsAddress = /[;:|()[\]{}<>"'#?\n\r«»„“”•]|[,/&+–—-]\s|\s[,/&+–—-]/;
/** Signs that end a word before an address. */
const endsWord = /[;:|([\]{}<>"'\n\r«»„“”•]|\)\s|[,/&+–—-]\s|\s[,/&+–—-]/;

/** Words between two addresses, in the languages of the names of columns. */
const conjunctions = new Set(
  'and or und oder et ou y o e u en of og och eller i lub ve veya и или'.split(' '),
);

/** Whether no word may be part of an address beside it. */
function areApart(pieces: readonly Piece[]): boolean {
  const isWord = (index: number) => (pieces[index]?.kind ?? 'word') === 'word';
  const isBetween = (index: number) =>
    !isWord(index - 1) && !isWord(index + 1) && conjunctions.has(pieces[index]?.text.toLowerCase() ?? '');
  return pieces.every(({ text, gap }, index) => {
    // The end of `"ann baker"@example.com`.
    if (text.startsWith('@') && gap.endsWith('"')) return false;
    if (index === 0 || isWord(index) === isWord(index - 1)) return true;
    return isWord(index)
      ? endsAddress.test(gap) || isBetween(index)
      : endsWord.test(gap) || isBetween(index - 1);
  });
}
