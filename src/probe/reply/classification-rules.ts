import {
  absenceGrammars,
  busyGrammars,
  type ClaimGrammar,
  disablementGrammars,
  noSuchMailboxPhrases,
} from './claim-grammars.ts';
import { type CodeMeaning, enhancedCodeMeanings } from './code-meanings.ts';
import type { EnhancedStatusCode } from './enhanced-status-code.ts';
import type { Classification, Meaning, Stage } from './meanings.ts';
import { ClaimSet, PhraseSet } from './phrase-match.ts';
import * as phrases from './phrases.ts';
import type { ProviderReply } from './provider-replies.ts';
import type { ReplyText } from './reply-text.ts';

/** A refusal, parsed for the rules. */
export interface Refusal {
  readonly stage: Stage;
  readonly provider: string | undefined;
  readonly code: number;
  readonly permanent: boolean;
  /** Also undefined if the refusal carries a 2.x.x code. */
  readonly enhanced: EnhancedStatusCode | undefined;
  readonly text: ReplyText;
}

/** Classifies a refusal by one kind of evidence. Undefined if the refusal has none of it. */
export type Rule = (refusal: Refusal) => Classification | undefined;

/** A meaning that the reply states. */
export function explicit(meaning: Meaning): Classification {
  return { meaning, certainty: 'explicit' };
}

/** A meaning that is only the most likely one. */
export function weak(meaning: Meaning): Classification {
  return { meaning, certainty: 'weak' };
}

/** The stages at which a meaning is possible; any stage if it is not listed. */
const stagesOf: Partial<Record<Meaning, readonly Stage[]>> = {
  'mailbox-not-found': ['rcpt'],
  'mailbox-disabled': ['rcpt'],
  'mailbox-full': ['rcpt'],
  'mailbox-busy': ['rcpt'],
  'verification-pending': ['rcpt'],
  'too-many-recipients': ['rcpt'],
  greylisted: ['mail', 'rcpt'],
  'sender-refused': ['mail', 'rcpt'],
  'policy-refused': ['mail', 'rcpt'],
  'smtputf8-required': ['mail', 'rcpt'],
  'tls-required': ['hello', 'mail', 'rcpt'],
};

/** Returns whether a reply at this stage can have the meaning. */
function fits(meaning: Meaning, stage: Stage): boolean {
  return stagesOf[meaning]?.includes(stage) ?? true;
}

// ---------------------------------------------------------------------------------------------------- words

/** A rule for the phrases of one group. */
export function phraseRule(group: phrases.PhraseGroup): Rule {
  const phrases = new PhraseSet(group.phrases);
  const { meaning, certainty } = group;
  return ({ stage, text }) =>
    fits(meaning, stage) && phrases.isIn(text.words) ? { meaning, certainty } : undefined;
}

/** A rule for block lists and reputation. A server may also call the mailbox "blocked". */
export function blockListRule(): Rule {
  const unrelated = new PhraseSet(phrases.unrelatedBlocking);
  const blocking = new PhraseSet(phrases.blocking.phrases);
  return ({ text }) =>
    blocking.isIn(unrelated.removeFrom(text.words)) || mentionsBlockList(text.textWithHosts)
      ? explicit(phrases.blocking.meaning)
      : undefined;
}

function mentionsBlockList(text: string): boolean {
  return phrases.blockListDomains.some((domain) => {
    const at = text.indexOf(domain);
    return (
      at >= 0 &&
      !/[\p{L}\p{N}-]$/u.test(text.slice(0, at)) &&
      !/^[\p{L}\p{N}-]/u.test(text.slice(at + domain.length))
    );
  });
}

/**
 * A rule for recipient callouts. After a permanent refusal the callout has ended, so a retry within seconds is useless.
 */
export function calloutRule(): Rule {
  const words = phraseRule(phrases.calloutWords);
  return (refusal) =>
    refusal.stage === 'rcpt' && refusal.text.quotesPermanentRefusal
      ? { ...explicit('temporary-failure'), reach: 'recipient' }
      : words(refusal);
}

/** A rule for sendmail's refusals to relay. */
export function relayRule(): Rule {
  const refusals = new PhraseSet(phrases.relayRefusals);
  const reasons = new PhraseSet(phrases.relayReasons);
  return ({ text: { words } }) =>
    refusals.isIn(words) && reasons.isIn(words) ? explicit('not-responsible') : undefined;
}

/** A rule for mailboxes that receive too much. If the reply says from whom, the limit is on us. */
export function mailboxBusyRule(): Rule {
  const known = phraseRule(phrases.mailboxBusy);
  const composed = busyGrammars.map((grammar) => new ClaimSet(grammar));
  return (refusal) => {
    const { words, wordsAndEchoes } = refusal.text;
    if (refusal.stage !== 'rcpt' || namesSource(words)) return undefined;
    return composed.some((claims) => claims.isIn(wordsAndEchoes)) ? explicit('mailbox-busy') : known(refusal);
  };
}

/** True for "from your server", but not for "prevents messages from being delivered". */
function namesSource(words: readonly string[]): boolean {
  return words.some((word, at) => word === 'from' && words[at + 1] !== 'being');
}

/** A rule for "try again later", which means greylisting unless the code gives another reason. */
export function retryLaterRule(): Rule {
  const words = phraseRule(phrases.retryLater);
  const withoutReason = ['0.0', '2.0', '7.0', '7.1'];
  return (refusal) => {
    const { code, enhanced } = refusal;
    const hasOtherReason =
      enhanced !== undefined && !withoutReason.includes(`${enhanced.subject}.${enhanced.detail}`);
    return code === 421 || hasOtherReason ? undefined : words(refusal);
  };
}

