import { absence, type ClaimGrammar, disablement, placedNowhere } from './claim-grammars.ts';
import { type CodeMeaning, enhancedCodeMeanings } from './code-meanings.ts';
import type { EnhancedStatusCode } from './enhanced-status-code.ts';
import type { Classification, Meaning, Stage } from './meanings.ts';
import { ClaimSet, PhraseSet } from './phrase-match.ts';
import * as phrases from './phrases.ts';
import type { ProviderReply } from './provider-replies.ts';
import type { ReplyText } from './reply-text.ts';

/** A refusal, taken apart. */
export interface Refusal {
  readonly stage: Stage;
  readonly provider: string | undefined;
  readonly code: number;
  readonly permanent: boolean;
  /** Absent, too, where a refusal carries a code of success. */
  readonly enhanced: EnhancedStatusCode | undefined;
  readonly text: ReplyText;
}

/** What one kind of refusal says; nothing where it is silent. */
export type Reader = (refusal: Refusal) => Classification | undefined;

export function explicit(meaning: Meaning): Classification {
  return { meaning, certainty: 'explicit' };
}

export function weak(meaning: Meaning): Classification {
  return { meaning, certainty: 'weak' };
}

/** Meanings that only some stages can have; the others fit everywhere. */
const stagesOf: Partial<Record<Meaning, readonly Stage[]>> = {
  'mailbox-not-found': ['rcpt'],
  'mailbox-disabled': ['rcpt'],
  'mailbox-full': ['rcpt'],
  'verification-pending': ['rcpt'],
  'too-many-recipients': ['rcpt'],
  greylisted: ['mail', 'rcpt'],
  'sender-refused': ['mail', 'rcpt'],
  'policy-refused': ['mail', 'rcpt'],
  'smtputf8-required': ['mail', 'rcpt'],
  'tls-required': ['hello', 'mail', 'rcpt'],
};

function fits(meaning: Meaning, stage: Stage): boolean {
  return stagesOf[meaning]?.includes(stage) ?? true;
}

// ---------------------------------------------------------------------------------------------------- words

/** Reads the words of one group. */
export function says(group: phrases.PhraseGroup): Reader {
  const phrases = new PhraseSet(group.phrases);
  const { meaning, certainty } = group;
  return ({ stage, text }) =>
    fits(meaning, stage) && phrases.isIn(text.words) ? { meaning, certainty } : undefined;
}

/** Block lists and reputation; "blocked" may also be said of the mailbox. */
export function saysBlocked(): Reader {
  const unrelated = new PhraseSet(phrases.blockingUnrelated);
  const blocking = new PhraseSet(phrases.blocking.phrases);
  return ({ text }) =>
    blocking.isIn(unrelated.strikeFrom(text.words)) || namesBlockList(text.named)
      ? explicit(phrases.blocking.meaning)
      : undefined;
}

function namesBlockList(named: string): boolean {
  return phrases.blockListDomains.some((domain) => {
    const at = named.indexOf(domain);
    return (
      at >= 0 &&
      !/[\p{L}\p{N}-]$/u.test(named.slice(0, at)) &&
      !/^[\p{L}\p{N}-]/u.test(named.slice(at + domain.length))
    );
  });
}

/** A callout whose answer was permanent is over: asking again in seconds would not change it. */
export function saysCallout(): Reader {
  const words = says(phrases.calloutWords);
  return (refusal) =>
    refusal.stage === 'rcpt' && refusal.text.quotesPermanentRefusal
      ? explicit('temporary-failure')
      : words(refusal);
}

/** "Try again later" is greylisting, unless the code gives another reason. */
export function saysRetryLater(): Reader {
  const words = says(phrases.retryLater);
  const open = ['0.0', '2.0', '7.0', '7.1'];
  return (refusal) => {
    const { code, enhanced } = refusal;
    const reasonGiven = enhanced !== undefined && !open.includes(`${enhanced.subject}.${enhanced.detail}`);
    return code === 421 || reasonGiven ? undefined : words(refusal);
  };
}

/** Replies about the command or the login: whatever their words, they do not speak of a mailbox. */
const protocolCodes: readonly number[] = [502, 503, 504, 521, 530, 534, 535, 538, 555, 556];

/** Words about the recipient, believed less where the enhanced code contradicts the reply code. */
function ofRecipient(reader: Reader): Reader {
  return (refusal) => {
    if (refusal.stage !== 'rcpt' || protocolCodes.includes(refusal.code)) return undefined;
    const classification = reader(refusal);
    return classification !== undefined && refusal.enhanced?.class === 4
      ? weak(classification.meaning)
      : classification;
  };
}

