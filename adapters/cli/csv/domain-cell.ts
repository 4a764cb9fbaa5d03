import { parse as parseSuffix } from 'tldts';
import { parseDomain } from '../../../src/address/domain.ts';
import { isSpecialUse } from '../../../src/address/special-use.ts';

/** Returns whether a text is no domain but has one in it, as if a separator was not found. */
export function holdsDomain(text: string): boolean {
  return !isLikelyDomain(text) && text.split(/[^\p{L}\p{M}\p{N}.-]+/u).some(isLikelyDomain);
}

/** Returns whether a cell seems to be a domain: `ann.baker` is one to DNS, but has a suffix that nobody knows. */
export function isLikelyDomain(text: string): boolean {
  const parsed = parseDomain(text.trim());
  if (parsed.kind === 'invalid') return false;
  const { isIcann } = parseSuffix(parsed.domain, { extractHostname: false, allowPrivateDomains: false });
  return isIcann === true || isSpecialUse(parsed.domain);
}
