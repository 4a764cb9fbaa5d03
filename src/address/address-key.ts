import { parseDomain } from './domain.ts';
import { foldCase } from './fold-case.ts';
import { parseMailbox } from './mailbox.ts';

/**
 * Returns the key under which results are stored: the same for all spellings of one address. For other texts: the
 * folded text.
 */
export function addressKey(input: string): string {
  const parsed = parseMailbox(input);
  return parsed.kind === 'mailbox' ? parsed.mailbox.key : foldCase(parsed.input);
}

/** An ASCII dot-atom, an @, and a text that may be a domain. */
const plainAddress = /^([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([a-z\d.-]+)$/i;
const maxLocalPartOctets = 64;
const maxAddressOctets = 254;

/** Returns a function like `addressKey` for long lists. It remembers domains, because parsing them takes most time. */
export function createAddressKeyFunction(): (input: string) => string {
  const plainDomains = new Map<string, boolean>();
  const isDomain = (text: string): boolean => {
    const known = plainDomains.get(text);
    if (known !== undefined) return known;
    const parsed = parseDomain(text);
    const plain = parsed.kind === 'domain' && parsed.domain === text.toLowerCase();
    plainDomains.set(text, plain);
    return plain;
  };
  return (input) => {
    const [, localPart = '', domain = ''] = plainAddress.exec(input) ?? [];
    const plain =
      localPart !== '' && localPart.length <= maxLocalPartOctets && input.length <= maxAddressOctets;
    return plain && isDomain(domain) ? input.toLowerCase() : addressKey(input);
  };
}
