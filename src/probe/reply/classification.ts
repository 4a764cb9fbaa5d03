import { remembered } from '../../first-use.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import { type ClaimedState, claims } from './claims.ts';
import { enhancedCodeMeanings, permanentCodeMeanings, transientCodeMeanings } from './code-meanings.ts';
import { type EnhancedStatusCode, parseEnhancedCode } from './enhanced-status-code.ts';
import { type Classification, type Meaning, type Stage, stagesByMeaning } from './meanings.ts';
import { bareRefusals, blockListDomains, emptyTexts, type PhraseGroup } from './phrases.ts';
import {
  type ProviderReply,
  providerRepliesAboutRecipient,
  providerRepliesAboutUs,
} from './provider-replies.ts';
import { type ReplyText, replyTextOf, type SessionNames } from './reply-text.ts';
import { isAscii } from './words.ts';

/** The step that a reply answers, and the names that we sent before. Servers repeat them, so they prove nothing. */
export interface ReplyContext extends SessionNames {
  readonly stage: Stage;
  /** Id of the exchange's provider if known: 'microsoft-365', 'qq', … */
  readonly provider?: string | undefined;
}

/**
 * Classifies a reply by its stage, its code, its enhanced status code and its text. Pure and total.
 *
 * Statements about us, our sender, the server, a domain or a temporary condition are looked for first. A mailbox is
 * classified as missing or disabled only by a permanent refusal of RCPT (RFC 5321 §4.2.1) without any such statement,
 * because calling an existing mailbox invalid is the costliest error. Positive replies to commands other than RCPT are
 * `no-information`; 3xx and codes outside 200 to 599 are `unexpected`.
 */
export function classify(reply: SmtpReply, context: ReplyContext): Classification {
  const { code } = reply;
  if (code >= 200 && code < 300) return classifyPositive(code, context.stage);
  if (code < 400 || code >= 600) return weak('unexpected');
  const alike = refusalOfAnybody(reply, context);
  return alike === undefined ? classifyRefusal(reply, context) : rememberedRefusal(...alike);
}

function classifyRefusal(reply: SmtpReply, context: ReplyContext): Classification {
  const refusal = refusalOf(reply, context);
  const { stage, wordless, text } = refusal;
  const classification = ruledOf(refusal);
  // At other stages, the server does not know yet whom we ask about.
  const isAboutDomain =
    stage === 'rcpt' &&
    (classification.meaning === 'not-responsible' ||
      says(text, 'relayRefusals') ||
      says(text, 'aboutDomain'));
  return { ...classification, ...(isAboutDomain && { reach: 'domain' }), ...(wordless && { wordless }) };
}

/** Servers refuse one recipient after another in the same words, about which there is nothing new to find out. */
const rememberedRefusal = remembered(
  (_, reply: SmtpReply, context: ReplyContext) => classifyRefusal(reply, context),
  2_000,
);
const longestAlike = 500;

/** It occurs in no reply, and no part of it in a phrase. */
const anybody = 'qzxrecipientxzq@qzxdomainxzq.example';

/**
 * Returns a text that stands for a refusal whoever is refused, and the refusal as if it were about `anybody`. Undefined if
 * the name of the recipient, or a part of it, is also found elsewhere in the words.
 */
function refusalOfAnybody(
  { code, lines }: SmtpReply,
  context: ReplyContext,
): [text: string, reply: SmtpReply, context: ReplyContext] | undefined {
  const { recipient = anybody, stage, provider, sender, helo } = context;
  const words = lines.join('\r\n');
  const isPlain = /^[a-z0-9._-]+@[a-z0-9.-]+$/i.test(recipient) && isAscii(words) && !/[%&]/.test(words);
  if (!isPlain || words.length > longestAlike) return undefined;
  const named = words.split(recipient);
  const others = named.join('\n').toLowerCase();
  const [local = '', domain = ''] = recipient.toLowerCase().split('@');
  if (others.includes(local) || others.includes(domain)) return undefined;
  const text = named.join(anybody);
  const reply = { code, lines: text.split('\r\n') };
  return [[code, stage, provider, sender, helo, text].join('\n'), reply, { ...context, recipient: anybody }];
}

/** The server does not know EHLO (RFC 5321 §4.1.1.1, §4.2.4), or not as it was sent. */
const unknownCommand: readonly number[] = [500, 501, 502, 504];

/**
 * Returns whether HELO may follow a refused EHLO: the server does not know the command, or answers 550 without saying
 * anything else. Servers that block clients at EHLO (Exim's ACLs, some appliances) say so beside the 550: they would
 * only repeat it. `helo`: our name in EHLO.
 */
