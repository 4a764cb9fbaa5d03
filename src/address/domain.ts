import { parse as parseSuffix } from 'tldts';
import tr46 from 'tr46';
import { hasHiddenCharacter } from './hidden-character.ts';
import { isSpecialUse } from './special-use.ts';
import type { SyntaxProblem } from './syntax-problem.ts';

/** `domain` is in lower-case A-labels, without a trailing dot. */
export type ParsedDomain =
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'invalid'; readonly problem: SyntaxProblem };

const maxDomainOctets = 253;
const maxLabelOctets = 63;

/**
 * Longest text that is looked at. Code points that the mapping drops or composes may make a text several times
 * longer than its name; beyond this bound it is no honest spelling, and Punycode takes quadratic time.
 */
const maxTextLength = 4 * maxDomainOctets;

/** Everything strict (UTS #46 section 4): what is refused here cannot be registered or be a host name. */
const strictProcessing = {
  checkBidi: true,
  checkHyphens: true,
  checkJoiners: true,
  useSTD3ASCIIRules: true,
} as const;

/** Full stop, and the three code points that UTS #46 maps to it. */
const endsInDot = /[.\u3002\uFF0E\uFF61]$/;

/**
 * Reads a domain name that is to receive mail: internationalised names become A-labels (UTS #46, non-transitional),
 * and the suffix must be one that ICANN has delegated. A public suffix itself, such as `co.uk`, passes: some of
 * them do receive mail, and the DNS knows. So do special-use names; see `isSpecialUse`.
 *
 * A trailing dot is refused with `dots`: RFC 5321 section 4.1.2 has no place for one in an address. Never throws.
 */
export function parseDomain(text: string): ParsedDomain {
  if (text === '') return invalid('no_domain');
  if (text.length > maxTextLength) return invalid('domain_too_long');
  if (text.includes(' ')) return invalid('white_space');
  if (endsInDot.test(text)) return invalid('dots');
  const ascii = toAscii(text);
  if (ascii === null) return invalid(hasHiddenCharacter(text) ? 'hidden_character' : 'bad_domain');
  return problemOf(ascii) ?? { kind: 'domain', domain: ascii };
}

/** Letters, digits and hyphens, no hyphen where UTS #46 looks at it: all that is left to do is to fold case. */
const plain = /^[a-z\d.-]+$/i;
const hyphenToCheck = /(?:^|\.)(?:-|..--)|-(?:\.|$)/;

/** The name in lower-case A-labels, lengths unchecked; null where it has none. */
export function toAscii(text: string): string | null {
  if (plain.test(text) && !hyphenToCheck.test(text)) return text.toLowerCase();
  return tr46.toASCII(text, strictProcessing);
}

function problemOf(ascii: string): ParsedDomain | undefined {
  const labels = ascii.split('.');
  if (labels.includes('')) return invalid('dots');
  if (labels.some((label) => label.length > maxLabelOctets)) return invalid('label_too_long');
  if (ascii.length > maxDomainOctets) return invalid('domain_too_long');
  if (labels.length < 2) return invalid('no_dot');
  if (/^\d+$/.test(labels.at(-1) ?? '')) return invalid('numeric_domain');
  if (!isSpecialUse(ascii) && !hasDelegatedSuffix(ascii)) return invalid('unknown_suffix');
  return undefined;
}

/** True if the name ends in a suffix of the ICANN part of the Public Suffix List. Takes a valid name only. */
function hasDelegatedSuffix(domain: string): boolean {
  return parseSuffix(domain, { extractHostname: false, allowPrivateDomains: false }).isIcann === true;
}

function invalid(problem: SyntaxProblem): ParsedDomain {
  return { kind: 'invalid', problem };
}
