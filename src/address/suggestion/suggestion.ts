import { checkString } from '../../argument-checks.ts';
import { parseLocalPart } from '../local-part.ts';
import { commonDomains } from './common-domains.ts';
import { likelyDomain } from './likely-domain.ts';

/** Longer texts are no typos of an address. */
const maxTextLength = 320;

/** What was probably meant. */
export interface Suggestion {
  /** The address as it was given, with the domain below. */
  readonly email: string;
  /** In lower case, such as `gmail.com`. */
  readonly domain: string;
}

/**
 * Returns the address that was probably meant if the domain of `email` looks like a typo of one of the hundred commonest:
 * `ann@gmial.com` becomes `ann@gmail.com`. Undefined if the domain may be what was meant: that of a provider, a company, a
 * disposable email service; or if the text would be no valid address with another domain either. Asks nobody. Throws InvalidArgument if `email` is not a string.
 *
 * A suggestion is a question to a person: do not correct addresses by it.
 */
export function suggest(email: string): Suggestion | undefined {
  checkString('email', email, "Pass one address: 'ann@gmial.com'.");
  const text = email.trim();
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > maxTextLength) return undefined;
  const typed = text.slice(at + 1).toLowerCase();
  const plain = withoutPunctuation(typed);
  const domain = plain !== typed && commonDomains.includes(plain) ? plain : likelyDomain(plain);
  if (domain === undefined) return undefined;
  const typedLocalPart = text.slice(0, at);
  const isLocalPart =
    !/[\p{Cc}\p{Surrogate}]/u.test(typedLocalPart) &&
    parseLocalPart(typedLocalPart.normalize('NFC'), domain).kind === 'local-part';
  return isLocalPart ? { email: `${typedLocalPart}@${domain}`, domain } : undefined;
}

/** Removes what no domain has: `gmail, com` and `gmail..com.` become `gmail.com`. */
function withoutPunctuation(domain: string): string {
  return domain
    .replace(/\s/g, '')
    .replaceAll(',', '.')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.$/g, '');
}