export function allowsHelo(reply: SmtpReply, helo: string): boolean {
  if (unknownCommand.includes(reply.code)) return true;
  if (reply.code !== 550) return false;
  const { meaning, wordless } = classify(reply, { stage: 'hello', helo });
  return wordless === true || meaning === 'unexpected' || parseEnhancedCode(reply)?.subject === 5;
}

interface Refusal {
  readonly stage: Stage;
  readonly provider: string | undefined;
  readonly code: number;
  readonly permanent: boolean;
  /** Also undefined if the refusal carries a 2.x.x code. */
  readonly enhanced: EnhancedStatusCode | undefined;
  readonly text: ReplyText;
  /** Its words without numbers. */
  readonly letters: string;
  /** Neither words nor the enhanced status code say anything. Words that cannot be decoded may say much. */
  readonly wordless: boolean;
}

function refusalOf(reply: SmtpReply, context: ReplyContext): Refusal {
  const { stage, provider } = context;
  const permanent = reply.code >= 500;
  const parsed = parseEnhancedCode(reply);
  const enhanced = parsed?.class === 2 ? undefined : parsed;
  // A transient refusal may quote another server's reply to a callout: those words are not about our recipient. In a
  // permanent refusal, the quotation may be the reason why the recipient could not be verified.
  const text = replyTextOf(reply, context, { quoted: permanent ? 'keep' : 'cut' });
  const letters = text.plain.words.filter((word) => /\p{L}/u.test(word)).join(' ');
  const wordless =
    (letters === '' || bareRefusals.includes(letters) || emptyTexts.includes(letters)) &&
    !text.namesOthers &&
    isAscii(text.textWithHosts.replace(/[\uE000\uE001]/g, '')) &&
    (enhanced === undefined || enhanced.subject === 0);
  return { stage, provider, code: reply.code, permanent, enhanced, text, letters, wordless };
}

function classifyPositive(code: number, stage: Stage): Classification {
  if (stage !== 'rcpt' || code === 252) return explicit('no-information');
  return code === 250 || code === 251 ? explicit('accepted') : weak('unexpected');
}

function ruledOf(refusal: Refusal): Classification {
  const { stage, code, permanent, text } = refusal;
  const byCode = permanent ? permanentCodeMeanings[stage] : transientCodeMeanings;
  const ruled = first(rules, refusal);
  const classification = ruled ?? weak(byCode[code] ?? byCode.otherwise);
  // RFC 5321 §4.2.3: 450 is about the mailbox, 451 and 452 are about the server.
  if (ruled === undefined && stage === 'rcpt' && code === 450)
    return { ...classification, reach: 'recipient' };
  const isAboutMailbox = /^mailbox-(?:not-found|disabled|full)$/.test(classification.meaning);
  // A permanent refusal that names us, and not the recipient, is not about the recipient.
  if (!permanent || !isAboutMailbox || text.mentionsRecipient) return classification;
  if (text.mentionsSender) return { ...classification, meaning: 'sender-refused' };
  return text.mentionsClient ? { ...classification, meaning: 'policy-refused' } : classification;
}

// ------------------------------------------------------------------------------------------------------ rules

/** Classifies a refusal by one kind of evidence. Undefined if the refusal has none of it. */
type Rule = (refusal: Refusal) => Classification | undefined;

function first(rules: readonly Rule[], refusal: Refusal): Classification | undefined {
  for (const rule of rules) {
    const classification = rule(refusal);
    if (classification !== undefined) return classification;
  }
  return undefined;
}

function explicit(meaning: Meaning): Classification {
  return { meaning, certainty: 'explicit' };
}

function weak(meaning: Meaning): Classification {
  return { meaning, certainty: 'weak' };
}

function says({ plain }: ReplyText, group: PhraseGroup | 'domain'): boolean {
  return plain.found.has(group);
}

function fits(meaning: Meaning, stage: Stage): boolean {
  return stagesByMeaning[meaning]?.includes(stage) ?? true;
}

/** A rule for what holds of a refusal, at the stages that the meaning can have. */
function when(holds: (refusal: Refusal) => boolean, classification: Classification): Rule {
  return (refusal) =>
    fits(classification.meaning, refusal.stage) && holds(refusal) ? classification : undefined;
}

/** Several rules, for refusals of which this does not hold. */
function unless(holds: (refusal: Refusal) => boolean, ...rules: readonly Rule[]): Rule {
  return (refusal) => (holds(refusal) ? undefined : first(rules, refusal));
}

/** A rule for the phrases of a group, but for those that overlap with an exception. */
function saying(group: PhraseGroup, meaning: Meaning, except?: PhraseGroup): Rule {
  return when(
    ({ text: { plain } }) =>
      except === undefined ? plain.found.has(group) : plain.found.hasOutside(group, except),
    explicit(meaning),
  );
}

