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
  readonly provider?: string;
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
  const classification = refusal.permanent ? classifyPermanent(refusal) : classifyTransient(refusal);
  return {
    ...classification,
    ...(isAboutDomain(refusal, classification) && { reach: 'domain' }),
    ...(isWordless(refusal) && { wordless: true }),
  };
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

/** A refusal, parsed for the rules. */
interface Refusal {
  readonly stage: Stage;
  readonly provider: string | undefined;
  readonly code: number;
  readonly permanent: boolean;
  /** Also undefined if the refusal carries a 2.x.x code. */
  readonly enhanced: EnhancedStatusCode | undefined;
  readonly text: ReplyText;
}

/** Classifies a refusal by one kind of evidence. Undefined if the refusal has none of it. */
type Rule = (refusal: Refusal) => Classification | undefined;

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
    text: replyTextOf(reply, context, { quoted: permanent ? 'keep' : 'cut' }),
  };
}

/** A meaning that the reply states. */
function explicit(meaning: Meaning): Classification {
  return { meaning, certainty: 'explicit' };
}

/** A meaning that is only the most likely one. */
function weak(meaning: Meaning): Classification {
  return { meaning, certainty: 'weak' };
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
  const unexplained = weak(transientCodeMeanings[code] ?? transientCodeMeanings.otherwise);
  // RFC 5321 §4.2.3: 450 is about the mailbox, 451 and 452 are about the server.
  return stage === 'rcpt' && code === 450 ? { ...unexplained, reach: 'recipient' } : unexplained;
}

function classifyPermanent(refusal: Refusal): Classification {
  const { stage, code, text } = refusal;
  const byCode = permanentCodeMeanings[stage];
  const classification = first(permanentRules, refusal) ?? weak(byCode[code] ?? byCode.otherwise);
  const isAboutMailbox = /^mailbox-(?:not-found|disabled|full)$/.test(classification.meaning);
  // A refusal that names us, and not the recipient, is not about the recipient.
  if (!isAboutMailbox || text.mentionsRecipient) return classification;
  if (text.mentionsSender) return { ...classification, meaning: 'sender-refused' };
  return text.mentionsClient ? { ...classification, meaning: 'policy-refused' } : classification;
}

/** At other stages, the server does not know yet whom we ask about. */
function isAboutDomain({ stage, text: { plain } }: Refusal, { meaning }: Classification): boolean {
  return (
    stage === 'rcpt' &&
    (meaning === 'not-responsible' || plain.found.has('relayRefusals') || plain.found.has('aboutDomain'))
  );
}

function first(rules: readonly Rule[], refusal: Refusal): Classification | undefined {
  for (const rule of rules) {
    const classification = rule(refusal);
    if (classification !== undefined) return classification;
  }
  return undefined;
}

/** Returns whether neither words nor an enhanced status code say anything. Words that cannot be decoded may say much. */
function isWordless({ enhanced, text }: Refusal): boolean {
  if (text.namesOthers || !isAscii(text.textWithHosts.replace(/[\uE000\uE001]/g, ''))) return false;
  if (enhanced !== undefined && enhanced.subject > 0) return false;
  const words = letteredWords(text);
  return words === '' || bareRefusals.includes(words) || emptyTexts.includes(words);
}

function letteredWords({ plain }: ReplyText): string {
  return plain.words.filter((word) => /\p{L}/u.test(word)).join(' ');
}

// ------------------------------------------------------------------------------------------------------ rules

/** Returns whether a reply at this stage can have the meaning. */
function fits(meaning: Meaning, stage: Stage): boolean {
  return stagesByMeaning[meaning]?.includes(stage) ?? true;
}

/** A rule for the phrases of a group, but for those that overlap with an exception. */
function says(group: PhraseGroup, meaning: Meaning, except?: PhraseGroup): Rule {
  const classification = explicit(meaning);
  return ({ stage, text: { plain } }) => {
    if (!plain.found.has(group) || !fits(meaning, stage)) return undefined;
    return except === undefined || plain.found.hasOutside(group, except) ? classification : undefined;
  };
}

