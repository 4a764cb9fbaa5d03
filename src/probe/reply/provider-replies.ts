import type { EnhancedStatusCode } from './enhanced-status-code.ts';
import type { Classification } from './meanings.ts';

/**
 * A reply that a provider words in its own way. A row matches if the exchange is known to be the provider's or the
 * reply contains one of the signs, and all other properties match.
 */
export interface ProviderReply {
  /** Ids of providers; any exchange if absent. */
  readonly providers?: readonly string[];
  /** Host names and tokens in the text that identify the provider. */
  readonly signs?: readonly string[];
  readonly codes: readonly number[];
  readonly enhanced?: Pick<EnhancedStatusCode, 'subject' | 'detail'>;
  /** What the words of the reply must contain, in lower case without punctuation. */
  readonly words?: RegExp;
  readonly classification: Classification;
}

const microsoft = {
  providers: ['microsoft-365', 'outlook-com'],
  signs: ['protection.outlook.com', 'prod.outlook.com', 'office365.us', 'partner.outlook.cn', 'mx.microsoft'],
} as const;
const google = { providers: ['google-workspace', 'gmail'], signs: ['gsmtp', 'support.google.com'] } as const;
const mimecast = { providers: ['mimecast'], signs: ['mimecast'] } as const;
const qq = {
  providers: ['qq', 'tencent-exmail'],
  signs: ['service.mail.qq.com', 'service.exmail.qq.com'],
} as const;
const unitedInternet = {
  providers: ['gmx', 'web-de', 'mail-com', 'ionos'],
  signs: [
    'postmaster.gmx.net',
    'postmaster.1und1',
    'postmaster.web.de',
    'postmaster.mail.com',
    'kundenserver.de',
  ],
} as const;

/** Replies about us or a temporary condition, or with words that mean something else elsewhere: tried before any phrases. The first row that matches counts. */
export const providerRepliesAboutUs: readonly ProviderReply[] = [
  // Greylisting, or a refusal because of our IP address, although the words are about the recipient.
  {
    ...mimecast,
    codes: [451],
    words: /invalid recipient|recipient temporarily unavailable/,
    classification: { meaning: 'greylisted', certainty: 'explicit' },
  },
  // The whole customer is disabled, not this mailbox.
  {
    ...mimecast,
    codes: [451, 550],
    words: /account inbounds disabled|account outbounds disabled/,
    classification: { meaning: 'policy-refused', certainty: 'explicit' },
  },
  // "Is receiving mail too quickly": the mailbox exists.
  {
    ...google,
    codes: [450],
    enhanced: { subject: 2, detail: 1 },
    classification: { meaning: 'mailbox-busy', certainty: 'explicit' },
  },
  // The reply also says that our IP is blocked, but only for minutes or hours.
  {
    ...qq,
    codes: [550],
    words: /frequency limited/,
    classification: { meaning: 'rate-limited', certainty: 'explicit' },
  },
  // The recipient's own filter.
  {
    ...qq,
    codes: [550],
    words: /mail is rejected by recipients/,
    classification: { meaning: 'policy-refused', certainty: 'explicit' },
  },
  // Yandex's words for a mailbox that is disabled.
  {
    providers: ['yandex'],
    codes: [550, 554],
    words: /policy rejection on the target address/,
    classification: { meaning: 'mailbox-disabled', certainty: 'explicit' },
  },
];

/** Replies about the recipient: tried if nothing in the reply is about us, our sender or the server. */
export const providerRepliesAboutRecipient: readonly ProviderReply[] = [
  // Directory-Based Edge Blocking at Microsoft. Tenants also refuse for other reasons with these words.
  {
    codes: [550],
    enhanced: { subject: 4, detail: 1 },
    words: /recipient address rejected access denied/,
    classification: { meaning: 'mailbox-not-found', certainty: 'weak' },
  },
  {
    ...microsoft,
    codes: [550],
    enhanced: { subject: 1, detail: 10 },
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    ...microsoft,
    codes: [550],
    enhanced: { subject: 5, detail: 0 },
    words: /mailbox unavailable/,
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    ...unitedInternet,
    codes: [550],
    words: /mailbox unavailable/,
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    providers: ['cisco'],
    codes: [550],
    enhanced: { subject: 1, detail: 0 },
    words: /address rejected/,
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    codes: [550],
    enhanced: { subject: 1, detail: 0 },
    words: /address rejected/,
    classification: { meaning: 'mailbox-not-found', certainty: 'weak' },
  },
  // How OpenSMTPD refuses a user that its tables do not have.
  {
    codes: [524],
    enhanced: { subject: 2, detail: 4 },
    words: /mailing list expansion problem/,
    classification: { meaning: 'mailbox-not-found', certainty: 'weak' },
  },
];