/** A rule for claims about the mailbox, or about a domain. */
function claiming(state: ClaimedState, meaning: Meaning, who: 'mailbox' | 'domain' = 'mailbox'): Rule {
  return when(({ text }) => claims(state, who, text.echoed), explicit(meaning));
}

/** Several rules, for 4xx or for 5xx alone. */
function ofClass(replyClass: 4 | 5, ...some: readonly Rule[]): Rule {
  return unless(({ permanent }) => permanent !== (replyClass === 5), ...some);
}

/** Reply codes about the command or authentication. The words beside them are never about a mailbox. */
const protocolCodes: readonly number[] = [502, 503, 504, 521, 530, 534, 535, 538, 555, 556];

/** Several rules, for refusals of RCPT. The result is weak if a 5xx reply carries a 4.x.x code. */
function aboutRecipient(...rules: readonly Rule[]): Rule {
  return (refusal) => {
    if (refusal.stage !== 'rcpt' || protocolCodes.includes(refusal.code)) return undefined;
    const classification = first(rules, refusal);
    return classification && refusal.enhanced?.class === 4 ? weak(classification.meaning) : classification;
  };
}

/** A rule for the replies of particular providers to RCPT. */
function fromProvider(rows: readonly ProviderReply[]): Rule {
  return ({ stage, code, enhanced, provider = '', text }) =>
    stage !== 'rcpt'
      ? undefined
      : rows.find(
          (row) =>
            row.codes.includes(code) &&
            (row.enhanced === undefined ||
              (row.enhanced.subject === enhanced?.subject && row.enhanced.detail === enhanced.detail)) &&
            (row.providers === undefined ||
              row.providers.includes(provider) ||
              row.signs?.some((sign) => text.textWithHosts.includes(sign))) &&
            (row.words === undefined || row.words.test(text.plain.words.join(' '))),
        )?.classification;
}

/**
 * A rule for enhanced status codes: for those that decide on their own, those that are not weak, or all. A 4.x.x code in
 * a 5xx reply counts as transient, to be on the safe side.
 */
function coded(rows: 'decisive' | 'explicit' | 'all'): Rule {
  return ({ stage, code, enhanced, permanent }) => {
    if (enhanced === undefined || stage === 'starttls') return undefined;
    const { subject, detail } = enhanced;
    const codeClass = permanent ? enhanced.class : 4;
    const row = enhancedCodeMeanings.find(
      (one) =>
        one.class === codeClass &&
        one.subject === subject &&
        (typeof one.detail === 'number'
          ? one.detail === detail
          : detail >= one.detail[0] && detail <= one.detail[1]) &&
        fits(one.meaning, stage),
    );
    if (row === undefined) return undefined;
    const { meaning, certainty = 'explicit', reach, decisive = false } = row;
    const isUsed =
      certainty === 'explicit' ? rows !== 'decisive' || decisive : rows === 'all' && stage === 'rcpt';
    // With 421 the server closes the connection: it has not looked at the recipient.
    if (!isUsed || (code === 421 && meaning === 'greylisted')) return undefined;
    return { meaning, certainty, ...(reach !== undefined && { reach }) };
  };
}