/** A rule for claims about the mailbox, or about a domain. */
function claimed(state: ClaimedState, meaning: Meaning, who: 'mailbox' | 'domain' = 'mailbox'): Rule {
  const classification = explicit(meaning);
  return ({ stage, text }) =>
    fits(meaning, stage) && claims(state, who, text.echoed) ? classification : undefined;
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

/** Block lists and reputation. A server may also call the mailbox "blocked". */
const blocked: Rule = ({ text }) =>
  text.plain.found.hasOutside('blocking', 'unrelatedBlocking') || blockList.test(text.textWithHosts)
    ? explicit('client-blocked')
    : undefined;

const blockList = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:${blockListDomains.join('|').replaceAll('.', '\\.')})(?![\p{L}\p{N}-])`,
  'u',
);

/** "<check@example.net>... Sender refused by the DNSBL": in a reply to MAIL, it is the sender that is listed. */
const senderBlocked: Rule = ({ stage, text }) =>
  stage === 'mail' && text.mentionsSender && text.plain.found.has('ourSender')
    ? explicit('sender-refused')
    : undefined;

/** Access is denied to the IP address that is named: ours. Tencent's "access denined [MfSXeUcmX 192.0.2.25]". */
const ipDenied: Rule = ({ text }) =>
  text.namesIp && text.plain.found.has('accessDenied') ? explicit('client-blocked') : undefined;

/** Recipient callouts. After a permanent refusal the callout has ended, so a retry within seconds is useless. */
const callout: Rule = (refusal) =>
  refusal.stage === 'rcpt' && refusal.text.quotesPermanentRefusal
    ? { ...explicit('temporary-failure'), reach: 'recipient' }
    : says('calloutWords', 'verification-pending')(refusal);

/** Sendmail's refusals to relay. */
const relayRefused: Rule = ({ text: { plain } }) =>
  plain.found.has('relayRefusals') && plain.found.has('relayReasons')
    ? explicit('not-responsible')
    : undefined;

const saysBusy = [claimed('busy', 'mailbox-busy'), says('mailboxBusy', 'mailbox-busy')];

/** Mailboxes that receive too much. If the reply says from whom ("from your server"), the limit is on us. */
const mailboxBusy: Rule = (refusal) => {
  const { words } = refusal.text.plain;
  const namesSource = words.some((word, at) => word === 'from' && words[at + 1] !== 'being');
  return namesSource ? undefined : first(saysBusy, refusal);
};

/** "Over quota", without saying whose: not the quota of a sender, an organisation or a queue. */
const mailboxFull: Rule = (refusal) =>
  refusal.text.plain.found.has('fullExceptions') ? undefined : says('mailboxFull', 'mailbox-full')(refusal);

const withoutReason: readonly string[] = ['0.0', '2.0', '7.0', '7.1'];

/** "Try again later" means greylisting unless the code gives another reason. */
const retryLater: Rule = (refusal) => {
  const { code, enhanced } = refusal;
  const hasOtherReason =
    enhanced !== undefined && !withoutReason.includes(`${enhanced.subject}.${enhanced.detail}`);
  return code === 421 || hasOtherReason ? undefined : says('retryLater', 'greylisted')(refusal);
};

/** 503 is about the order of commands, whatever the words name: Exim says "sender already given". */
const sequence: Rule = (refusal) =>
  refusal.code === 503 && !isWordless(refusal) ? explicit('unexpected') : undefined;

/** In a reply to MAIL, a code about an address is about our sender. */
const senderCode: Rule = ({ stage, enhanced }) =>
  stage === 'mail' && enhanced?.class === 5 && enhanced.subject === 1
    ? explicit('sender-refused')
    : undefined;

/** A code about the address beside words about a domain is about the domain. */
const domainCode: Rule = ({ stage, enhanced, text: { plain } }) =>
  stage === 'rcpt' && enhanced?.subject === 1 && plain.found.has('domain')
    ? weak('not-responsible')
    : undefined;

/** Words that usually, but not always, mean that the mailbox does not exist: not beside an IP address, mostly ours. */
const possiblyNotFound = aboutRecipient(({ enhanced, text }) =>
  enhanced?.class !== 4 && !text.namesIp && text.plain.found.has('possiblyNotFound')
    ? weak('mailbox-not-found')
    : undefined,
);

/** Refusals of RCPT without an explanation: then the codes 550 and 552 (RFC 5321 §4.2.3) decide. */
const bareRefusal: Rule = (refusal) => {
  if (refusal.stage !== 'rcpt' || !isWordless(refusal)) return undefined;
  if (emptyTexts.includes(letteredWords(refusal.text))) return undefined;
  if (refusal.code === 550) return weak('mailbox-not-found');
  return refusal.code === 552 ? weak('mailbox-full') : undefined;
};

/** A rule for the replies of particular providers. The first row that matches counts. */
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
      ({ meaning, ...one }) =>
        one.class === codeClass &&
        one.subject === subject &&
        (typeof one.detail === 'number'
          ? one.detail === detail
          : detail >= one.detail[0] && detail <= one.detail[1]) &&
        fits(meaning, stage),
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

const tlsRequired = says('tlsRequired', 'tls-required');
const smtpUtf8Required = says('smtpUtf8Required', 'smtputf8-required');
const greylisted = says('greylisting', 'greylisted');
/** Not the storage of a domain, nor a quota of what may be sent. */
const saysFull = claimed('full', 'mailbox-full');
const ofDomain = claimed('full', 'temporary-failure', 'domain');
const full: Rule = (refusal) =>
  refusal.text.plain.found.has('fullExceptions') ? undefined : (ofDomain(refusal) ?? saysFull(refusal));
const aboutUs = fromProvider(providerRepliesAboutUs);
const limits = [
  says('tooManyMissing', 'too-many-missing'),
  says('sessionLimit', 'session-limit'),
  says('rateLimiting', 'rate-limited', 'rateExceptions'),
  says('tooManyRecipients', 'too-many-recipients'),
];
const authenticationRequired = says('authenticationRequired', 'policy-refused');
const ourSender = says('ourSender', 'sender-refused');
const ourClient = says('ourClient', 'client-blocked');
const domains = [
  says('relayRefusals', 'not-responsible'),
  says('notResponsible', 'not-responsible', 'relayExceptions'),
  claimed('missing', 'not-responsible', 'domain'),
  claimed('closed', 'not-responsible', 'domain'),
  claimed('domainRefused', 'not-responsible', 'domain'),
];
const serverProblem = says('serverProblem', 'temporary-failure', 'serverExceptions');
const serverUnavailable = says('serverUnavailable', 'server-unavailable');
const tooManyOfSomething = says('tooManyOfSomething', 'rate-limited');

/** For 4xx, in order. Rate limits come before block lists: a server that limits us may mention both. */
const transientRules: readonly Rule[] = [
  tlsRequired,
  greylisted,
  aboutUs,
  mailboxBusy,
  full,
  ...limits,
  blocked,
  coded('decisive'),
  authenticationRequired,
  ourSender,
  callout,
  smtpUtf8Required,
  relayRefused,
  ourClient,
  ...domains,
  mailboxFull,
  serverProblem,
  serverUnavailable,
  retryLater,
  tooManyOfSomething,
  coded('explicit'),
];

/** For 5xx, in order. Rules about anything but the recipient come first, and block lists before other words. */
const permanentRules: readonly Rule[] = [
  tlsRequired,
  smtpUtf8Required,
  aboutUs,
  greylisted,
  senderBlocked,
  blocked,
  mailboxBusy,
  full,
  ...limits,
  coded('decisive'),
  ipDenied,
  authenticationRequired,
  sequence,
  ourSender,
  relayRefused,
  ourClient,
  ...domains,
  mailboxFull,
  serverProblem,
  serverUnavailable,
  says('protocolProblem', 'unexpected'),
  says('transientCondition', 'temporary-failure'),
  says('localPolicy', 'policy-refused'),
  tooManyOfSomething,
  senderCode,
  aboutRecipient(says('disabled', 'mailbox-disabled')),
  aboutRecipient(claimed('closed', 'mailbox-disabled')),
  aboutRecipient(says('notFound', 'mailbox-not-found')),
  aboutRecipient(claimed('missing', 'mailbox-not-found')),
  fromProvider(providerRepliesAboutRecipient),
  domainCode,
  coded('explicit'),
  possiblyNotFound,
  coded('all'),
  bareRefusal,
];
