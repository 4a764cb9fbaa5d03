import { parseDomain } from './domain.ts';
import { foldCase } from './fold-case.ts';
import { parseMailbox } from './mailbox.ts';

/** What an address is known by: equal for texts that are the same address, or the same text that is none. */
export function addressKey(input: string): string {
  const parsed = parseMailbox(input);
  return parsed.kind === 'mailbox' ? parsed.mailbox.key : foldCase(parsed.input);
}

/** An ASCII dot-atom of allowed length, an @, and what may be a domain. */
const plainAddress = /^([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([a-z\d.-]+)$/i;
const maxLocalPartOctets = 64;
const maxAddressOctets = 254;

/** `addressKey` for many: most lists have far fewer domains than addresses, and a domain is the dear part. */
export function addressKeys(): (input: string) => string {
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
