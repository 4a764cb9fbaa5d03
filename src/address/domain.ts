import tr46 from 'tr46';
import { remembered } from '../first-use.ts';
import { hasHiddenCharacter } from './hidden-character.ts';
import type { SyntaxProblem } from './syntax-problem.ts';

/** Full stop, and the three code points that UTS #46 maps to it. No other mapping has one. */
const separators = /[.\u3002\uFF0E\uFF61]/;

/** What the mapping drops, but for joiners, which are kept only where they are valid. */
const dropped = /\p{DI}/gu;

/**
 * What NFC may compose with the code point before it, itself or after the mapping: marks, the second and third part of a Hangul
 * syllable, and their compatibility and half-width forms.
 */
const composed = /[\p{M}\u1161-\u1175\u11A8-\u11C2\u3131-\u318E\uFF9E-\uFFDC]/gu;

/** No code point has more than four in its full canonical decomposition. */
const mostComposed = 4;

/**
 * Returns how many octets the longest label and the whole name have at least once they are A-labels: a label has at least one for
 * each code point that the mapping leaves. Takes linear time.
 */
export function leastLengths(text: string): { readonly label: number; readonly name: number } {
  let label = 0;
  let name = -1;
  for (const part of text.split(separators)) {
    const length = leastLength(part);
    label = Math.max(label, length);
    name += length + 1;
  }
  return { label, name };
}

function leastLength(label: string): number {
  const kept = label.replace(dropped, '');
  const single = kept.replace(composed, '');
  return Math.max(codePointsIn(single), Math.ceil(codePointsIn(kept) / mostComposed));
}

function codePointsIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** `domain` is in lower-case A-labels, without a trailing dot. */
export type ParsedDomain =
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'invalid'; readonly problem: SyntaxProblem };

const maxDomainOctets = 253;
const maxLabelOctets = 63;

/**
 * Longest text that is parsed. A text may be several times longer than its name, because the mapping drops and composes
 * code points.
 */
const maxTextLength = 4 * maxDomainOctets;

/** All checks of UTS #46 section 4: an internationalised name that fails them cannot be registered. */
const strictProcessing = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
} as const;

/** Top-level domains have only letters, in whichever script (ICANN's Applicant Guidebook). */
const possibleSuffix = /^(?:[a-z]{2,}|xn--.+|(?=.*[^\0-\x7F])[\p{L}\p{M}\p{Cf}]+)$/iu;

/** Full stop, and the three code points that UTS #46 maps to it. */
const endsInDot = /[.\u3002\uFF0E\uFF61]$/;

/**
 * Parses the domain of an address. Internationalised names become A-labels (UTS #46, non-transitional). Whether the name or
 * its suffix exists is a question for DNS, as new suffixes are delegated every year. A public suffix itself, such as
 * `co.uk`, is valid: some receive mail. So are special-use names (see `isSpecialUse`), and underscores in ASCII names,
 * because some hosts have them.
 *
 * A trailing dot is refused with `dots`: the grammar of RFC 5321 section 4.1.2 does not allow one. Never throws.
 */
export function parseDomain(text: string): ParsedDomain {
  return rememberedDomain(text);
}

const rememberedDomain = remembered(parse);

function parse(text: string): ParsedDomain {
  if (text === '') return invalid('no_domain');
  if (text.length > maxTextLength) return invalid('domain_too_long');
  if (text.includes(' ')) return invalid('white_space');
  if (endsInDot.test(text)) return invalid('dots');
  const tooLong = lengthProblemOf(text);
  if (tooLong !== undefined) return invalid(tooLong);
  const ascii = toAscii(text);
  if (ascii === null) return invalid(hasHiddenCharacter(text) ? 'hidden_character' : 'bad_domain');
  return problemOf(ascii, text) ?? { kind: 'domain', domain: ascii };
}

/** Such names only need lower case, unless they have A-labels. Hosts exist with underscores, and with `--` at any place. */
const plain = /^[\w.-]+$/;
const hasALabel = /(?:^|\.)xn--/i;
const hasOuterHyphen = /(?:^|\.)-|-(?:\.|$)/;

/** Finds names that are too long however they are encoded, before that is done: it takes time quadratic in the length of a label. */
function lengthProblemOf(text: string): SyntaxProblem | undefined {
  if (plain.test(text)) return undefined;
  const { label, name } = leastLengths(text);
  if (label > maxLabelOctets) return 'label_too_long';
  return name > maxDomainOctets ? 'domain_too_long' : undefined;
}

/** Returns the name in lower-case A-labels, or null if it is invalid. Does not check lengths. */
export function toAscii(text: string): string | null {
  if (!plain.test(text) || hasALabel.test(text)) return tr46.toASCII(text, strictProcessing);
  return hasOuterHyphen.test(text) ? null : text.toLowerCase();
}

function problemOf(ascii: string, text: string): ParsedDomain | undefined {
  const labels = ascii.split('.');
  if (labels.includes('')) return invalid('dots');
  if (labels.some((label) => label.length > maxLabelOctets)) return invalid('label_too_long');
  if (ascii.length > maxDomainOctets) return invalid('domain_too_long');
  if (labels.length < 2) return invalid('no_dot');
  const suffix = labels.at(-1) ?? '';
  if (/^\d+$/.test(suffix)) return invalid('numeric_domain');
  const typed = suffix.startsWith('xn--') ? text.split(/[.\u3002\uFF0E\uFF61]/).at(-1) : suffix;
  return possibleSuffix.test(typed ?? '') ? undefined : invalid('bad_domain');
}

function invalid(problem: SyntaxProblem): ParsedDomain {
  return { kind: 'invalid', problem };
}
