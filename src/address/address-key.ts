import { lowerAscii } from './ascii-case.ts';
import { parseDomain } from './domain.ts';
import { maxLocalPartOctets } from './local-part.ts';
import { type ParsedMailbox, parseMailbox, plainAddress } from './mailbox.ts';

/**
 * Returns the key under which results are stored: the same for all spellings of one address (see `Mailbox`). Other
 * texts have keys of their own, equal only for texts that differ in ASCII case or in outer white space. Keys are
 * well-formed Unicode without NUL, so that no store turns two of them into one.
 */
export function addressKey(input: string): string {
  return keyOfParsed(parseMailbox(input));
}

/** Returns the key of a text that is parsed already; see `addressKey`. */
export function keyOfParsed(parsed: ParsedMailbox): string {
  // JSON escapes lone surrogates and NUL. Its quotes keep the key apart from those of addresses, which end in a domain.
  return parsed.kind === 'mailbox' ? parsed.mailbox.key : JSON.stringify(lowerAscii(parsed.input));
}

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
