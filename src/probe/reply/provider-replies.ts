import type { EnhancedStatusCode } from './enhanced-status-code.ts';
import type { Classification } from './meanings.ts';

/**
 * What single providers say in their own way. A row counts where the exchange is known to be theirs or the reply
 * names them, and everything else it lists is so. Words are written as in the phrase lists.
 */
export interface ProviderReply {
  /** Left out: whoever runs the exchange. */
  readonly providers?: readonly string[];
  /** Parts of host names and tokens by which the reply gives its sender away. */
  readonly signs?: readonly string[];
  readonly codes: readonly number[];
  readonly enhanced?: Pick<EnhancedStatusCode, 'subject' | 'detail'>;
  /** Any one of them. */
  readonly words?: readonly string[];
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

/** About us or the moment: looked at before any words. The first row that fits counts. */
export const providerRepliesAboutUs: readonly ProviderReply[] = [
  // Greylisting or the reputation of our address; the recipient is only what it was keyed on.
  {
    ...mimecast,
    codes: [451],
    words: ['invalid recipient', 'recipient temporarily unavailable'],
    classification: { meaning: 'greylisted', certainty: 'explicit' },
  },
  // The whole customer is switched off, not this mailbox.
  {
    ...mimecast,
    codes: [451, 550],
    words: ['account inbounds disabled', 'account outbounds disabled'],
    classification: { meaning: 'policy-refused', certainty: 'explicit' },
  },
  // "Is receiving mail too quickly": the mailbox is there.
  {
    ...google,
    codes: [450],
    enhanced: { subject: 2, detail: 1 },
    classification: { meaning: 'rate-limited', certainty: 'explicit' },
  },
  // Names the IP as blocked as well; it is for minutes or hours.
  {
    ...qq,
    codes: [550],
    words: ['frequency limited'],
    classification: { meaning: 'rate-limited', certainty: 'explicit' },
  },
  // So many messages in a short time that the mailbox is closed for a while.
  {
    ...qq,
    codes: [550],
    words: ['mailbox unavailable or access denied'],
    classification: { meaning: 'rate-limited', certainty: 'explicit' },
  },
  // The recipient's own filter.
  {
    ...qq,
    codes: [550],
    words: ['mail is rejected by recipients'],
    classification: { meaning: 'policy-refused', certainty: 'explicit' },
  },
];

/** About the recipient: looked at once it is clear that nobody else is meant. */
export const providerRepliesAboutRecipient: readonly ProviderReply[] = [
  // Directory-based edge blocking. Also the answer of tenants that refuse for reasons of their own.
  {
    codes: [550],
    enhanced: { subject: 4, detail: 1 },
    words: ['recipient address rejected access denied'],
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
    words: ['mailbox unavailable'],
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    ...unitedInternet,
    codes: [550],
    words: ['mailbox unavailable'],
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    providers: ['cisco'],
    codes: [550],
    enhanced: { subject: 1, detail: 0 },
    words: ['address rejected'],
    classification: { meaning: 'mailbox-not-found', certainty: 'explicit' },
  },
  {
    codes: [550],
    enhanced: { subject: 1, detail: 0 },
    words: ['address rejected'],
    classification: { meaning: 'mailbox-not-found', certainty: 'weak' },
  },
];
