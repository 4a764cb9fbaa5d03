import type { SmtpReply } from '../../ports/smtp-transport.ts';
import {
  decode,
  recipientMark,
  redactEchoes,
  redactionMark,
  redactLocalParts,
  type SessionNames,
} from './echoes.ts';
import { echoWord, fold, wordsOf } from './words.ts';

/** The text of a reply, without the names that it only repeats. */
export interface ReplyText {
  /** The words, split by `wordsOf`, without addresses, host names, URLs and enhanced codes. */
  readonly words: readonly string[];
  /** The same words, with `echoWord` in place of the recipient. */
  readonly wordsAndEchoes: readonly string[];
  /** Folded text without our own names, but with other hosts and URLs: it identifies providers and block lists. */
  readonly textWithHosts: string;
  readonly mentionsRecipient: boolean;
  readonly mentionsSender: boolean;
  /** True if our HELO name is mentioned. */
  readonly mentionsClient: boolean;
  /** True if an address, host, URL or IP address other than the recipient's is mentioned. */
  readonly namesOthers: boolean;
  /** True if the reply quotes a refusal by another server: "… said: 550 5.1.1 …". */
  readonly quotesPermanentRefusal: boolean;
}

/** Only this many characters are classified. */
const textLimit = 4_096;

const quoting = String.raw`\b(?:said|says|response|responded|replied|returned|reply|result|failed|refused to talk to me)\W{1,4}(?:smtp\W)?`;
const quotedRefusal = new RegExp(String.raw`${quoting}5[0-5]\d\b|\b5[0-5]\d[ -]#?5\.\d{1,3}\.\d{1,3}\b`);
const quotation = new RegExp(String.raw`${quoting}[45][0-5]\d\b|\b[45][0-5]\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b`);

const enhancedCode = /(?<![\d.])#?[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/g;
const url = /\b(?:https?|ftp|mailto):[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/g;
const address = /[^\s<>()[\],;:"'|@]{1,128}@[^\s<>()[\],;:"'|@]{1,255}/g;
const ipAddress = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.]*\d)|\[[0-9a-f:.]*:[0-9a-f:.]*\]/g;
/** At least three labels, or two with a common top-level domain. `resolver.…` is an error of Microsoft Exchange. */
const host =
  /(?<![\p{L}\p{N}_.-])(?!resolver\.)(?:(?:[\p{L}\p{N}_-]{1,63}\.){2,12}\p{L}{2,24}|[\p{L}\p{N}_-]{1,63}\.(?:com|net|org|edu|gov|info|biz))(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?/gu;

/**
 * Extracts from a reply what the rules need. `quoted: 'cut'` removes quotations of other servers. `vocabulary` is the
 * set of words that occur in phrases.
 */
export function replyTextOf(
  reply: SmtpReply,
  own: SessionNames,
  options: { quoted: 'keep' | 'cut'; vocabulary: ReadonlySet<string> },
): ReplyText {
  const whole = textOf(reply);
  const masked = maskAddresses(whole, own);
  const cut = options.quoted === 'cut' ? masked.search(quotation) : -1;
  const { text: textWithHosts, ...mentions } = redactEchoes(cut < 0 ? whole : whole.slice(0, cut), own);
  const anonymous = [url, address, ipAddress, host].reduce(
    (rest, pattern) => rest.replace(pattern, redactionMark),
    textWithHosts,
  );
  const nameless = redactLocalParts(anonymous, own, options.vocabulary);
  const ownWords = nameless.replace(enhancedCode, ' ').replaceAll(redactionMark, ' ');
  return {
    words: wordsOf(ownWords.replaceAll(recipientMark, ' ')),
    wordsAndEchoes: wordsOf(ownWords.replaceAll(recipientMark, ` ${echoWord} `)),
    textWithHosts,
    ...mentions,
    mentionsRecipient: mentions.mentionsRecipient || nameless !== anonymous,
    namesOthers: nameless.includes(redactionMark),
    quotesPermanentRefusal: quotedRefusal.test(masked),
  };
}

/** Masks our addresses, keeping the length: one such as reply@550.example.com looks like a quoted refusal. */
function maskAddresses(text: string, { recipient = '', sender = '' }: SessionNames): string {
  return [recipient, sender]
    .map(fold)
    .filter((own) => own !== '')
    .reduce((rest, own) => rest.replaceAll(own, '_'.repeat(own.length)), text);
}

/** Joins all lines, decoded and folded. */
function textOf(reply: SmtpReply): string {
  const folded = fold(reply.lines.join(' ').slice(0, textLimit)).slice(0, textLimit);
  return decode(folded).replaceAll(redactionMark, ' ').replaceAll(recipientMark, ' ');
}
