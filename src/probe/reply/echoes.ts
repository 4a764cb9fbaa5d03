import { absenceGrammars, disablementGrammars } from './claim-grammars.ts';
import { PhraseSet } from './phrase-match.ts';
import { fold, wordsOf } from './words.ts';

/** Names that we sent in this session, and that servers repeat in their replies. */
export interface SessionNames {
  readonly recipient?: string;
  readonly sender?: string;
  readonly helo?: string;
}

/** A reply without the names that it repeats. */
export interface RedactedText {
  /** The folded text, with marks in place of the names. */
  readonly text: string;
  readonly mentionsRecipient: boolean;
  readonly mentionsSender: boolean;
  /** True if our HELO name was repeated. */
  readonly mentionsClient: boolean;
}

/**
 * Replaces a name that was removed. Both marks are private-use characters, so that URLs and addresses around them are
 * still recognised.
 */
export const redactionMark = '\uE000';
/** Replaces the recipient. */
export const recipientMark = '\uE001';

/** Replaces our two addresses, their domains and our HELO name in decoded, folded text by marks. */
export function redactEchoes(text: string, own: SessionNames): RedactedText {
  const recipient = partsOfAddress(own.recipient);
  const sender = partsOfAddress(own.sender);
  const withoutRecipient = redactAll(text, [
    ...recipient.addresses,
    ...recipient.localParts.filter(isUnambiguous),
  ]);
  const withoutSender = redactAll(withoutRecipient, sender.addresses, redactionMark);
  const withoutClient = redactHosts(withoutSender, domainOf(own.helo));
  return {
    text: [recipient.domain, sender.domain].reduce(redactHosts, withoutClient),
    mentionsRecipient: withoutRecipient !== text,
    mentionsSender: withoutSender !== withoutRecipient,
    mentionsClient: withoutClient !== withoutSender,
  };
}

/** Decodes percent encoding and HTML entities: `ann%40example.org`, `&lt;ann&#64;example.org&gt;`. */
export function decode(folded: string): string {
  return folded
    .replace(/%(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])/g, (_, hex: string) =>
      fold(String.fromCharCode(Number.parseInt(hex, 16))),
    )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#(?:64|x40);/g, '@')
    .replace(/&amp;/g, '&');
}

// ------------------------------------------------------------------------------------------- addresses

interface AddressParts {
  /** Spellings of the whole address. */
  readonly addresses: readonly string[];
  /** Spellings of the local part: unchanged, without quotes, without its tag. */
  readonly localParts: readonly string[];
  readonly domain: string | undefined;
}

function partsOfAddress(address: string | undefined): AddressParts {
  if (address === undefined) return { addresses: [], localParts: [], domain: undefined };
  const whole = decode(fold(address));
  const at = whole.lastIndexOf('@');
  const local = at < 0 ? whole : whole.slice(0, at);
  const domain = at < 0 ? '' : whole.slice(at + 1);
  const unquoted = /^".*"$/.test(local) ? local.slice(1, -1).replace(/\\(.)/g, '$1') : local;
  const tag = unquoted.search(/[+=]/);
  const localParts = [local, unquoted, ...(tag > 0 ? [unquoted.slice(0, tag)] : [])];
  return {
    addresses: at < 0 ? [] : [...new Set([whole, `${unquoted}@${domain}`])],
    localParts: [...new Set(localParts)].filter((name) => name.trim() !== ''),
    domain: domainOf(domain),
  };
}

/** Returns the domain if it has at least two labels: a single label cannot be distinguished from an ordinary word. */
function domainOf(name: string | undefined): string | undefined {
  const domain = name === undefined ? '' : fold(name).replace(/\.$/, '');
  return /^[^\s.]+(?:\.[^\s.]+)+$/.test(domain) ? domain : undefined;
}

/** Returns whether a name cannot be mistaken for ordinary words. */
function isUnambiguous(name: string): boolean {
  return !/^[\p{L}\p{N} ]+$/u.test(name);
}

function redactAll(text: string, spellings: readonly string[], mark: string = recipientMark): string {
  return spellings.reduce((rest, spelling) => redact(rest, spelling, () => mark), text);
}

/** Replaces a spelling wherever it is not part of a longer word. */
function redact(
  text: string,
  spelling: string,
  replacement: (before: string, after: string) => string,
): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, Math.max(from, at + 1))) {
    const end = at + spelling.length;
    if (at < from || !isSeparate(text, at, end)) continue;
    result += text.slice(from, at) + replacement(text.slice(0, at), text.slice(end));
    from = end;
  }
  return result + text.slice(from);
}

