import { onFirstUse } from '../../first-use.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { absenceGrammars, busyGrammars, disablementGrammars } from './claim-grammars.ts';
import {
  bareRefusalRule,
  blockListRule,
  calloutRule,
  disabledRule,
  enhancedCodeRule,
  explicit,
  isWordless,
  mailboxBusyRule,
  notFoundRule,
  phraseRule,
  possiblyNotFoundRule,
  providerRule,
  type Refusal,
  type Rule,
  relayRule,
  retryLaterRule,
  senderCodeRule,
  sequenceRule,
  weak,
} from './classification-rules.ts';
import { replyCodeMeanings } from './code-meanings.ts';
import type { SessionNames } from './echoes.ts';
import { parseEnhancedCode } from './enhanced-status-code.ts';
import type { Classification, Meaning, Stage } from './meanings.ts';
import { PhraseSet, vocabularyOf } from './phrase-match.ts';
import * as phrases from './phrases.ts';
import { providerRepliesAboutRecipient, providerRepliesAboutUs } from './provider-replies.ts';
import { type ReplyText, replyTextOf } from './reply-text.ts';

/** The step that a reply answers, and the names that we sent before. Servers repeat them, so they prove nothing. */
export interface ReplyContext extends SessionNames {
  readonly stage: Stage;
  /** The address in RCPT TO. */
  readonly recipient?: string;
  /** Our envelope sender (MAIL FROM). */
  readonly sender?: string;
  /** Our name in EHLO. */
  readonly helo?: string;
  /** Id of the exchange's provider if known: 'microsoft-365', 'qq', … */
  readonly provider?: string;
}

/**
 * Classifies a reply by its stage, its code, its enhanced status code and its text. Pure and total.
 *
 * Statements about us, our sender, the server or a temporary condition are looked for first. A mailbox is classified as
 * missing or disabled only by a permanent refusal of RCPT (RFC 5321 §4.2.1) without any such statement, because calling
 * an existing mailbox invalid is the costliest error. Positive replies to commands other than RCPT are
 * `no-information`; 3xx and codes outside 200 to 599 are `unexpected`.
 */
export function classify(reply: SmtpReply, context: ReplyContext): Classification {
  const { code } = reply;
  if (code >= 200 && code < 300) return classifyPositive(code, context.stage);
  if (code < 400 || code >= 600) return weak('unexpected');
  const refusal = refusalOf(reply, context);
  const classification = refusal.permanent ? classifyPermanent(refusal) : classifyTransient(refusal);
  return {
    ...classification,
    ...(isAboutDomain(refusal, classification) && { reach: 'domain' }),
    ...(isWordless(refusal) && { wordless: true }),
  };
}

function refusalOf(reply: SmtpReply, context: ReplyContext): Refusal {
  const permanent = reply.code >= 500;
  const enhanced = parseEnhancedCode(reply);
  return {
    stage: context.stage,
    provider: context.provider,
    code: reply.code,
    permanent,
    enhanced: enhanced?.class === 2 ? undefined : enhanced,
    // A transient refusal may quote another server's reply to a callout: those words are not about our recipient. In a
    // permanent refusal, the quotation may be the reason why the recipient could not be verified.
    text: replyTextOf(reply, context, { quoted: permanent ? 'keep' : 'cut', vocabulary: replyVocabulary() }),
  };
}

function classifyPositive(code: number, stage: Stage): Classification {
  if (stage !== 'rcpt') return explicit('no-information');
  if (code === 250 || code === 251) return explicit('accepted');
  return code === 252 ? explicit('no-information') : weak('unexpected');
}

function classifyTransient(refusal: Refusal): Classification {
  const { stage, code } = refusal;
  const classification = first(transientRules, refusal);
  if (classification !== undefined) return classification;
  const unexplained = weak(lookUp(replyCodeMeanings.transient, code) ?? 'temporary-failure');
  // RFC 5321 §4.2.3: 450 is about the mailbox, 451 and 452 are about the server.
  return stage === 'rcpt' && code === 450 ? { ...unexplained, reach: 'recipient' } : unexplained;
}

function classifyPermanent(refusal: Refusal): Classification {
  const { stage, code, text } = refusal;
  const classification = first(permanentRules, refusal) ?? weak(permanentByStage(stage, code));
  return isAboutMailbox(classification.meaning)
    ? { ...classification, ...meaningBySubject(text, classification) }
    : classification;
}

/** At other stages, the server does not know yet whom we ask about. */
function isAboutDomain({ stage, text }: Refusal, { meaning }: Classification): boolean {
  return stage === 'rcpt' && (meaning === 'not-responsible' || domainPhrases.isIn(text.words));
}

