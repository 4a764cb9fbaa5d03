import type { SmtpReply } from '../../ports.ts';
import { absence, disablement } from './claim-grammars.ts';
import { replyCodeMeanings } from './code-meanings.ts';
import type { OwnWords } from './echoes.ts';
import { parseEnhancedCode } from './enhanced-status-code.ts';
import type { Classification, Meaning, Stage } from './meanings.ts';
import { vocabularyOf } from './phrase-match.ts';
import * as phrases from './phrases.ts';
import { providerRepliesAboutRecipient, providerRepliesAboutUs } from './provider-replies.ts';
import {
  byEnhancedCode,
  byProvider,
  explicit,
  type Reader,
  type Refusal,
  says,
  saysBlocked,
  saysCallout,
  saysDisabled,
  saysNotFound,
  saysNothing,
  saysPerhapsNotFound,
  saysRetryLater,
  senderByCode,
  weak,
} from './reply-readers.ts';
import { type ReplyText, replyTextOf } from './reply-text.ts';

/** Where a reply came, and what we had said: servers repeat it, and it must not be taken for their words. */
export interface ReplyContext extends OwnWords {
  readonly stage: Stage;
  /** The address asked about. */
  readonly recipient?: string;
  /** Our envelope sender. */
  readonly sender?: string;
  /** The name we greeted with. */
  readonly helo?: string;
  /** Id of the provider of the exchange, where known: 'microsoft-365', 'qq', … */
  readonly provider?: string;
}

/**
 * What a reply means. Decided from stage, class, enhanced code, subject and text, in this order; total and pure.
 *
 * Whatever is said of us, our sender, the server or the moment is looked for first. The recipient is called
 * missing or disabled only by a permanent refusal of RCPT (RFC 5321 §4.2.1) in which none of that was found:
 * the costliest error is to call an existing mailbox invalid. Positive replies to other commands than RCPT are
 * `no-information`; 3xx and codes outside 200 to 599 are `unexpected`.
 */
export function classify(reply: SmtpReply, context: ReplyContext): Classification {
  const { code } = reply;
  if (code >= 200 && code < 300) return readPositive(code, context.stage);
  if (code >= 400 && code < 500) return readTransient(refusalOf(reply, context));
  if (code >= 500 && code < 600) return readPermanent(refusalOf(reply, context));
  return weak('unexpected');
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
    // What is quoted in a transient refusal was said to the server, not to us; in a permanent one it may be
    // the reason why nothing was found out about the recipient.
    text: replyTextOf(reply, context, { quoted: permanent ? 'keep' : 'cut', vocabulary }),
  };
}

function readPositive(code: number, stage: Stage): Classification {
  if (stage !== 'rcpt') return explicit('no-information');
  if (code === 250 || code === 251) return explicit('accepted');
  return code === 252 ? explicit('no-information') : weak('unexpected');
}

function readTransient(refusal: Refusal): Classification {
  const byCode = lookUp(replyCodeMeanings.transient, refusal.code);
  return first(transientReaders, refusal) ?? weak(byCode ?? 'temporary-failure');
}

function readPermanent(refusal: Refusal): Classification {
  const { stage, code, text } = refusal;
  const classification = first(permanentReaders, refusal) ?? weak(permanentByStage(stage, code));
  return isOfMailbox(classification.meaning)
    ? { ...classification, ...ofWhoIsNamed(text, classification) }
    : classification;
}

/** A refusal that names us, and not the recipient, is not believed of the recipient. */
function ofWhoIsNamed(text: ReplyText, { meaning }: Classification): Pick<Classification, 'meaning'> {
  if (text.mentionsRecipient) return { meaning };
  if (text.mentionsSender) return { meaning: 'sender-refused' };
  return { meaning: text.mentionsClient ? 'policy-refused' : meaning };
}

function isOfMailbox(meaning: Meaning): boolean {
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

function first(readers: readonly Reader[], refusal: Refusal): Classification | undefined {
  for (const reader of readers) {
    const classification = reader(refusal);
    if (classification !== undefined) return classification;
  }
  return undefined;
}

const tlsWanted = says(phrases.tlsWanted);
const smtpUtf8Wanted = says(phrases.smtpUtf8Wanted);
const providersAboutUs = byProvider(providerRepliesAboutUs);
const greylisted = says(phrases.greylisting);
const blocked = saysBlocked();
const rateLimited = says(phrases.rateLimiting);
const tooManyRecipients = says(phrases.tooManyRecipients);
const tooManyOfSomething = says(phrases.tooManyOfSomething);
const ourSender = says(phrases.ourSender);
const ourClient = says(phrases.ourClient);
const authenticationWanted = says(phrases.authenticationWanted);
const notResponsible = says(phrases.notResponsible);
const mailboxFull = says(phrases.mailboxFull);
const serverTrouble = says(phrases.serverTrouble);
const serverUnavailable = says(phrases.serverUnavailable);

/** For 4xx, in order. A rate limit is looked for before block lists: both are named where we come too fast. */
const transientReaders: readonly Reader[] = [
  tlsWanted,
  greylisted,
  providersAboutUs,
  rateLimited,
  tooManyRecipients,
  blocked,
  byEnhancedCode('decisive'),
  authenticationWanted,
  ourSender,
  saysCallout(),
  smtpUtf8Wanted,
  ourClient,
  notResponsible,
  mailboxFull,
  serverTrouble,
  serverUnavailable,
  saysRetryLater(),
  tooManyOfSomething,
  byEnhancedCode('telling'),
];

/** For 5xx, in order: first all that may be meant instead of the recipient, block lists before other words. */
const permanentReaders: readonly Reader[] = [
  tlsWanted,
  smtpUtf8Wanted,
  providersAboutUs,
  greylisted,
  blocked,
  rateLimited,
  tooManyRecipients,
  byEnhancedCode('decisive'),
  authenticationWanted,
  ourSender,
  ourClient,
  notResponsible,
  mailboxFull,
  serverTrouble,
  serverUnavailable,
  says(phrases.protocolTrouble),
  says(phrases.passing),
  says(phrases.houseRules),
  tooManyOfSomething,
  senderByCode,
  saysDisabled(),
  saysNotFound(),
  byProvider(providerRepliesAboutRecipient),
  byEnhancedCode('telling'),
  saysPerhapsNotFound(),
  byEnhancedCode('all'),
  saysNothing(),
];

/** The words that a recipient's name may have in common with what servers say. */
const vocabulary = vocabularyOf([
  ...Object.values(phrases).flatMap((value) => ('phrases' in value ? value.phrases : value)),
  ...[...absence, ...disablement].flatMap((grammar) =>
    Object.values<readonly string[]>({ ...grammar }).flat(),
  ),
]);
