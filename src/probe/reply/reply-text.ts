import type { SmtpReply } from '../../ports.ts';
import { decode, gone, goneRecipient, type OwnWords, withoutEchoes, withoutNames } from './echoes.ts';
import { echo, fold, wordsOf } from './words.ts';

/** What a reply says, and names, once everything that merely repeats our own words is gone. */
export interface ReplyText {
  /** See `wordsOf`. Without addresses, hosts, URLs and enhanced codes. */
  readonly words: readonly string[];
  /** The same, with `echo` wherever the recipient was repeated. */
  readonly wordsAndEchoes: readonly string[];
  /** Folded, without what we said ourselves but with other hosts and URLs: tells providers and block lists. */
  readonly named: string;
  readonly mentionsRecipient: boolean;
  readonly mentionsSender: boolean;
  /** By our HELO name. */
  readonly mentionsClient: boolean;
  /** Names an address, a host, a URL or an IP that is not the recipient. */
  readonly namesOthers: boolean;
  /** A refusal by a server further on is quoted inside: "… said: 550 5.1.1 …". */
  readonly quotesPermanentRefusal: boolean;
}

/** Longer texts are hostile or chatter; what a reply means is said before. */
const textLimit = 4_096;

const quoting = String.raw`\b(?:said|says|response|responded|replied|returned|reply|result|failed|refused to talk to me)\W{1,4}(?:smtp\W)?`;
const quotedRefusal = new RegExp(String.raw`${quoting}5[0-5]\d\b|\b5[0-5]\d[ -]#?5\.\d{1,3}\.\d{1,3}\b`);
const quotation = new RegExp(String.raw`${quoting}[45][0-5]\d\b|\b[45][0-5]\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b`);

const enhancedCode = /(?<![\d.])#?[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/g;
const url = /\b(?:https?|ftp|mailto):[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+/g;
const address = /[^\s<>()[\],;:"'|@]{1,128}@[^\s<>()[\],;:"'|@]{1,255}/g;
const ipAddress = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.]*\d)|\[[0-9a-f:.]*:[0-9a-f:.]*\]/g;
/** Three labels or more, or two of which the second can hardly begin a sentence. Exchange names its errors so, too. */
const host =
  /(?<![\p{L}\p{N}_.-])(?!resolver\.)(?:(?:[\p{L}\p{N}_-]{1,63}\.){2,12}\p{L}{2,24}|[\p{L}\p{N}_-]{1,63}\.(?:com|net|org|edu|gov|info|biz))(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?/gu;

/**
 * Reads the text of a reply. `quoted: 'cut'` leaves out what a server further on is quoted with. `vocabulary`:
 * the words that phrases are made of.
 */
export function replyTextOf(
  reply: SmtpReply,
  own: OwnWords,
  options: { quoted: 'keep' | 'cut'; vocabulary: ReadonlySet<string> },
): ReplyText {
  const whole = textOf(reply);
  const masked = withoutOwnAddresses(whole, own);
  const cut = options.quoted === 'cut' ? masked.search(quotation) : -1;
  const { text: named, ...mentions } = withoutEchoes(cut < 0 ? whole : whole.slice(0, cut), own);
  const anonymous = [url, address, ipAddress, host].reduce(
    (rest, pattern) => rest.replace(pattern, gone),
    named,
  );
  const nameless = withoutNames(anonymous, own, options.vocabulary);
  const spoken = nameless.replace(enhancedCode, ' ').replaceAll(gone, ' ');
  return {
    words: wordsOf(spoken.replaceAll(goneRecipient, ' ')),
    wordsAndEchoes: wordsOf(spoken.replaceAll(goneRecipient, ` ${echo} `)),
    named,
    ...mentions,
    mentionsRecipient: mentions.mentionsRecipient || nameless !== anonymous,
    namesOthers: nameless.includes(gone),
    quotesPermanentRefusal: quotedRefusal.test(masked),
  };
}

/** Of the same length. An address such as reply@550.example.com looks like a quoted refusal. */
function withoutOwnAddresses(text: string, { recipient = '', sender = '' }: OwnWords): string {
  return [recipient, sender]
    .map(fold)
    .filter((own) => own !== '')
    .reduce((rest, own) => rest.replaceAll(own, '_'.repeat(own.length)), text);
}

/** All lines as one, decoded and folded. */
function textOf(reply: SmtpReply): string {
  const folded = fold(reply.lines.join(' ').slice(0, textLimit)).slice(0, textLimit);
  return decode(folded).replaceAll(gone, ' ').replaceAll(goneRecipient, ' ');
}
