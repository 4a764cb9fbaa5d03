/** Where in the dialogue a reply came. `greeting` is the 220 banner, `hello` EHLO or HELO. */
export type Stage = 'greeting' | 'hello' | 'starttls' | 'mail' | 'rcpt' | 'reset';

/** Who or what a reply speaks of. Only a refusal of the recipient may make an address invalid. */
export type Subject = 'recipient' | 'sender' | 'client' | 'server' | 'transaction';

/**
 * What a reply means, with the subject it is about.
 *
 * recipient: `accepted` (250, 251), `no-information` (252, and any positive reply to another command than RCPT),
 *   `mailbox-not-found`, `mailbox-disabled`, `mailbox-full`, `greylisted`, `verification-pending` (the server is
 *   still asking, 450 4.1.1 at Postfix).
 * sender: `sender-refused`. client (our address, name or reputation): `client-blocked`, `rate-limited`.
 * server: `server-unavailable`, `not-responsible` (takes no mail, or not for this domain), `temporary-failure`,
 *   `policy-refused` (permanent, but nobody says about whom), `unexpected`.
 * transaction: `too-many-recipients`, `tls-required`, `smtputf8-required`.
 */
export const subjectByMeaning = {
  accepted: 'recipient',
  'no-information': 'recipient',
  'mailbox-not-found': 'recipient',
  'mailbox-disabled': 'recipient',
  'mailbox-full': 'recipient',
  greylisted: 'recipient',
  'verification-pending': 'recipient',
  'sender-refused': 'sender',
  'client-blocked': 'client',
  'rate-limited': 'client',
  'server-unavailable': 'server',
  'not-responsible': 'server',
  'temporary-failure': 'server',
  'policy-refused': 'server',
  unexpected: 'server',
  'too-many-recipients': 'transaction',
  'tls-required': 'transaction',
  'smtputf8-required': 'transaction',
} as const satisfies Record<string, Subject>;

export type Meaning = keyof typeof subjectByMeaning;

export interface Classification {
  readonly meaning: Meaning;
  /** `weak` where the reply carries neither a telling enhanced code nor telling words. */
  readonly certainty: 'explicit' | 'weak';
}
