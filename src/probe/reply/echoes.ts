import { absence, disablement } from './claim-grammars.ts';
import { PhraseSet } from './phrase-match.ts';
import { fold, wordsOf } from './words.ts';

/** What we said in this session, and servers like to repeat. */
export interface OwnWords {
  readonly recipient?: string;
  readonly sender?: string;
  readonly helo?: string;
}

export interface WithoutEchoes {
  /** The folded text with `gone` and `goneRecipient` in it. */
  readonly text: string;
  readonly mentionsRecipient: boolean;
  readonly mentionsSender: boolean;
  /** By our HELO name. */
  readonly mentionsClient: boolean;
}

/** Stand for what was taken out: private-use characters, so that URLs and addresses around them stay whole. */
export const gone = '\uE000';
export const goneRecipient = '\uE001';

/** Takes our addresses, their domains and our HELO name out of decoded, folded text. */
export function withoutEchoes(text: string, own: OwnWords): WithoutEchoes {
  const recipient = partsOf(own.recipient);
  const sender = partsOf(own.sender);
  const withoutRecipient = takeOutAll(text, [
    ...recipient.addresses,
    ...recipient.names.filter(isUnmistakable),
  ]);
  const withoutSender = takeOutAll(withoutRecipient, sender.addresses, gone);
  const withoutClient = takeOutHosts(withoutSender, domainOf(own.helo));
  return {
    text: [recipient.domain, sender.domain].reduce(takeOutHosts, withoutClient),
    mentionsRecipient: withoutRecipient !== text,
    mentionsSender: withoutSender !== withoutRecipient,
    mentionsClient: withoutClient !== withoutSender,
  };
}

/** `ann%40example.org`, `&lt;ann&#64;example.org&gt;`. */
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

// ------------------------------------------------------------------------------------------- whole addresses

interface AddressParts {
  /** Spellings of the whole address. */
  readonly addresses: readonly string[];
  /** Spellings of the local part: as it is, without quotes, without its tag. */
  readonly names: readonly string[];
  readonly domain: string | undefined;
}

function partsOf(given: string | undefined): AddressParts {
  if (given === undefined) return { addresses: [], names: [], domain: undefined };
  const whole = decode(fold(given));
  const at = whole.lastIndexOf('@');
  const local = at < 0 ? whole : whole.slice(0, at);
  const domain = at < 0 ? '' : whole.slice(at + 1);
  const unquoted = /^".*"$/.test(local) ? local.slice(1, -1).replace(/\\(.)/g, '$1') : local;
  const tag = unquoted.search(/[+=]/);
  const names = [local, unquoted, ...(tag > 0 ? [unquoted.slice(0, tag)] : [])];
  return {
    addresses: at < 0 ? [] : [...new Set([whole, `${unquoted}@${domain}`])],
    names: [...new Set(names)].filter((name) => name.trim() !== ''),
    domain: domainOf(domain),
  };
}

/** Only names of two labels or more can be told from ordinary words. */
function domainOf(name: string | undefined): string | undefined {
  const domain = name === undefined ? '' : fold(name).replace(/\.$/, '');
  return /^[^\s.]+(?:\.[^\s.]+)+$/.test(domain) ? domain : undefined;
}

/** A name that servers would not put together from words of their own. */
function isUnmistakable(name: string): boolean {
  return !/^[\p{L}\p{N} ]+$/u.test(name);
}

function takeOutAll(text: string, spellings: readonly string[], mark: string = goneRecipient): string {
  return spellings.reduce((rest, spelling) => takeOut(rest, spelling, () => mark), text);
}

/** Replaces a spelling wherever it stands alone. */
function takeOut(
  text: string,
  spelling: string,
  replacement: (before: string, after: string) => string,
): string {
  let left = '';
  let from = 0;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, Math.max(from, at + 1))) {
    const end = at + spelling.length;
    if (at < from || !standsAlone(text, at, end)) continue;
    left += text.slice(from, at) + replacement(text.slice(0, at), text.slice(end));
    from = end;
  }
  return left + text.slice(from);
}

const wordBefore = /[\p{L}\p{N}][._+-]?$/u;
const wordAfter = /^(?:[\p{L}\p{N}]|[.-][\p{L}\p{N}])/u;

function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !wordBefore.test(text.slice(Math.max(0, start - 2), start)) && !wordAfter.test(text.slice(end, end + 3))
  );
}

/** The domain and every host below it. */
function takeOutHosts(text: string, domain: string | undefined): string {
  if (domain === undefined) return text;
  let left = '';
  let from = 0;
  for (let at = text.indexOf(domain); at >= 0; at = text.indexOf(domain, at + domain.length)) {
    const end = at + domain.length;
    const labels =
      /(?:[\p{L}\p{N}_-]{1,63}\.){0,12}$/u.exec(text.slice(Math.max(from, at - 300), at))?.[0] ?? '';
    const start = at - labels.length;
    if (/[\p{L}\p{N}_.@-]/u.test(text.charAt(start - 1)) || wordAfter.test(text.slice(end, end + 3)))
      continue;
    left += text.slice(from, start) + gone;
    from = end;
  }
  return left + text.slice(from);
}

// ----------------------------------------------------------------------------------------- names on their own

const nouns = new PhraseSet(absence.flatMap((grammar) => grammar.nouns));
const claims = new PhraseSet([
  ...[...absence, ...disablement].flatMap((grammar) => grammar.predicates),
  ...['is', 'was', 'has', 'does', 'doesnt', 'isnt', 'full', 'over', 'unavailable', 'rejected', 'refused'],
]);

/**
 * Takes out a local part that stands alone and could be an ordinary word. One that no phrase is made of goes
 * wherever it stands; one that tells something ("unknown", "blocked", "user") only where a server would put a
 * name, so that "user unknown" stays what it is. `vocabulary`: the words that phrases are made of.
 */
export function withoutNames(text: string, own: OwnWords, vocabulary: ReadonlySet<string>): string {
  const names = partsOf(own.recipient).names.filter((name) => !isUnmistakable(name));
  return names.reduce((rest, name) => {
    const isTelling = name.split(' ').every((word) => vocabulary.has(word));
    return takeOut(rest, name, (before, after) =>
      !isTelling || isNamePlace(before, after, name) ? goneRecipient : name,
    );
  }, text);
}

/** Whether what stands around a word shows that it is somebody's name. */
function isNamePlace(before: string, after: string, name: string): boolean {
  const near = before.slice(-80);
  const beginsText = /^\s*(?:[#([]*[245]\.\d{1,3}\.\d{1,3}[)\]]*\s+)?$/.test(before);
  const noun = nounAtEndOf(wordsOf(near));
  return (
    isEnclosed(near, after) ||
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

function isEnclosed(before: string, after: string): boolean {
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

/** The words before the noun with which the given ones end; undefined where they end otherwise. */
function nounAtEndOf(words: readonly string[]): readonly string[] | undefined {
  const length = [1, 2, 3].find((count) => nouns.lengthsAt(words, words.length - count).includes(count));
  return length === undefined ? undefined : words.slice(0, -length);
}
