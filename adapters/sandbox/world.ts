import type { Stage } from '../../src/probe/reply/meanings.ts';
import type { Zone, ZoneFault } from './dns/zone.ts';
import type { SandboxCommand } from './smtp/command.ts';
import type { ReplyText, ReplyTexts } from './smtp/reply-texts.ts';

/**
 * A small internet written down as a literal: who has which mailboxes, on which servers, and how these behave.
 *
 * ```ts
 * const world: SandboxWorld = {
 *   domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann', 'bob'] } },
 *   exchanges: { 'mx.example.com': { maxRecipientsPerTransaction: 5 } },
 * };
 * ```
 *
 * Names may be written as U-labels. Names in neither record do not exist.
 */
export interface SandboxWorld {
  readonly domains: Readonly<Record<string, SandboxDomain>>;
  /** By host name. `{}` is a plain Postfix-like server. */
  readonly exchanges: Readonly<Record<string, SandboxExchange>>;
  /** More DNS names. An entry replaces the one that domains and exchanges would give under the same name. */
  readonly zone?: Zone;
}

export interface SandboxDomain {
  /**
   * Host names in order of preference (10, 20, …), each an exchange of the world or a name in its zone.
   * `'null'`: null MX (RFC 7505). `'implicit'`: no MX; the domain is itself one of the exchanges (RFC 5321 §5.1).
   * Left out: the name exists and has neither MX nor address.
   */
  readonly mx?: readonly string[] | 'null' | 'implicit';
  /** What DNS answers to every question about the domain instead. */
  readonly dns?: ZoneFault;
  /** Local parts, unquoted, that accept mail; or a script by local part. Letter case does not matter. */
  readonly mailboxes?: readonly string[] | Readonly<Record<string, MailboxScript>>;
  /** True: what is not listed is accepted too. Default false. */
  readonly catchAll?: boolean;
  /** Reply to a recipient who is not listed, instead of the exchange's own words. */
  readonly unknownReply?: ReplyText;
}

/**
 * What becomes of RCPT for one mailbox. `replies` are given one after the other, over all connections, and the
 * last one stays. `greylistMs` as at the exchange, for this mailbox alone.
 */
export type MailboxScript =
  | 'accepts'
  | 'missing'
  | 'full'
  | 'disabled'
  | { readonly reply: ReplyText }
  | { readonly replies: readonly ReplyText[] }
  | { readonly greylistMs: number };

/** Where in a dialogue something can happen: the stages of a probe, and QUIT. */
export type SandboxStage = Stage | 'quit';

/**
 * `silent`: says nothing from here on. `endless-lines`: a multi-line reply that never ends. `endless-line`: a line
 * that never ends. `garbage`: bytes that are no SMTP. `closes`: ends the connection instead of replying.
 * `cuts`: ends it in the middle of the reply. `resets`: TCP reset.
 */
export type SandboxFault =
  | 'silent'
  | 'endless-lines'
  | 'endless-line'
  | 'garbage'
  | 'closes'
  | 'cuts'
  | 'resets';

/**
 * How a server behaves. Everything is optional; the defaults are those of Postfix. It takes mail for the domains
 * that name it as an exchange, and denies relaying to others.
 */
export interface SandboxExchange {
  // ---------------------------------------------------------------------------------- what it offers
  /** PIPELINING (RFC 2920). Default true. `'from-second-connection'`: not to a client it has never seen. */
  readonly pipelining?: boolean | 'from-second-connection';
  /** SMTPUTF8 (RFC 6531). Default false. */
  readonly smtpUtf8?: boolean;
  /** `broken`: offered, and answered with 454. `fails`: answered with 220, and then no handshake. Default `none`. */
  readonly startTls?: 'none' | 'offered' | 'required' | 'broken' | 'fails';
  /** False: knows HELO only and answers EHLO with 502. Default true. */
  readonly ehlo?: boolean;
  /** False: replies carry no enhanced status codes (RFC 3463). Default true. */
  readonly enhancedCodes?: boolean;
  /** False: the recipient's address is not repeated in replies. Default true. */
  readonly echo?: boolean;
  /** Its words, as far as they differ from Postfix'. `providerTexts` has those of some large providers. */
  readonly texts?: Partial<ReplyTexts>;
  /** IP versions that its name resolves to. Default `'4'`. */
  readonly ip?: '4' | '6' | 'both';

