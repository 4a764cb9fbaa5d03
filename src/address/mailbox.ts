import { lowerAscii } from './ascii-case.ts';
import { parseDomain } from './domain.ts';
import { unwrapped } from './hidden-character.ts';
import { endOfQuotedString, maxLocalPartOctets, parseLocalPart, utf8Length } from './local-part.ts';
import type { SyntaxProblem } from './syntax-problem.ts';

/** A syntactically valid address. */
export interface Mailbox {
  /** The input without white space, invisible characters and typographic quotation marks around it. */
  readonly original: string;
  /** In the form that goes on the wire: NFC, case preserved, quoted only if necessary. */
  readonly localPart: string;
  /** Lower-case A-labels, no trailing dot. */
  readonly domain: string;
  /** `localPart@domain`: the argument of RCPT TO. */
  readonly address: string;
  /**
   * Equal for addresses that share a result, because every server must treat them alike: `address` with A to Z in lower
   * case. É and é, or ſ and s, are different.
   */
  readonly key: string;
  /** True if the local part is not ASCII: the exchange must then offer SMTPUTF8 (RFC 6531). */
  readonly needsSmtpUtf8: boolean;
}

/** A mailbox, or why the input is not one. */
export type ParsedMailbox =
  | { readonly kind: 'mailbox'; readonly mailbox: Mailbox }
  | {
      readonly kind: 'invalid';
      readonly problem: SyntaxProblem;
      /** Without outer white space. */
      readonly input: string;
    };

/** A path is 256 octets with its angle brackets (RFC 5321 section 4.5.3.1.3). */
const maxAddressOctets = 254;

/** Longer texts are not parsed. No spelling of a valid address comes close. */
const maxTextLength = 16 * maxAddressOctets;

/** An ASCII dot-atom, an @, and a text that may be a domain: nearly every address, so that nothing else is looked for. */
export const plainAddress = /^([\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*)@([a-z\d.-]+)$/i;

/**
 * Parses one bare address: the `Mailbox` of RFC 5321 section 4.1.2 with the extensions of RFC 6531. Refuses what
 * cannot receive mail from the internet: address literals, and domains without a dot. Also refuses comments and display
 * names, which belong to message headers (RFC 5322).
 *
 * Never throws, and takes time linear in the length of the text.
 */
export function parseMailbox(input: string): ParsedMailbox {
  const original = unwrapped(input);
  const parsed = original.length > maxTextLength ? 'address_too_long' : parse(original);
  return typeof parsed === 'string'
    ? { kind: 'invalid', problem: parsed, input: input.trim() }
    : { kind: 'mailbox', mailbox: { original, ...parsed } };
}

function parse(original: string): Omit<Mailbox, 'original'> | SyntaxProblem {
  const [, plainLocalPart = '', plainDomain = ''] = plainAddress.exec(original) ?? [];
  if (plainLocalPart !== '' && plainLocalPart.length <= maxLocalPartOctets)
    return withDomain(plainLocalPart, plainDomain);
  if (original === '') return 'empty';
  if (/\p{Cc}/u.test(original)) return 'control_character';
  if (/\p{Surrogate}/u.test(original)) return 'illegal_character';
  const text = original.normalize('NFC');
  const at = text.startsWith('"') ? endOfQuotedString(text) : text.lastIndexOf('@');
  const structural = structureProblem(text, at);
  if (structural !== undefined) return structural;
  const [localText, domainText] = [text.slice(0, at), text.slice(at + 1)];
  const localPart = parseLocalPart(localText, domainText.toLowerCase());
  return localPart.kind === 'invalid' ? localPart.problem : withDomain(localPart.localPart, domainText);
}

function withDomain(localPart: string, text: string): Omit<Mailbox, 'original'> | SyntaxProblem {
  const domain = parseDomain(text);
  return domain.kind === 'invalid' ? domain.problem : assemble(localPart, domain.domain);
}

/** Returns the problem if the text is not one local part, one @ at index `at`, and one domain. */
function structureProblem(text: string, at: number): SyntaxProblem | undefined {
  const quoted = text.startsWith('"');
  if (quoted && at === -1) return 'unclosed_quote';
  const outsideQuotes = quoted ? text.slice(at) : text;
  if (/[<>]/.test(outsideQuotes)) return 'display_name';
  if (/[()]/.test(outsideQuotes)) return 'comment';
  if (!outsideQuotes.includes('@')) return 'no_at';
  if (outsideQuotes.indexOf('@') !== outsideQuotes.lastIndexOf('@')) return 'several_at';
  if (quoted && text[at] !== '@') return 'misplaced_quote';
  if (text[at + 1] === '[') return 'address_literal';
  return undefined;
}

function assemble(localPart: string, domain: string): Omit<Mailbox, 'original'> | SyntaxProblem {
  const octets = utf8Length(localPart);
  if (octets + 1 + domain.length > maxAddressOctets) return 'address_too_long';
  return {
    localPart,
    domain,
    address: `${localPart}@${domain}`,
    key: `${lowerAscii(localPart)}@${domain}`,
    needsSmtpUtf8: octets !== localPart.length,
  };
}