/** A refusal that names us, and not the recipient, is not about the recipient. */
function meaningBySubject(text: ReplyText, { meaning }: Classification): Pick<Classification, 'meaning'> {
  if (text.mentionsRecipient) return { meaning };
  if (text.mentionsSender) return { meaning: 'sender-refused' };
  return { meaning: text.mentionsClient ? 'policy-refused' : meaning };
}

function isAboutMailbox(meaning: Meaning): boolean {
  return meaning === 'mailbox-not-found' || meaning === 'mailbox-disabled' || meaning === 'mailbox-full';
}

function permanentByStage(stage: Stage, code: number): Meaning {
  switch (stage) {
    case 'greeting':
      return lookUp(replyCodeMeanings.greeting, code) ?? 'client-blocked';
    case 'hello':
      return lookUp(replyCodeMeanings.hello, code) ?? 'client-blocked';
    case 'mail':
      return lookUp(replyCodeMeanings.mail, code) ?? 'sender-refused';
    case 'rcpt':
      return lookUp(replyCodeMeanings.rcpt, code) ?? 'policy-refused';
    case 'starttls':
    case 'reset':
      return 'unexpected';
  }
}

function lookUp(table: Readonly<Record<number, Meaning>>, code: number): Meaning | undefined {
  return table[code];
}

function first(rules: readonly Rule[], refusal: Refusal): Classification | undefined {
  for (const rule of rules) {
    const classification = rule(refusal);
    if (classification !== undefined) return classification;
  }
  return undefined;
}

const domainPhrases = new PhraseSet(phrases.aboutDomain);
const tlsRequired = phraseRule(phrases.tlsRequired);
const smtpUtf8Required = phraseRule(phrases.smtpUtf8Required);
const providerRefusal = providerRule(providerRepliesAboutUs);
const greylisted = phraseRule(phrases.greylisting);
const blocked = blockListRule();
const tooManyMissing = phraseRule(phrases.tooManyMissing);
const mailboxBusy = mailboxBusyRule();
const sessionLimit = phraseRule(phrases.sessionLimit);
const rateLimited = phraseRule(phrases.rateLimiting);
const tooManyRecipients = phraseRule(phrases.tooManyRecipients);
const tooManyOfSomething = phraseRule(phrases.tooManyOfSomething);
const ourSender = phraseRule(phrases.ourSender);
const relayRefused = relayRule();
const ourClient = phraseRule(phrases.ourClient);
const authenticationRequired = phraseRule(phrases.authenticationRequired);
const notResponsible = phraseRule(phrases.notResponsible);
const mailboxFull = phraseRule(phrases.mailboxFull);
const serverProblem = phraseRule(phrases.serverProblem);
const serverUnavailable = phraseRule(phrases.serverUnavailable);

/** For 4xx, in order. Rate limits come before block lists: a server that limits us may mention both. */
const transientRules: readonly Rule[] = [
  tlsRequired,
  greylisted,
  providerRefusal,
  mailboxBusy,
  tooManyMissing,
  sessionLimit,
  rateLimited,
  tooManyRecipients,
  blocked,
  enhancedCodeRule('decisive'),
  authenticationRequired,
  ourSender,
  calloutRule(),
  smtpUtf8Required,
  relayRefused,
  ourClient,
  notResponsible,
  mailboxFull,
  serverProblem,
  serverUnavailable,
  retryLaterRule(),
  tooManyOfSomething,
  enhancedCodeRule('explicit'),
];

/** For 5xx, in order. Rules about anything but the recipient come first, and block lists before other words. */
const permanentRules: readonly Rule[] = [
  tlsRequired,
  smtpUtf8Required,
  providerRefusal,
  greylisted,
  blocked,
  mailboxBusy,
  tooManyMissing,
  sessionLimit,
  rateLimited,
  tooManyRecipients,
  enhancedCodeRule('decisive'),
  authenticationRequired,
  sequenceRule,
  ourSender,
  relayRefused,
  ourClient,
  notResponsible,
  mailboxFull,
  serverProblem,
  serverUnavailable,
  phraseRule(phrases.protocolProblem),
  phraseRule(phrases.transientCondition),
  phraseRule(phrases.localPolicy),
  tooManyOfSomething,
  senderCodeRule,
  disabledRule(),
  notFoundRule(),
  providerRule(providerRepliesAboutRecipient),
  enhancedCodeRule('explicit'),
  possiblyNotFoundRule(),
  enhancedCodeRule('all'),
  bareRefusalRule,
];

/** All words that occur in phrases. A local part may be one of them. */
export const replyVocabulary = onFirstUse(() =>
  vocabularyOf([
    ...Object.values(phrases).flatMap((value) => ('phrases' in value ? value.phrases : value)),
    ...[...absenceGrammars, ...disablementGrammars, ...busyGrammars].flatMap((grammar) =>
      Object.values<readonly string[]>({ ...grammar }).flat(),
    ),
  ]),
);
