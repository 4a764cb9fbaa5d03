import { parseMailbox } from '../../src/address/mailbox.ts';

/** Returns the address in a cell, as `addressesInCell` reads it, if it has exactly one. Else the cell, without outer white space. */
export function addressInCell(cell: string): string {
  const [address, ...others] = addressesInCell(cell);
  return address === undefined || others.length > 0 ? cell.trim() : address;
}

/**
 * Returns the addresses in a cell: what people and programs write around and between them is left out, as in
 * `Ann Baker <ann@example.com>`, `mailto:ann@example.com`, `ann@example.com (work) / bob@example.com`. Where it is not clear whether
 * a word or sign belongs to an address, as in `ann baker@example.com`, or an address was cut off, what is left of it would be the
 * address of somebody else: then, and where no address is found, the cell is returned as one text, without outer white space. None if
 * it is empty. Takes time linear in the length of the cell.
 */
export function addressesInCell(cell: string): readonly string[] {
  const text = cell.trim();
  if (text === '') return [];
  if (!text.includes('@') || isAddress(text)) return [text];
  const bracketed = addressInBrackets(text);
  if (bracketed !== undefined) return [bracketed];
  const pieces = piecesOf(text);
  if (!pieces.some(({ kind }) => kind === 'address') || !pieces.every(isApart)) return [text];
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
  /** `broken`: meant as an address. `half`: what stands before or behind an `@` alone. */
  readonly kind: 'address' | 'broken' | 'half' | 'word';
  /** What stands between the piece before and this one. */
  readonly before: string;
  /** What stands between this piece and the next one. */
  readonly after: string;
}

