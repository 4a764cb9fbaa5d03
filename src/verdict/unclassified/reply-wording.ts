import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { lexicon } from '../../probe/reply/claims.ts';
import { parseEnhancedCode } from '../../probe/reply/enhanced-status-code.ts';
import type { Stage } from '../../probe/reply/meanings.ts';
import { decodeEscapes, replyTextOf } from '../../probe/reply/reply-text.ts';
import { echoWord, fold, isUnspaced, sentenceEnd } from '../../probe/reply/words.ts';
import { recipientDomain } from '../../probe/session/probe-request.ts';

/** What a reply says, in a form that many replies share. */
export interface ReplyWording {
  readonly stage: Stage;
  readonly code: number;
  /** Such as `5.0.0`; null without one. */
  readonly enhancedCode: string | null;
  /**
   * The words in lower case, without accents and punctuation. `…` stands for an address, a host, an id, or words that
   * mailproof does not know; `#` for a number. At most 160 characters.
   */
  readonly text: string;
}

const maxTextLength = 160;
/** No word of a language written with spaces is longer, except in jest. */
const maxWordLength = 20;
/** Of a script without spaces, a sentence is one word. */
const maxUnspacedLength = 60;
/** Shorter parts of names are found in ordinary words. */
const minPartLength = 4;

const nameMark = '…';
const numberMark = '#';

interface AskedNames {
  readonly recipient: string;
  /** Our envelope sender, and our name in EHLO. */
  readonly sender: string;
  readonly helo: string;
}

/**
 * Returns what a reply about a recipient says, without the address, our sender and our HELO name, other addresses and
 * hosts, and numbers. Names of people and secrets are words like any other: before the text may be shown, several domains
 * must have said it, or `knownWordsOf` must have left only words that are known.
 */
export function wordingOf(
  reply: SmtpReply,
  { stage, ...asked }: AskedNames & { readonly stage: Stage },
): ReplyWording {
  const enhanced = parseEnhancedCode(reply);
  return {
    stage,
    code: reply.code,
    enhancedCode: enhanced === undefined ? null : `${enhanced.class}.${enhanced.subject}.${enhanced.detail}`,
    text: textOf(reply, asked),
  };
}

/** Returns the wording with only those words that occur in the phrases by which replies are recognised. */
export function knownWordsOf(wording: ReplyWording): ReplyWording {
  const words = wording.text.split(' ').filter((word) => word !== '');
  const marked = words.map((word) => (word === numberMark || isKnown(word) ? word : nameMark));
  return { ...wording, text: withoutRepeatedMarks(marked).join(' ') };
}

function textOf({ code, lines }: SmtpReply, asked: AskedNames): string {
  const visible = {
    code,
    // Characters that are not seen may hide a name, such as a soft hyphen within it.
    lines: lines.map((line) => line.replace(/\p{Cf}+/gu, '').replace(/[\p{C}\p{Z}]+/gu, ' ')),
  };
  const { echoed } = replyTextOf(visible, asked, { quoted: 'keep' });
  const names = namesIn(asked.recipient);
  const marked = withWholeSentences(echoed.words)
    .filter((word) => word !== sentenceEnd)
    .map((word) => (isName(word, names) ? nameMark : /\p{N}/u.test(word) ? numberMark : word));
  // Single letters in a row spell something.
  const together = marked.map((word, index) =>
    isLetter(word) && (isLetter(marked[index - 1]) || isLetter(marked[index + 1])) ? nameMark : word,
  );
  if (spells(together, names)) return `${nameMark} (names the recipient)`;
  const text = withoutRepeatedMarks(together).join(' ');
  return text.length <= maxTextLength ? text : text.slice(0, text.lastIndexOf(' ', maxTextLength));
}

/** Joins the characters of a script without spaces, each of which is a word for the classification. */
function withWholeSentences(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && isUnspaced(last) && isUnspaced(word)) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}

/** Whether a word occurs in a phrase. Of a script without spaces, single characters would tell names. */
function isKnown(word: string): boolean {
  return lexicon().vocabulary.has(word) && !isUnspaced(word);
}

function withoutRepeatedMarks(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => !isMark(word) || word !== words[index - 1]);
}

/** The recipient, as letters and numbers alone. */
interface RecipientNames {
  readonly local: string;
  readonly domain: string;
  /** What both are made of. */
  readonly parts: readonly string[];
}

function namesIn(recipient: string): RecipientNames {
  const folded = decodeEscapes(fold(recipient));
  const domain = recipientDomain(folded);
  const local = folded.slice(0, Math.max(0, folded.length - domain.length - 1));
  const parts = folded.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1);
  return { local: squeeze(local), domain: squeeze(domain), parts };
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether words that were left spell a name of the recipient, forwards or backwards, with whatever between the letters. */
function spells(words: readonly string[], { local, domain, parts }: RecipientNames): boolean {
  const names = [local, domain, ...parts].filter((name) => name.length > minPartLength && !isKnown(name));
  const left = words.filter((word) => !isMark(word));
  return [left, left.filter((word) => !isKnown(word))].some((some) => {
    const text = squeeze(some.join(''));
    const backwards = [...text].reverse().join('');
    return names.some((name) => text.includes(name) || backwards.includes(name));
  });
}

function isName(word: string, { local, domain, parts }: RecipientNames): boolean {
  if (word === echoWord || word.length > (isUnspaced(word) ? maxUnspacedLength : maxWordLength)) return true;
  if (isKnown(word)) return false;
  if (parts.includes(word)) return true;
  if (word.length >= minPartLength && (local.includes(word) || domain.includes(word))) return true;
  return parts.some((part) => part.length >= minPartLength && word.includes(part));
}

function isLetter(word: string | undefined): boolean {
  return word !== undefined && /^\p{L}$/u.test(word) && !isUnspaced(word);
}

function isMark(word: string): boolean {
  return word === nameMark || word === numberMark;
}