  // ---------------------------------------------------------------------------------- how fast it is
  /** The greeting; or its lines, sent with a pause between them. */
  readonly greeting?: ReplyText | { readonly lines: readonly string[]; readonly pauseMs: number };
  /** From the connection to the greeting. Default 0, or the sandbox's. */
  readonly greetingDelayMs?: number;
  /** Latency: from a command's arrival to its reply. Commands that arrive together are answered together. */
  readonly replyDelayMs?: number;
  /** Service time: from one reply to the next, however early the command came. Default 0. */
  readonly tarpitMs?: number;
  /** Slows down by `delayMs` a reply after so many refused recipients; false: never. Default 10 and 1,000 ms. */
  readonly softRefusals?: { readonly count: number; readonly delayMs: number } | false;
  /** Ends a connection on which nothing was said for so long, with 421. Default 300,000. */
  readonly idleTimeoutMs?: number;

  // ---------------------------------------------------------------------------------- what it limits
  /** Connections at a time; more get 421 as a greeting. Default 50. */
  readonly maxConnections?: number;
  /** Accepted recipients in a transaction; more get 452 4.5.3 until RSET (`texts.tooManyRecipients`). Default 1,000. */
  readonly maxRecipientsPerTransaction?: number;
  /**
   * After so many RCPT answered with 4yz or 5yz on a connection, a 421 that answers nothing, and the end: commands
   * pipelined behind get no reply. RSET does not clear the count. Default 20.
   */
  readonly maxRefusals?: number;
  /** Ends the connection of a client that pipelines although that was not offered to it. Default false. */
  readonly hangsUpAfterPipelining?: boolean;

  // ---------------------------------------------------------------------------------- what it decides
  /** Answers 450 4.2.0 to a sender, recipient and network until so long after their first attempt. */
  readonly greylistMs?: number;
  /** Whether unknown recipients are greylisted too, or refused at once. Default `'everybody'`. */
  readonly greylists?: 'everybody' | 'existing';
  /** Blocks the client from this stage on (`texts.blocked`). */
  readonly blocks?: 'greeting' | 'hello' | 'mail' | 'rcpt';
  /** Accepts every recipient at every domain. Default false. */
  readonly acceptsEverything?: boolean;
  /** The same reply to everything at a stage. */
  readonly replies?: Readonly<Partial<Record<Exclude<SandboxStage, 'greeting'>, ReplyText>>>;

  // ---------------------------------------------------------------------------------- how it fails
  /** Nobody listens: TCP connections are refused. Default false. */
  readonly refusesConnections?: boolean;
  /** Addresses that its name resolves to before the live one, and that refuse connections. Default 0. */
  readonly deadAddresses?: number;
  readonly fault?: SandboxFault;
  /** Where the fault shows. Default `'greeting'`. */
  readonly faultAt?: SandboxStage;
  /** Every reply of this stage is sent twice. */
  readonly doubles?: SandboxStage;
  /** No reply of this stage is ever sent. */
  readonly loses?: SandboxStage;

  // ---------------------------------------------------------------------------------- what else
  /**
   * Decides about a command before all of the above (the greeting comes as the verb CONNECT); undefined leaves it
   * to them. The session's state follows the code of the reply given.
   */
  reply?(command: SandboxCommand, session: SandboxSession): ReplyText | undefined;
}

/** One connection, as a `reply` hook sees it. */
export interface SandboxSession {
  /** Host name of the exchange. */
  readonly exchange: string;
  /** 1 for the exchange's first connection. */
  readonly connection: number;
  /** What the client called itself; null before EHLO or HELO. */
  readonly clientName: string | null;
  readonly secure: boolean;
  /** Envelope sender of the transaction; null outside of one. */
  readonly sender: string | null;
  /** Recipients accepted in the transaction. */
  readonly recipients: readonly string[];
  /** RCPT refused on the connection so far. */
  readonly refusals: number;
  /** Ends the connection once the replies given so far are sent. */
  hangUp(): void;
  /** Resets the connection at once. */
  reset(): void;
}
