import { remembered } from '../../first-use.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { fillers } from './claim-grammars.ts';
import { findPhrases, lexicon, type SearchedWords } from './claims.ts';
import { list } from './phrases.ts';
import { echoWord, fold, isAscii, sentenceEnd, wordsOf } from './words.ts';

/** Code pages that mail servers answer in. */
const charsets = list`
  utf-8, windows-1252, windows-1250, iso-8859-2, windows-1254, windows-1251, koi8-r, koi8-u, iso-8859-5, windows-1253,
  gb18030, big5, shift_jis, euc-jp, iso-2022-jp, euc-kr`;

/**
 * Decodes a text that was not UTF-8: each of its characters is one byte. The code page in which most of the words are
 * known is the right one. If no code page is, or two that give different texts, the text is returned as it is.
 */
function decodeWords(text: string): string {
  if ((isAscii(text) && !text.includes('\u001b')) || /[\u0100-\uffff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const readings = [text, ...charsets.flatMap((charset) => decodeAs(charset, bytes) ?? [])];
  const scored = readings.map((reading) => ({ reading, score: knownWordsIn(reading) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  const isSure = scored.every(
    ({ reading, score }) => score < best.score || fold(reading) === fold(best.reading),
  );
  return isSure ? best.reading : text;
}

/** Returns undefined if the bytes are not of this charset, or this build of Node does not know it. */
function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the length of the known words among those that are not ASCII. */
function knownWordsIn(reading: string): number {
  const decoded = reading.split(' ').map((word) => (isAscii(word) ? sentenceEnd : word));
  const words = wordsOf(fold(decoded.join(' ')));
  const known = lexicon().find(words).cover(words);
  return words.reduce(
    (sum, word, at) => sum + (known[at] === true || fillers.has(word) ? word.length : 0),
    0,
  );
}

/** Names that we sent in this session, and that servers repeat in their replies. */
export interface SessionNames {
  readonly recipient?: string | undefined;
  /** Our envelope sender (MAIL FROM). */
  readonly sender?: string;
  readonly helo?: string;
}

/** The text of a reply, without the names that it only repeats. */
export interface ReplyText {
  /** The words without addresses, host names, URLs and enhanced codes. */
  readonly plain: SearchedWords;
  /** The same words, with `echoWord` in place of the recipient. */
  readonly echoed: SearchedWords;
  /** Folded text without our own names, but with other hosts and URLs: it identifies providers and block lists. */
  readonly textWithHosts: string;
  readonly mentionsRecipient: boolean;
  readonly mentionsSender: boolean;
  readonly mentionsClient: boolean;
  /** True if an address, host, URL or IP address other than the recipient's is mentioned. */
  readonly namesOthers: boolean;
  /** True if an IP address is mentioned, mostly ours. */
  readonly namesIp: boolean;
  /** True if the reply quotes a refusal by another server: "… said: 550 5.1.1 …". */
  readonly quotesPermanentRefusal: boolean;
}

const textLimit = 4_096;

/** In place of a name that was removed, and of the recipient: URLs and addresses around them are still recognised. */
const redactionMark = '\uE000';
const recipientMark = '\uE001';

const quoting = String.raw`\b(?:said|says|response|responded|replied|returned|reply|result|failed|refused to talk to me)\W{1,4}(?:smtp\W)?`;
const quotedRefusal = new RegExp(String.raw`${quoting}5[0-5]\d\b|\b5[0-5]\d[ -]#?5\.\d{1,3}\.\d{1,3}\b`);
const quotation = new RegExp(String.raw`${quoting}[45][0-5]\d\b|\b[45][0-5]\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b`);

const enhancedCode = /(?<![\d.])#?[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/g;
const url = /\b(?:https?|ftp|mailto):[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/g;
const address = /[^\s<>()[\],;:"'|@]{1,128}@[^\s<>()[\],;:"'|@]{1,255}/g;
const ipAddress = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.]*\d)|\[[0-9a-f:.]*:[0-9a-f:.]*\]/g;
/** Mostly false, and found out in a fraction of the time. */
const mayNameHost = /\.[^\s.]*\p{L}/u;
/** At least three labels, or two with a common top-level domain. `resolver.…` is an error of Microsoft Exchange. */
const host =
  /(?<![\p{L}\p{N}_.-])(?!resolver\.)(?:(?:[\p{L}\p{N}_-]{1,63}\.){2,12}\p{L}{2,24}|[\p{L}\p{N}_-]{1,63}\.(?:com|net|org|edu|gov|info|biz))(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?/gu;

/** Extracts from a reply what the rules need. `quoted: 'cut'` removes quotations of other servers. */
export function replyTextOf(
  reply: SmtpReply,
  own: SessionNames,
  { quoted }: { quoted: 'keep' | 'cut' },
): ReplyText {
  const whole = textOf(reply);
  const recipient = partsOfAddress(own.recipient ?? '');
  const sender = partsOfAddress(own.sender ?? '');
  // An address such as reply@550.example.com looks like a quoted refusal: masked, in its length.
  const masked = [...recipient.addresses, ...sender.addresses].reduce(
    (rest, name) => rest.replaceAll(name, '_'.repeat(name.length)),
    whole,
  );
  const cut = quoted === 'cut' ? masked.search(quotation) : -1;
  const text = cut < 0 ? whole : whole.slice(0, cut);

  const withoutRecipient = redactAll(
    text,
    [...recipient.addresses, ...recipient.localParts.filter(isUnambiguous)],
    recipientMark,
  );
  const withoutSender = redactAll(withoutRecipient, sender.addresses, redactionMark);
  const withoutClient = redactHosts(withoutSender, domainOf(own.helo));
  const textWithHosts = redactHosts(redactHosts(withoutClient, recipient.domain), sender.domain);
  const withoutUrls = /:|www\./.test(textWithHosts)
    ? textWithHosts.replace(url, redactionMark)
    : textWithHosts;
  const withoutNames = withoutUrls.includes('@') ? withoutUrls.replace(address, redactionMark) : withoutUrls;
  const withoutIp = withoutNames.replace(ipAddress, redactionMark);
  const anonymous = mayNameHost.test(withoutIp) ? withoutIp.replace(host, redactionMark) : withoutIp;
  const nameless = redactLocalParts(anonymous, recipient.localParts);

  const ownWords = nameless.replace(enhancedCode, ' ').replaceAll(redactionMark, ' ');
  const plain = searchText(ownWords.replaceAll(recipientMark, ' '));
  return {
    plain,
    echoed: ownWords.includes(recipientMark)
      ? searchText(ownWords.replaceAll(recipientMark, ` ${echoWord} `))
      : plain,
    textWithHosts,
    mentionsRecipient: withoutRecipient !== text || nameless !== anonymous,
    mentionsSender: withoutSender !== withoutRecipient,
    mentionsClient: withoutClient !== withoutSender,
    namesOthers: nameless.includes(redactionMark),
    namesIp: withoutIp !== withoutNames,
    quotesPermanentRefusal: quotedRefusal.test(masked),
  };
}

function searchText(text: string): SearchedWords {
  return findPhrases(wordsOf(text));
}

function textOf(reply: SmtpReply): string {
  const folded = fold(decodeWords(reply.lines.join(' ').slice(0, textLimit))).slice(0, textLimit);
  return decodeEscapes(folded).replace(/[\uE000\uE001]/g, ' ');
}

/** Decodes percent encoding and HTML entities: `ann%40example.org`, `&lt;ann&#64;example.org&gt;`. */
export function decodeEscapes(folded: string): string {
  if (!/[%&]/.test(folded)) return folded;
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

const partsOfAddress = remembered((text): AddressParts => {
  const whole = decodeEscapes(fold(text));
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
});

/** Returns the domain if it has at least two labels: a single label cannot be distinguished from an ordinary word. */
function domainOf(name = ''): string | undefined {
  const domain = fold(name).replace(/\.$/, '');
  return /^[^\s.]+(?:\.[^\s.]+)+$/.test(domain) ? domain : undefined;
}

function isUnambiguous(name: string): boolean {
  return !/^[\p{L}\p{N} ]+$/u.test(name);
}

function redactAll(text: string, spellings: readonly string[], mark: string): string {
  return spellings.reduce((rest, spelling) => redact(rest, spelling, () => mark), text);
}

function redactHosts(text: string, domain: string | undefined): string {
  return domain === undefined ? text : redact(text, domain, () => redactionMark, startOfHost);
}

const wordAfter = /^(?:[\p{L}\p{N}]|[.-][\p{L}\p{N}])/u;

/** Replaces a spelling wherever it is not part of a longer word. `startOf`: from where on; undefined for not at all. */
function redact(
  text: string,
  spelling: string,
  replacement: (before: string, after: string) => string,
  startOf: (before: string) => number | undefined = startOfWord,
): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, Math.max(from, at + 1))) {
    const end = at + spelling.length;
    if (wordAfter.test(text.slice(end, end + 3))) continue;
    const start = startOf(text.slice(from, at));
    if (start === undefined) continue;
    result += text.slice(from, from + start) + replacement(text.slice(0, at), text.slice(end));
    from = end;
  }
  return result + text.slice(from);
}

function startOfWord(before: string): number | undefined {
  return /[\p{L}\p{N}][._+-]?$/u.test(before.slice(-2)) ? undefined : before.length;
}

function startOfHost(before: string): number | undefined {
  const labels = /(?:[\p{L}\p{N}_-]{1,63}\.){0,12}$/u.exec(before.slice(-300))?.[0] ?? '';
  const start = before.length - labels.length;
  return /[\p{L}\p{N}_.@-]/u.test(before.charAt(start - 1)) ? undefined : start;
}

// ----------------------------------------------------------------------------------------- local parts

/**
 * Replaces a local part that could be an ordinary word. If no phrase contains it, every occurrence is replaced. If a
 * phrase does ("unknown", "blocked", "user"), it is replaced only in a position where a server would put a name, so
 * that "user unknown" is not changed.
 */
function redactLocalParts(text: string, localParts: readonly string[]): string {
  return localParts.reduce((rest, name) => {
    if (isUnambiguous(name)) return rest;
    const isInVocabulary = name.split(' ').every((word) => lexicon().vocabulary.has(word));
    return redact(rest, name, (before, after) =>
      !isInVocabulary || isInNamePosition(before, after, name) ? recipientMark : name,
    );
  }, text);
}

function isInNamePosition(before: string, after: string, name: string): boolean {
  const near = before.slice(-80);
  const beginsText = /^\s*(?:[#([]*[245]\.\d{1,3}\.\d{1,3}[)\]]*\s+)?$/.test(before);
  const noun = wordsBeforeFinalNoun(near);
  const isAfterNoun = noun !== undefined && /\s$/.test(near);
  return (
    (/[<"'`([{«“‘„]$/u.test(near) && /^[>"'`)\]}»”’“]/u.test(after)) ||
    // "unknown... User unknown", "unknown: no such user"
    /^\s*\.\.\./.test(after) ||
    (beginsText && /^\s*:/.test(after)) ||
    // "Recipient: unknown"
    (/:\s*$/.test(near) && (noun !== undefined || /\b(?:to|for):\s*$/.test(near))) ||
    // "abuse does not exist", "Mailbox abuse not found"; but "user unknown" where the name is "user"
    ((beginsText || isAfterNoun) &&
      searchText(name).found.endsFrom('mailbox', 0).length === 0 &&
      isClaimed(after)) ||
    // "No such user unknown"
    (isAfterNoun && /(?:no such|unknown|invalid|illegal)$/.test(noun) && /^\s*(?:$|[.,;:!(-])/.test(after))
  );
}

const claimVerb = /^(?:is|was|has|does|doesnt|isnt|full|over|unavailable|rejected|refused)$/;

function isClaimed(after: string): boolean {
  const { words, found } = searchText(after.slice(0, 80));
  return [0, 1].some(
    (at) =>
      found.endsFrom('missing', at).length > 0 ||
      found.endsFrom('closed', at).length > 0 ||
      claimVerb.test(words[at] ?? ''),
  );
}

/** Returns the words before a noun at the end; undefined if they do not end with a noun. */
function wordsBeforeFinalNoun(text: string): string | undefined {
  const { words, found } = searchText(text);
  const noun = found.spans('mailbox').find(({ end }) => end === words.length);
  return noun === undefined ? undefined : words.slice(0, noun.start).join(' ');
}
