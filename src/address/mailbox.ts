import { parseDomain } from './domain.ts';
import { foldCase } from './fold-case.ts';
import { endOfQuotedString, parseLocalPart, utf8Length } from './local-part.ts';
import type { SyntaxProblem } from './syntax-problem.ts';

export { type SyntaxProblem, syntaxExplanations } from './syntax-problem.ts';

/** An address that mail can be sent to, as far as its form tells. */
export interface Mailbox {
  /** The input without outer white space. */
  readonly asGiven: string;
  /** As it goes on the wire: NFC, case kept, quoted only where it must be. */
  readonly localPart: string;
  /** Lower-case A-labels, no trailing dot. */
  readonly domain: string;
  /** `localPart@domain`: what RCPT names. */
  readonly address: string;
  /** Equal for addresses that are taken to be the same: NFC, case folded. */
  readonly key: string;
  /** True if the local part is not ASCII, so that the exchange must offer SMTPUTF8 (RFC 6531). */
  readonly needsSmtpUtf8: boolean;
}

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

/** Far more than any spelling of an address needs; where a longer text goes wrong is of no interest. */
const maxTextLength = 16 * maxAddressOctets;

/**
 * Reads one bare address: the `Mailbox` of RFC 5321 section 4.1.2 with the extensions of RFC 6531, without what
 * cannot be delivered to from the internet: address literals, domains without a dot or with a suffix that does not
 * exist. Comments and display names belong to message headers (RFC 5322) and are refused too.
 *
 * Never throws, whatever the text, and takes time linear in its length.
 */
export function parseMailbox(input: string): ParsedMailbox {
  const asGiven = input.trim();
  const parsed = asGiven.length > maxTextLength ? 'address_too_long' : parse(asGiven);
  return typeof parsed === 'string'
    ? { kind: 'invalid', problem: parsed, input: asGiven }
    : { kind: 'mailbox', mailbox: { asGiven, ...parsed } };
}

function parse(asGiven: string): Omit<Mailbox, 'asGiven'> | SyntaxProblem {
  if (asGiven === '') return 'empty';
  if (/\p{Cc}/u.test(asGiven)) return 'control_character';
  if (/\p{Surrogate}/u.test(asGiven)) return 'illegal_character';
  const text = asGiven.normalize('NFC');
  const at = text.startsWith('"') ? endOfQuotedString(text) : text.lastIndexOf('@');
  const wrapping = wrappingOf(text, at);
  if (wrapping !== undefined) return wrapping;
  const localPart = parseLocalPart(text.slice(0, at));
  if (localPart.kind === 'invalid') return localPart.problem;
  const domain = parseDomain(text.slice(at + 1));
  if (domain.kind === 'invalid') return domain.problem;
  return assemble(localPart.localPart, domain.domain);
}

/** What keeps the text from being one local part, one @ at index `at`, and one domain. */
function wrappingOf(text: string, at: number): SyntaxProblem | undefined {
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

function assemble(localPart: string, domain: string): Omit<Mailbox, 'asGiven'> | SyntaxProblem {
  const octets = utf8Length(localPart);
  if (octets + 1 + domain.length > maxAddressOctets) return 'address_too_long';
  return {
    localPart,
    domain,
    address: `${localPart}@${domain}`,
    key: `${foldCase(localPart)}@${domain}`,
    needsSmtpUtf8: octets !== localPart.length,
  };
}
