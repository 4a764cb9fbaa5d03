/** The step of the SMTP session that a reply belongs to. `greeting` is the 220 banner, `hello` EHLO or HELO. */
export type Stage = 'greeting' | 'hello' | 'starttls' | 'mail' | 'rcpt' | 'reset';

/** Whom or what a reply is about. Only a refusal of the recipient can make an address invalid. */
export type Subject = 'recipient' | 'sender' | 'client' | 'server' | 'transaction';

/** The subject of each meaning that a reply can have. */
export const subjectByMeaning = {
  /** 250, 251. */
  accepted: 'recipient',
  /** 252, or a positive reply to a command other than RCPT. */
  'no-information': 'recipient',
  'mailbox-not-found': 'recipient',
  'mailbox-disabled': 'recipient',
  'mailbox-full': 'recipient',
  /** The mailbox exists, but has received too much to take more now. */
  'mailbox-busy': 'recipient',
  greylisted: 'recipient',
  /** The server is itself still verifying the recipient: Postfix, 450 4.1.1. */
  'verification-pending': 'recipient',
  'sender-refused': 'sender',
  /** Our IP address, host name or reputation. */
  'client-blocked': 'client',
  'rate-limited': 'client',
  /** We have asked about too many recipients that do not exist. */
  'too-many-missing': 'client',
  'server-unavailable': 'server',
  /** It accepts no mail at all, or none for this domain. */
  'not-responsible': 'server',
  'temporary-failure': 'server',
  /** A permanent refusal that does not say who is refused. */
  'policy-refused': 'server',
  unexpected: 'server',
  'too-many-recipients': 'transaction',
  /** The server ends the session because of how much was said in it; the next one is welcome. */
  'session-limit': 'transaction',
  'tls-required': 'transaction',
  'smtputf8-required': 'transaction',
} as const satisfies Record<string, Subject>;

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
   * How far the cause reaches at most, if the reply shows that. `recipient`: a temporary failure of this mailbox, not of
   * the server. `domain`: a limit or block that the customer has set, or a domain that the server does not serve. If
   * absent, the cause may concern everything that we ask of the server.
   */
  readonly reach?: 'recipient' | 'domain';
  /** True if a refusal has neither words nor an enhanced status code that say anything: a bare `550`. */
  readonly wordless?: true;
}

/** True if a reply asks us to come less often. */
export function asksToSlowDown({ meaning }: Pick<Classification, 'meaning'>): boolean {
  return meaning === 'rate-limited' || meaning === 'too-many-missing';
}