const blockList = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:${blockListDomains.join('|').replaceAll('.', '\\.')})(?![\p{L}\p{N}-])`,
  'u',
);

/** Block lists and reputation. A server may also call the mailbox "blocked". */
const blocked = when(
  ({ text }) =>
    text.plain.found.hasOutside('blocking', 'unrelatedBlocking') || blockList.test(text.textWithHosts),
  explicit('client-blocked'),
);

/** Not the quota of a sender, an organisation or a queue, nor the storage of a domain. */
const isOtherQuota = ({ text }: Refusal) => says(text, 'fullExceptions');

const withoutReason: readonly string[] = ['0.0', '2.0', '7.0', '7.1'];

/** In order. What is about anything but the recipient comes first. */
const rules: readonly Rule[] = [
  saying('tlsRequired', 'tls-required'),
  ofClass(5, saying('smtpUtf8Required', 'smtputf8-required')),
  ofClass(4, saying('greylisting', 'greylisted')),
  fromProvider(providerRepliesAboutUs),
  ofClass(
    5,
    saying('greylisting', 'greylisted'),
    // "<check@example.net>... Sender refused by the DNSBL": in a reply to MAIL, it is the sender that is listed.
    when(
      ({ stage, text }) => stage === 'mail' && text.mentionsSender && says(text, 'ourSender'),
      explicit('sender-refused'),
    ),
    blocked,
  ),
  // Mailboxes that receive too much. If the reply says from whom ("from your server"), the limit is on us.
  unless(
    ({ text: { plain } }) =>
      plain.words.some((word, at) => word === 'from' && plain.words[at + 1] !== 'being'),
    claiming('busy', 'mailbox-busy'),
    saying('mailboxBusy', 'mailbox-busy'),
  ),
  unless(isOtherQuota, claiming('full', 'temporary-failure', 'domain'), claiming('full', 'mailbox-full')),
  saying('tooManyMissing', 'too-many-missing'),
  saying('sessionLimit', 'session-limit'),
  saying('rateLimiting', 'rate-limited', 'rateExceptions'),
  saying('tooManyRecipients', 'too-many-recipients'),
  // A server that limits us for a while may mention a block list.
  ofClass(4, blocked),
  coded('decisive'),
  // Access is denied to the IP address that is named, ours: Tencent's "access denined [MfSXeUcmX 192.0.2.25]".
  ofClass(
    5,
    when(({ text }) => text.namesIp && says(text, 'accessDenied'), explicit('client-blocked')),
  ),
  saying('authenticationRequired', 'policy-refused'),
  // 503 is about the order of commands, whatever the words name: Exim says "sender already given".
  when(({ code, wordless }) => code === 503 && !wordless, explicit('unexpected')),
  saying('ourSender', 'sender-refused', 'senderExceptions'),
  ofClass(
    4,
    // A recipient callout that has ended: a retry within seconds is useless.
    when(({ stage, text }) => stage === 'rcpt' && text.quotesPermanentRefusal, {
      ...explicit('temporary-failure'),
      reach: 'recipient',
    }),
    saying('calloutWords', 'verification-pending'),
    saying('smtpUtf8Required', 'smtputf8-required'),
  ),
  // Sendmail's refusals to relay.
  when(({ text }) => says(text, 'relayRefusals') && says(text, 'relayReasons'), explicit('not-responsible')),
  saying('ourClient', 'client-blocked'),
  saying('relayRefusals', 'not-responsible'),
  saying('notResponsible', 'not-responsible', 'relayExceptions'),
  claiming('missing', 'not-responsible', 'domain'),
  claiming('closed', 'not-responsible', 'domain'),
  claiming('domainRefused', 'not-responsible', 'domain'),
  unless(isOtherQuota, saying('mailboxFull', 'mailbox-full')),
  saying('serverProblem', 'temporary-failure', 'serverExceptions'),
  saying('serverUnavailable', 'server-unavailable'),
  // "Try again later" means greylisting unless the code gives another reason.
  unless(
    ({ code, permanent, enhanced }) =>
      permanent ||
      code === 421 ||
      (enhanced !== undefined && !withoutReason.includes(`${enhanced.subject}.${enhanced.detail}`)),
    saying('retryLater', 'greylisted'),
  ),
  ofClass(
    5,
    saying('protocolProblem', 'unexpected'),
    saying('transientCondition', 'temporary-failure'),
    saying('localPolicy', 'policy-refused'),
  ),
  saying('tooManyOfSomething', 'rate-limited'),
  ofClass(
    5,
    // In a reply to MAIL, a code about an address is about our sender.
    when(
      ({ stage, enhanced }) => stage === 'mail' && enhanced?.class === 5 && enhanced.subject === 1,
      explicit('sender-refused'),
    ),
    aboutRecipient(
      saying('disabled', 'mailbox-disabled'),
      claiming('closed', 'mailbox-disabled'),
      saying('notFound', 'mailbox-not-found'),
      claiming('missing', 'mailbox-not-found'),
    ),
    fromProvider(providerRepliesAboutRecipient),
    // A code about the address beside words about a domain is about the domain.
    when(
      ({ stage, enhanced, text }) => stage === 'rcpt' && enhanced?.subject === 1 && says(text, 'domain'),
      weak('not-responsible'),
    ),
  ),
  coded('explicit'),
  ofClass(
    5,
    // Words that usually, but not always, mean that the mailbox does not exist: not beside an IP address, mostly ours.
    aboutRecipient(
      when(
        ({ enhanced, text }) => enhanced?.class !== 4 && !text.namesIp && says(text, 'possiblyNotFound'),
        weak('mailbox-not-found'),
      ),
    ),
    coded('all'),
    // Without any explanation, the codes 550 and 552 decide (RFC 5321 §4.2.3).
    unless(
      ({ stage, wordless, letters }) => stage !== 'rcpt' || !wordless || emptyTexts.includes(letters),
      when(({ code }) => code === 550, weak('mailbox-not-found')),
      when(({ code }) => code === 552, weak('mailbox-full')),
    ),
  ),
];