/** Runs of characters that are common in addresses. */
const run = /[\p{L}\p{M}\p{N}@._%+'-]+/gu;

function piecesOf(text: string): readonly Piece[] {
  const found: Omit<Piece, 'after'>[] = [];
  let end = 0;
  for (const { 0: whole, index } of text.matchAll(run)) {
    // A run of signs is part of what stands between pieces.
    if (!/[\p{L}\p{N}]/u.test(whole)) continue;
    const [first, last] = trimmed(whole);
    const before = text.slice(end, index + first);
    const isLinked = before === ':' && found.at(-1)?.text.toLowerCase() === 'mailto';
    const piece = isLinked ? decoded(whole.slice(first, last)) : whole.slice(first, last);
    found.push({ text: piece, kind: kindOf(piece), before });
    end = index + last;
  }
  return found.map((piece, index) => ({ ...piece, after: found[index + 1]?.before ?? text.slice(end) }));
}

/** Returns where a run begins and ends without the quotes and full stops around it. */
function trimmed(run: string): readonly [start: number, end: number] {
  let start = 0;
  let end = run.length;
  while (".'".includes(run.charAt(start))) start += 1;
  while (".'-_".includes(run.charAt(end - 1))) end -= 1;
  return [start, end];
}

/** Returns the address in a link, in which any character may be encoded (RFC 6068); the text as it is if that is none. */
function decoded(text: string): string {
  try {
    const address = decodeURIComponent(text);
    return isAddress(address) ? address : text;
  } catch {
    return text;
  }
}

function kindOf(piece: string): Piece['kind'] {
  const at = piece.indexOf('@');
  if (at === -1) return 'word';
  if (at === 0) return piece.includes('.') ? 'half' : 'word';
  if (at === piece.length - 1) return 'half';
  return isAddress(piece) ? 'address' : 'broken';
}

/** Signs that stand beside an address, and are in none. */
const outer = String.raw`\s\p{Cf};:,([\]<>"'«»„“”‘’‚‹›•（：；，、「」『』【】《》〈〉`;
const mayStartAddress = new RegExp(`(?:^|[${outer}])$`, 'u');
const mayEndAddress = new RegExp(String.raw`^\.?(?:$|[${outer})）|/&#?!])`, 'u');

/**
 * Signs between a word and an address that belong to neither. A comma, a stop or a slash may stand for the dot in an address, a hyphen or
 * a quote be in its local part, unless there is space beside it.
 */
const separator = /[;:|()[\]{}<>"#?\n\r«»„“”•（）：；，、「」『』【】《》〈〉]|[,/&]\s|\s[,/&]|\s[+–—-]+\s/;

/** Words between two addresses, in the languages of the names of columns. */
const conjunctions = new Set(
  'and or und oder et ou y o e u en of og och eller i lub ve veya и или'.split(' '),
);

/** Whether nothing beside a piece may belong to it, if it is an address, and it to no address. */
function isApart(piece: Piece, index: number, pieces: readonly Piece[]): boolean {
  const { text, kind, before, after } = piece;
  const gaps = [before, after];
  // The end of `"ann baker"@example.com`.
  if (kind === 'half' || (text.startsWith('@') && before.endsWith('"'))) return false;
  if (gaps.some((gap) => gap.includes('@'))) return false;
  if (kind === 'word') return true;
  // In a link, any character may be encoded. An ellipsis stands where something was cut off.
  if (text.includes('%') || gaps.some((gap) => /…|\.\./.test(gap))) return false;
  const previous = pieces[index - 1];
  const isListed = previous !== undefined && isMeantAsAddress(previous) && /^[/|&]+$/.test(before.trim());
  if (!isListed && !mayStartAddress.test(before)) return false;
  return mayEndAddress.test(after) && isApartFrom(pieces, index, -1) && isApartFrom(pieces, index, 1);
}

function isMeantAsAddress({ kind }: Piece): boolean {
  return kind === 'address' || kind === 'broken';
}

/** Whether an address and the piece before it (`step` -1) or behind it (1) are apart. */
function isApartFrom(pieces: readonly Piece[], index: number, step: -1 | 1): boolean {
  const other = pieces[index + step];
  const right = pieces[step === 1 ? index + 1 : index];
  if (other === undefined || right === undefined) return true;
  const gap = right.before;
  // An address that was broken into lines.
  if (/[\n\r]/.test(gap) && (/^[._-]|[._-]$/.test(gap) || /^[_-]/.test(right.text))) return false;
  // What stands behind a colon may be a password.
  if (isMeantAsAddress(other)) return gap !== ':';
  const beyond = pieces[index + 2 * step];
  if (beyond !== undefined && isMeantAsAddress(beyond) && isConjunction(other)) return true;
  if (!separator.test(gap)) return false;
  const sign = gap.replace(/[\s\p{Cf}'’]/gu, '');
  if (step === 1) return !/^[,，?]?$/.test(sign) || !endOfDomain.test(other.text) || isOfNote(other, beyond);
  const mayBelong = sign === '' ? !/^\p{Lu}.*\p{Ll}/u.test(other.text) : /^[,，]$/.test(sign);
  return !mayBelong || /\p{Lo}/u.test(other.text) || isOfName(other, beyond);
}

/** A single letter may also be an initial, and a word beside a line break a part of an address that was broken there. */
function isConjunction({ text, before, after }: Piece): boolean {
  if (!conjunctions.has(text.toLowerCase())) return false;
  const isWithinLine = (gap: string) => /^[^\S\n\r]+$/.test(gap);
  if (text.length === 1) return isWithinLine(before) && isWithinLine(after);
  return !/[\n\r]/.test(before + after) || isWithinLine(before) || isWithinLine(after);
}

/** A word that may be the rest of a domain behind a line break, or behind a comma that was typed for a dot. */
const endOfDomain = /^(?:\p{Ll}{1,3}|\p{Lu}{1,3}|(?!www\.).*\.\p{L}{2,})$/u;

/** Whether a word behind an address goes on, as in `n/a` or `tel. 123`. */
function isOfNote({ after }: Piece, next: Piece | undefined): boolean {
  return next?.kind === 'word' && /^(?:\.?:?[^\S\n\r]+|\/)$/.test(after);
}

/** Whether another word stands before the one before an address, as in `Baker, Ann`. */
function isOfName({ before }: Piece, previous: Piece | undefined): boolean {
  return previous?.kind === 'word' && /^,?[^\S\n\r]+$/.test(before);
}