/** Reply codes about the command or authentication. The words beside them are never about a mailbox. */
const protocolCodes: readonly number[] = [502, 503, 504, 521, 530, 534, 535, 538, 555, 556];

/** Limits a rule to refusals of RCPT. The result is weak if a 5xx reply carries a 4.x.x code. */
function aboutRecipient(rule: Rule): Rule {
  return (refusal) => {
    if (refusal.stage !== 'rcpt' || protocolCodes.includes(refusal.code)) return undefined;
    const classification = rule(refusal);
    return classification !== undefined && refusal.enhanced?.class === 4
      ? weak(classification.meaning)
      : classification;
  };
}

/** A rule for statements that the mailbox is disabled. */
export function disabledRule(): Rule {
  return claimRule('mailbox-disabled', phrases.disabled.phrases, disablementGrammars);
}

/** A rule for statements that the mailbox does not exist. */
export function notFoundRule(): Rule {
  return claimRule(
    'mailbox-not-found',
    [...phrases.notFound.phrases, ...noSuchMailboxPhrases],
    absenceGrammars,
  );
}

function claimRule(meaning: Meaning, listed: readonly string[], grammars: readonly ClaimGrammar[]): Rule {
  const known = new PhraseSet(listed);
  const composed = grammars.map((grammar) => new ClaimSet(grammar));
  return aboutRecipient(({ text: { words, wordsAndEchoes } }) =>
    known.isIn(words) || composed.some((claims) => claims.isIn(wordsAndEchoes))
      ? explicit(meaning)
      : undefined,
  );
}

/** A rule for words that usually, but not always, mean that the mailbox does not exist. */
export function possiblyNotFoundRule(): Rule {
  const words = aboutRecipient(phraseRule(phrases.possiblyNotFound));
  return (refusal) => (refusal.enhanced?.class === 4 ? undefined : words(refusal));
}

/** A rule for refusals of RCPT without an explanation: then the codes 550 and 552 (RFC 5321 §4.2.3) decide. */
export const bareRefusalRule: Rule = (refusal) => {
  if (refusal.stage !== 'rcpt' || !isWordless(refusal)) return undefined;
  if (refusal.code === 550) return weak('mailbox-not-found');
  return refusal.code === 552 ? weak('mailbox-full') : undefined;
};

const bareRefusals = new Set(phrases.bareRefusals);

/** Returns whether neither words nor an enhanced status code say anything. Words that cannot be decoded may say much. */
export function isWordless({ enhanced, text }: Refusal): boolean {
  if (text.namesOthers || text.textWithHosts.includes('\uFFFD')) return false;
  if (enhanced !== undefined && enhanced.subject > 0) return false;
  const lettered = text.words.filter((word) => /\p{L}/u.test(word));
  return lettered.length === 0 || bareRefusals.has(lettered.join(' '));
}

// -------------------------------------------------------------------------------------------------- providers

/** A rule for the replies of particular providers. The first row that matches counts. */
export function providerRule(rows: readonly ProviderReply[]): Rule {
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
  return signs?.some((sign) => text.textWithHosts.includes(sign)) ?? false;
}

function sameCode(
  expected: { subject: number; detail: number },
  actual: EnhancedStatusCode | undefined,
): boolean {
  return actual?.subject === expected.subject && actual.detail === expected.detail;
}

// ------------------------------------------------------------------------------------------------------ codes

/** Which rows of the code table to use: those that decide on their own, those that are not weak, or all. */
type Rows = 'decisive' | 'explicit' | 'all';

/** A rule for enhanced status codes. A 4.x.x code in a 5xx reply counts as transient, to be on the safe side. */
export function enhancedCodeRule(rows: Rows): Rule {
  return ({ stage, code, enhanced, permanent }) => {
    if (enhanced === undefined || stage === 'starttls') return undefined;
    const row = enhancedCodeMeanings.find(
      (candidate) =>
        candidate.class === (permanent ? enhanced.class : 4) &&
        candidate.subject === enhanced.subject &&
        covers(candidate.detail, enhanced.detail) &&
        fits(candidate.meaning, stage),
    );
    if (row === undefined || !isUsed(row, rows, stage)) return undefined;
    // With 421 the server closes the connection: it has not looked at the recipient.
    if (code === 421 && row.meaning === 'greylisted') return undefined;
    const { meaning, certainty = 'explicit', reach } = row;
    return reach === undefined ? { meaning, certainty } : { meaning, certainty, reach };
  };
}

function isUsed(row: CodeMeaning, rows: Rows, stage: Stage): boolean {
  if (rows === 'decisive') return row.decisive === true;
  return row.certainty === undefined || (rows === 'all' && stage === 'rcpt');
}

/** Returns whether the row's detail, or its range of details, includes the value. */
function covers(detail: CodeMeaning['detail'], value: number): boolean {
  return typeof detail === 'number' ? detail === value : value >= detail[0] && value <= detail[1];
}

/** 503 is about the order of commands, whatever the words name: Exim says "sender already given". */
export const sequenceRule: Rule = (refusal) =>
  refusal.code === 503 && !isWordless(refusal) ? explicit('unexpected') : undefined;

/** In a reply to MAIL, a code about an address is about our sender. */
export const senderCodeRule: Rule = ({ stage, enhanced }) =>
  stage === 'mail' && enhanced?.class === 5 && enhanced.subject === 1
    ? explicit('sender-refused')
    : undefined;
