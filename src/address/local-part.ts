import { hasHiddenCharacter, isWrapping } from './hidden-character.ts';
import type { SyntaxProblem } from './syntax-problem.ts';

/** `localPart` is in the form that goes on the wire. */
export type ParsedLocalPart =
  | { readonly kind: 'local-part'; readonly localPart: string }
  | { readonly kind: 'invalid'; readonly problem: SyntaxProblem };

/** RFC 5321 section 4.5.3.1.1. Quotes count. */
export const maxLocalPartOctets = 64;

/** `atext` (RFC 5322 section 3.2.3, RFC 6531 section 3.3) and the dots between atoms. */
const dotAtomText = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\u0080-\u{10FFFF}-]+$/u;

/**
 * Carriers that gave out addresses such as `a..b.@docomo.ne.jp` until 2009, which their subscribers still have. In SMTP such
 * dots are allowed only in quotation marks, which people leave out. `au.com` took over addresses of `ezweb.ne.jp`.
 */
const unquotedDots: ReadonlySet<string> = new Set(['au.com', 'docomo.ne.jp', 'ezweb.ne.jp']);

/**
 * Parses the part of an address before the @: a dot-atom or a quoted string (RFC 5321 section 4.1.2), with non-ASCII
 * text as in RFC 6531 but no invisible characters. `text` must be in NFC without control characters and unpaired
 * surrogates.
 *
 * Normalises spellings: quotes are removed if the content is a dot-atom that does not begin with what `unwrapped`
 * removes, and only quotation marks and backslashes are escaped. `domain`: in lower case.
 */
export function parseLocalPart(text: string, domain: string): ParsedLocalPart {
  if (text === '') return invalid('no_local_part');
  const content = text.startsWith('"') ? unquote(text) : text;
  if (content === undefined) return invalid('misplaced_quote');
  if (hasHiddenCharacter(content)) return invalid('hidden_character');
  const problem = dotAtomProblem(content);
  const mayLackQuotes = problem === 'dots' && unquotedDots.has(domain);
  if (problem !== undefined && !mayLackQuotes && !text.startsWith('"')) return invalid(problem);
  const isAtom = problem === undefined && !isWrapping(content.charAt(0));
  const localPart = isAtom ? content : quote(content);
  if (utf8Length(localPart) > maxLocalPartOctets) return invalid('local_part_too_long');
  return { kind: 'local-part', localPart };
}

/** Returns the index after the closing quotation mark of a text that begins with one; -1 if there is none. */
export function endOfQuotedString(text: string): number {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return -1;
}

/** Returns the length in octets of UTF-8. `text` must not contain unpaired surrogates. */
export function utf8Length(text: string): number {
  let octets = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    octets += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return octets;
}

function dotAtomProblem(text: string): SyntaxProblem | undefined {
  if (text.includes(' ')) return 'white_space';
  if (text.includes('"')) return 'misplaced_quote';
  if (!dotAtomText.test(text)) return 'illegal_character';
  if (text.startsWith('.') || text.endsWith('.') || text.includes('..')) return 'dots';
  return undefined;
}

/**
 * Returns the unescaped content of a quoted string in NFC, or undefined if the text is not exactly one. Without its
 * backslash, a combining mark may compose with the letter before it.
 */
function unquote(text: string): string | undefined {
  if (endOfQuotedString(text) !== text.length) return undefined;
  return text.slice(1, -1).replace(/\\(.)/gsu, '$1').normalize('NFC');
}

function quote(content: string): string {
  return `"${content.replace(/["\\]/g, '\\$&')}"`;
}

function invalid(problem: SyntaxProblem): ParsedLocalPart {
  return { kind: 'invalid', problem };
}
