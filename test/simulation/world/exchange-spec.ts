import type { ReplyTexts } from '../../../adapters/sandbox/smtp/reply-texts.ts';

/** How a hostile server wastes the time of its clients. */
export type Hostility =
  /** Accepts connections, and says nothing. */
  | 'silent'
  /** Sends a greeting that never ends. */
  | 'endless-greeting'
  /** Sends bytes that are not SMTP. */
  | 'garbage'
  /** Hangs up after the first recipient of each session. */
  | 'hangs-up'
  /** Answers each recipient at random. */
  | 'random-answers'
  /** Says 421 to each MAIL. */
  | 'closes-at-mail'
  /** Refuses everybody at EHLO, in the words for a client that it blocks, and hangs up. */
  | 'hangs-up-at-hello'
  /** Refuses everybody at EHLO, and says 503 to HELO. */
  | 'refuses-hello';

/** A mail server, with its limits, which it tells nobody. Durations in milliseconds. */
export interface ExchangeSpec {
  readonly host: string;
  readonly addresses: readonly string[];
  readonly addresses6: readonly string[];
  /** IPv4 addresses that DNS names before the others, and where nobody answers. */
  readonly silentAddresses: readonly string[];
  readonly texts: ReplyTexts;
  readonly enhancedCodes: boolean;
  readonly echo: boolean;
  /** From one side to the other, without the time that the server takes. */
  readonly oneWayMs: number;
  readonly jitterMs: number;
  readonly greetingMs: number;
  readonly replyMs: number;
  readonly pipelining: boolean;
  readonly startTls: 'none' | 'works' | 'refused' | 'broken';
  readonly smtpUtf8: boolean;
  readonly greylist: GreylistSpec | undefined;
  /** `refuse-as-blocked`: in the words for a client that it blocks. */
  readonly connectionLimit:
    | { readonly perClient: number; readonly how: 'refuse' | 'refuse-as-blocked' | 'hang' }
    | undefined;
  /** What it bears of the recipients of a client. */
  readonly recipientLimits: RecipientLimits | undefined;
  /** Exchanges that have this in common count the connections and recipients of a client together. */
  readonly countedAs: string;
  /** So long after the start its limits on a client are halved. */
  readonly halvedAfterMs: number | undefined;
  readonly recipientsPerTransaction: number;
  readonly errorLimits: ErrorLimits;
  /** Commands besides mail that it takes in a session, as Exim counts them. */
  readonly mostNonMailCommands: number | undefined;
  /** Reads the first command of a group and drops the rest, although it offers PIPELINING. */
  readonly dropsPipelinedInput: boolean;
  /** The share of its connections on which a reply is lost, late, doubled or garbled, or that break. */
  readonly flakiness: number;
  readonly tarpitMs: number;
  /** Verifies recipients at another server, and says 450 until it knows, and 450 for those that do not exist. */
  readonly calloutMs: number | undefined;
  /** Accepts every recipient, and refuses only after DATA. */
  readonly acceptsEverything: boolean;
  /** A backup exchange that accepts everything for its domains. */
  readonly isBackup: boolean;
  /** Some domains still name it although it no longer takes mail for them. */
  readonly isRetired: boolean;
  readonly reach: 'open' | 'refuses' | 'silent';
  readonly hostility: Hostility | undefined;
}

/** What a server bears of the recipients of one client, by its address. */
export interface RecipientLimits {
  /** It refuses more in any second for now. */
  readonly perSecond?: number;
  /** After more missing ones within a time, it refuses every recipient for now, for as long as that time. */
  readonly missing?: { readonly most: number; readonly withinMs: number };
}

/** What a server does after so many refusals in one session. */
export interface ErrorLimits {
  /** From then on each reply takes a second more. */
  readonly slowAt: number;
  /** From then on it refuses every recipient with this text, whether it exists or not. */
  readonly refuseAllAt: number;
  readonly refusal: string;
  /** Then it hangs up. */
  readonly closeAt: number;
}

export interface GreylistSpec {
  readonly delayMs: number;
  /** The part of the client's address that counts. */
  readonly network: 24 | 32;
  /** True: also recipients that do not exist are put off. */
  readonly beforeDirectory: boolean;
}
