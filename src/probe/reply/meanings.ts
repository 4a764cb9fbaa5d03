/** The step of the SMTP session that a reply belongs to. `greeting` is the 220 banner, `hello` EHLO or HELO. */
export type Stage = 'greeting' | 'hello' | 'starttls' | 'mail' | 'rcpt' | 'reset';

/** Whom or what a reply is about. Only a refusal of the recipient can make an address invalid. */
export type Subject = 'recipient' | 'sender' | 'client' | 'server' | 'transaction';

/**
 * The subject of each meaning that a reply can have.
 *
 * - recipient: `accepted` (250, 251); `no-information` (252, or a positive reply to a command other than RCPT);
 *   `mailbox-not-found`; `mailbox-disabled`; `mailbox-full`; `mailbox-busy` (the mailbox exists, but has received too
 *   much to take more now); `greylisted`; `verification-pending` (the server is itself still verifying the recipient:
 *   Postfix, 450 4.1.1)
 * - sender: `sender-refused`
 * - client (our IP address, host name or reputation): `client-blocked`; `rate-limited`; `too-many-missing`
 *   (we have asked about too many recipients that do not exist)
 * - server: `server-unavailable`; `not-responsible` (accepts no mail at all, or none for this domain);
 *   `temporary-failure`; `policy-refused` (a permanent refusal that does not say who is refused); `unexpected`
 * - transaction: `too-many-recipients`; `session-limit` (the server ends the session because of how much was
 *   said in it; the next one is welcome); `tls-required`; `smtputf8-required`
 */
export const subjectByMeaning = {
  accepted: 'recipient',
  'no-information': 'recipient',
  'mailbox-not-found': 'recipient',
  'mailbox-disabled': 'recipient',
  'mailbox-full': 'recipient',
  'mailbox-busy': 'recipient',
  greylisted: 'recipient',
  'verification-pending': 'recipient',
  'sender-refused': 'sender',
  'client-blocked': 'client',
  'rate-limited': 'client',
  'too-many-missing': 'client',
  'server-unavailable': 'server',
  'not-responsible': 'server',
  'temporary-failure': 'server',
  'policy-refused': 'server',
  unexpected: 'server',
  'too-many-recipients': 'transaction',
  'session-limit': 'transaction',
  'tls-required': 'transaction',
  'smtputf8-required': 'transaction',
} as const satisfies Record<string, Subject>;

/** What a reply means. */
export type Meaning = keyof typeof subjectByMeaning;

/** The stages at which a meaning is possible; any stage if it is not listed. */
export const stagesByMeaning: Partial<Record<Meaning, readonly Stage[]>> = {
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

/** The meaning of a reply, and what its words show besides. */
export interface Classification {
  readonly meaning: Meaning;
  /** `weak` if neither the enhanced status code nor the words of the reply state the meaning. */
  readonly certainty: 'explicit' | 'weak';
  /**
   * How far the cause reaches at most, if the reply shows that. `recipient`: a temporary failure of this
   * mailbox, not of the server. `domain`: a limit or block that the customer has set, not the provider, or a
   * domain that the server does not serve. If absent, the cause may concern everything that we ask of the
   * server.
   */
  readonly reach?: 'recipient' | 'domain';
  /** True if a refusal has neither words nor an enhanced status code that say anything: a bare `550`. */
  readonly wordless?: true;
}

/** True if a reply asks us to come less often. */
export function asksToSlowDown({ meaning }: Pick<Classification, 'meaning'>): boolean {
  return meaning === 'rate-limited' || meaning === 'too-many-missing';
}