export function saysDisabled(): Reader {
  return saysClaim('mailbox-disabled', phrases.disabled.phrases, disablement);
}

export function saysNotFound(): Reader {
  return saysClaim('mailbox-not-found', [...phrases.notFound.phrases, ...placedNowhere], absence);
}

function saysClaim(meaning: Meaning, listed: readonly string[], grammars: readonly ClaimGrammar[]): Reader {
  const known = new PhraseSet(listed);
  const composed = grammars.map((grammar) => new ClaimSet(grammar));
  return ofRecipient(({ text: { words, wordsAndEchoes } }) =>
    known.isIn(words) || composed.some((claims) => claims.isIn(wordsAndEchoes))
      ? explicit(meaning)
      : undefined,
  );
}

export function saysPerhapsNotFound(): Reader {
  const words = ofRecipient(says(phrases.perhapsNotFound));
  return (refusal) => (refusal.enhanced?.class === 4 ? undefined : words(refusal));
}

/** Nothing is said but that RCPT was refused: 550 and 552 (RFC 5321 §4.2.3) then stand for themselves. */
export function saysNothing(): Reader {
  const bare = new Set(phrases.bareRefusals);
  return ({ stage, code, enhanced, text }) => {
    const said = text.words.filter((word) => /\p{L}/u.test(word));
    const silent = !text.namesOthers && (said.length === 0 || bare.has(said.join(' ')));
    if (stage !== 'rcpt' || !silent || (enhanced !== undefined && enhanced.subject > 0)) return undefined;
    if (code === 550) return weak('mailbox-not-found');
    return code === 552 ? weak('mailbox-full') : undefined;
  };
}

// -------------------------------------------------------------------------------------------------- providers

export function byProvider(rows: readonly ProviderReply[]): Reader {
  const known = rows.map((row) => ({ row, words: new PhraseSet(row.words ?? []) }));
  return (refusal) => {
    if (refusal.stage !== 'rcpt') return undefined;
    const { code, enhanced, text } = refusal;
    return known.find(
      ({ row, words }) =>
        row.codes.includes(code) &&
        isFrom(row, refusal) &&
        (row.enhanced === undefined || sameCode(row.enhanced, enhanced)) &&
        (row.words === undefined || words.isIn(text.words)),
    )?.row.classification;
  };
}

function isFrom({ providers, signs }: ProviderReply, { provider, text }: Refusal): boolean {
  if (providers === undefined) return true;
  if (provider !== undefined && providers.includes(provider)) return true;
  return signs?.some((sign) => text.named.includes(sign)) ?? false;
}

function sameCode(
  wanted: { subject: number; detail: number },
  given: EnhancedStatusCode | undefined,
): boolean {
  return given?.subject === wanted.subject && given.detail === wanted.detail;
}

// ------------------------------------------------------------------------------------------------------ codes

/** Which rows of the code table are asked: those that settle the matter, those that tell, or all. */
type Rows = 'decisive' | 'telling' | 'all';

/** A permanent refusal with a transient enhanced code is read by that code: the less final of the two. */
export function byEnhancedCode(rows: Rows): Reader {
  return ({ stage, code, enhanced, permanent }) => {
    if (enhanced === undefined || stage === 'starttls' || stage === 'reset') return undefined;
    const row = enhancedCodeMeanings.find(
      (candidate) =>
        candidate.class === (permanent ? enhanced.class : 4) &&
        candidate.subject === enhanced.subject &&
        covers(candidate.detail, enhanced.detail) &&
        fits(candidate.meaning, stage),
    );
    if (row === undefined || !isAsked(row, rows, stage)) return undefined;
    // The server hangs up: it has not looked at the recipient.
    if (code === 421 && row.meaning === 'greylisted') return undefined;
    return { meaning: row.meaning, certainty: row.certainty ?? 'explicit' };
  };
}

function isAsked(row: CodeMeaning, rows: Rows, stage: Stage): boolean {
  if (rows === 'decisive') return row.decisive === true;
  return row.certainty === undefined || (rows === 'all' && stage === 'rcpt');
}

function covers(detail: CodeMeaning['detail'], value: number): boolean {
  return typeof detail === 'number' ? detail === value : value >= detail[0] && value <= detail[1];
}

/** At MAIL every address is our sender's. */
export const senderByCode: Reader = ({ stage, enhanced }) =>
  stage === 'mail' && enhanced?.class === 5 && enhanced.subject === 1
    ? explicit('sender-refused')
    : undefined;