const wordBefore = /[\p{L}\p{N}][._+-]?$/u;
const wordAfter = /^(?:[\p{L}\p{N}]|[.-][\p{L}\p{N}])/u;

function isSeparate(text: string, start: number, end: number): boolean {
  return (
    !wordBefore.test(text.slice(Math.max(0, start - 2), start)) && !wordAfter.test(text.slice(end, end + 3))
  );
}

/** Replaces the domain and all hosts below it. */
function redactHosts(text: string, domain: string | undefined): string {
  if (domain === undefined) return text;
  let result = '';
  let from = 0;
  for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + domain.length)) {
    const end = at + domain.length;
    const labels =
      /(?:[\p{L}\p{N}_-]{1,63}\.){0,12}$/u.exec(text.slice(Math.max(from, at - 300), at))?.[0] ?? '';
    const start = at - labels.length;
    if (/[\p{L}\p{N}_.@-]/u.test(text.charAt(start - 1)) || wordAfter.test(text.slice(end, end + 3)))
      continue;
    result += text.slice(from, start) + redactionMark;
    from = end;
  }
  return result + text.slice(from);
}

// ----------------------------------------------------------------------------------------- local parts

const nouns = new PhraseSet(absenceGrammars.flatMap((grammar) => grammar.nouns));
const claims = new PhraseSet([
  ...[...absenceGrammars, ...disablementGrammars].flatMap((grammar) => grammar.predicates),
  ...['is', 'was', 'has', 'does', 'doesnt', 'isnt', 'full', 'over', 'unavailable', 'rejected', 'refused'],
]);

/**
 * Replaces a local part that could be an ordinary word. If no phrase contains it, every occurrence is replaced. If a
 * phrase does ("unknown", "blocked", "user"), it is replaced only in a position where a server would put a name, so
 * that "user unknown" is not changed. `vocabulary` is the set of words that occur in phrases.
 */
export function redactLocalParts(text: string, own: SessionNames, vocabulary: ReadonlySet<string>): string {
  const localParts = partsOfAddress(own.recipient).localParts.filter((name) => !isUnambiguous(name));
  return localParts.reduce((rest, name) => {
    const isInVocabulary = name.split(' ').every((word) => vocabulary.has(word));
    return redact(rest, name, (before, after) =>
      !isInVocabulary || isInNamePosition(before, after, name) ? recipientMark : name,
    );
  }, text);
}

/** Returns whether the text around a word shows that it is a name. */
function isInNamePosition(before: string, after: string, name: string): boolean {
  const near = before.slice(-80);
  const beginsText = /^\s*(?:[#([]*[245]\.\d{1,3}\.\d{1,3}[)\]]*\s+)?$/.test(before);
  const noun = wordsBeforeFinalNoun(wordsOf(near));
  return (
    isQuoted(near, after) ||
    // "unknown... User unknown", "unknown: no such user"
    /^\s*\.\.\./.test(after) ||
    (beginsText && /^\s*:/.test(after)) ||
    // "Recipient: unknown"
    (/:\s*$/.test(near) && (noun !== undefined || /\b(?:to|for):\s*$/.test(near))) ||
    // "abuse does not exist", "Mailbox abuse not found"; but "user unknown" where the name is "user"
    ((beginsText || (noun !== undefined && /\s$/.test(near))) &&
      !nouns.isAt([name], 0) &&
      isClaimed(after)) ||
    // "No such user unknown"
    (noun !== undefined && /\s$/.test(near) && isDenied(noun) && /^\s*(?:$|[.,;:!(-])/.test(after))
  );
}

function isQuoted(before: string, after: string): boolean {
  return /[<"'`([{«“‘„]$/u.test(before) && /^[>"'`)\]}»”’“]/u.test(after);
}

function isClaimed(after: string): boolean {
  const following = wordsOf(after.slice(0, 80));
  return claims.isAt(following, 0) || claims.isAt(following, 1);
}

function isDenied(beforeNoun: readonly string[]): boolean {
  const text = beforeNoun.join(' ');
  return ['no such', 'unknown', 'invalid', 'illegal'].some((adjective) => text.endsWith(adjective));
}

/** Returns the words before a noun at the end; undefined if they do not end with a noun. */
function wordsBeforeFinalNoun(words: readonly string[]): readonly string[] | undefined {
  const length = [1, 2, 3].find((count) => nouns.matchLengthsAt(words, words.length - count).includes(count));
  return length === undefined ? undefined : words.slice(0, -length);
}
