import type { Classification, Meaning, Stage } from './meanings.ts';

/**
 * A row of the table of enhanced status codes (RFC 3463, registry of RFC 5248, RFC 7372, RFC 7505, and the ranges that
 * Microsoft publishes).
 */
export interface CodeMeaning {
  readonly class: 4 | 5;
  readonly subject: number;
  /** One detail, or the first and last of a range. */
  readonly detail: number | readonly [first: number, last: number];
  readonly meaning: Meaning;
  /** True if the code alone decides who is refused, even if the words mention a user. */
  readonly decisive?: true;
  /** If absent, the code states its meaning explicitly. */
  readonly certainty?: 'weak';
  readonly reach?: Classification['reach'];
}

const any = [0, 999] as const;

/** The first row that matches counts. */
export const enhancedCodeMeanings: readonly CodeMeaning[] = [
  // Addresses.
  { class: 5, subject: 1, detail: 1, meaning: 'mailbox-not-found' },
  { class: 5, subject: 1, detail: 2, meaning: 'not-responsible' },
  { class: 5, subject: 1, detail: 3, meaning: 'mailbox-not-found' },
  { class: 5, subject: 1, detail: 6, meaning: 'mailbox-not-found' },
  { class: 5, subject: 1, detail: [7, 8], meaning: 'sender-refused', decisive: true },
  { class: 5, subject: 1, detail: 10, meaning: 'not-responsible' },
  { class: 5, subject: 1, detail: any, meaning: 'policy-refused', certainty: 'weak' },
  { class: 4, subject: 1, detail: [7, 8], meaning: 'sender-refused', decisive: true },
  { class: 4, subject: 1, detail: any, meaning: 'temporary-failure', reach: 'recipient' },

  // The mailbox. X.2.1 has no row for permanent refusals: it means "disabled" only if the words say so.
  { class: 5, subject: 2, detail: 2, meaning: 'mailbox-full', decisive: true },
  // Microsoft: more messages an hour than a mailbox may receive from one sender, or from all.
  { class: 5, subject: 2, detail: [121, 122], meaning: 'mailbox-busy', decisive: true },
  { class: 5, subject: 2, detail: any, meaning: 'policy-refused', certainty: 'weak' },
  { class: 4, subject: 2, detail: 0, meaning: 'greylisted' },
  { class: 4, subject: 2, detail: 2, meaning: 'mailbox-full', decisive: true },
  { class: 4, subject: 2, detail: any, meaning: 'temporary-failure', reach: 'recipient' },

  // The mail system, then network and routing: temporary, even if the server says "permanent".
  { class: 5, subject: 3, detail: 2, meaning: 'server-unavailable' },
  { class: 5, subject: 3, detail: 4, meaning: 'policy-refused', decisive: true },
  { class: 5, subject: 3, detail: any, meaning: 'temporary-failure' },
  { class: 4, subject: 3, detail: 2, meaning: 'server-unavailable' },
  { class: 4, subject: 3, detail: any, meaning: 'temporary-failure', decisive: true },
  { class: 5, subject: 4, detail: any, meaning: 'temporary-failure' },
  { class: 4, subject: 4, detail: any, meaning: 'temporary-failure' },

  // The protocol, then the content of the message.
  { class: 5, subject: 5, detail: 3, meaning: 'too-many-recipients', decisive: true },
  { class: 5, subject: 5, detail: any, meaning: 'unexpected', certainty: 'weak' },
  { class: 4, subject: 5, detail: 3, meaning: 'too-many-recipients', decisive: true },
  { class: 4, subject: 5, detail: any, meaning: 'temporary-failure' },
  { class: 5, subject: 6, detail: 7, meaning: 'smtputf8-required', decisive: true },
  { class: 5, subject: 6, detail: any, meaning: 'policy-refused' },
  { class: 4, subject: 6, detail: any, meaning: 'temporary-failure' },

  // Security and policy. 20–22 DKIM, 23–24 SPF, 25 reverse DNS, 26 several at once, 27 the sender's null MX.
  { class: 5, subject: 7, detail: [10, 11], meaning: 'tls-required', decisive: true },
  { class: 5, subject: 7, detail: [20, 24], meaning: 'sender-refused', decisive: true },
  { class: 5, subject: 7, detail: 25, meaning: 'client-blocked', decisive: true },
  { class: 5, subject: 7, detail: [26, 27], meaning: 'sender-refused', decisive: true },
  { class: 5, subject: 7, detail: 28, meaning: 'rate-limited', decisive: true },
  { class: 5, subject: 7, detail: 54, meaning: 'not-responsible', decisive: true },
  { class: 5, subject: 7, detail: 64, meaning: 'not-responsible', decisive: true },
  // Microsoft: 501–503 spam, 508 too much from one IP, 509–515 DMARC and banned senders, 606–649 banned IPs.
  { class: 5, subject: 7, detail: [501, 503], meaning: 'client-blocked', decisive: true },
  { class: 5, subject: 7, detail: 508, meaning: 'rate-limited', decisive: true },
  { class: 5, subject: 7, detail: [509, 512], meaning: 'sender-refused', decisive: true },
  { class: 5, subject: 7, detail: 515, meaning: 'sender-refused', decisive: true },
  { class: 5, subject: 7, detail: [606, 649], meaning: 'client-blocked', decisive: true },
  { class: 5, subject: 7, detail: any, meaning: 'policy-refused' },
  { class: 4, subject: 7, detail: 1, meaning: 'greylisted' },
  { class: 4, subject: 7, detail: 10, meaning: 'tls-required', decisive: true },
  { class: 4, subject: 7, detail: [20, 24], meaning: 'sender-refused', decisive: true },
  { class: 4, subject: 7, detail: 25, meaning: 'client-blocked', decisive: true },
  { class: 4, subject: 7, detail: [26, 27], meaning: 'sender-refused', decisive: true },
  { class: 4, subject: 7, detail: [500, 999], meaning: 'rate-limited', decisive: true },
  { class: 4, subject: 7, detail: any, meaning: 'rate-limited' },
];

type ByReplyCode = Readonly<Record<number, Meaning>> & { readonly otherwise: Meaning };

/** Codes about a command, or about the server. */
const ofCommand: Readonly<Record<number, Meaning>> = {
  500: 'unexpected',
  501: 'unexpected',
  502: 'unexpected',
  503: 'unexpected',
  504: 'unexpected',
  521: 'not-responsible',
  530: 'tls-required',
  555: 'unexpected',
  556: 'not-responsible',
};

/** Meanings of 5xx codes (RFC 5321 §4.2, RFC 7504), if no rule matches. Always weak. */
export const permanentCodeMeanings: Readonly<Record<Stage, ByReplyCode>> = {
  // So far we have only named ourselves.
  greeting: { otherwise: 'client-blocked', 521: 'not-responsible', 556: 'not-responsible' },
  hello: {
    otherwise: 'client-blocked',
    ...ofCommand,
    501: 'client-blocked',
    504: 'client-blocked',
    555: 'client-blocked',
  },
  mail: { otherwise: 'sender-refused', ...ofCommand, 552: 'policy-refused' },
  // A 550 without words has its own rule.
  rcpt: { otherwise: 'policy-refused', ...ofCommand, 551: 'not-responsible' },
  starttls: { otherwise: 'unexpected' },
  reset: { otherwise: 'unexpected' },
};

/** The same for 4xx, at any stage. */
export const transientCodeMeanings: ByReplyCode = {
  otherwise: 'temporary-failure',
  421: 'server-unavailable',
  455: 'unexpected',
};
