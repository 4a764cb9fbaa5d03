import type { Stage } from '../../src/probe/reply/meanings.ts';
import type { Zone, ZoneFault } from './dns/zone.ts';
import type { SandboxCommand } from './smtp/command.ts';
import type { GivenReplyTexts, ReplyText } from './smtp/reply-texts.ts';

/**
 * Describes a small internet: which domains have which mailboxes, on which servers, and how the servers behave.
 *
 * ```ts
 * const world: SandboxWorld = {
 *   domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann', 'bob'] } },
 *   exchanges: { 'mx.example.com': { maxRecipientsPerTransaction: 5 } },
 * };
 * ```
 *
 * Names may be U-labels. A name that is in neither record does not exist, except for `gmail-smtp-in.l.google.com`, one
 * of the engine's default canaries: as it can be reached, exchanges that cannot are to blame themselves. To simulate an
 * outage on our side, describe that host as an exchange with `refusesConnections`.
 */
export interface SandboxWorld {
  readonly domains: Readonly<Record<string, SandboxDomain>>;
  /** By host name. `{}` is a server that behaves like Postfix with default settings. */
  readonly exchanges: Readonly<Record<string, SandboxExchange>>;
  /** Further DNS names. An entry replaces the one derived from `domains` and `exchanges`. */
  readonly zone?: Zone | undefined;
}

/** A domain: its exchanges, its mailboxes, and how they reply. */
export interface SandboxDomain {
  /**
   * Host names in order of preference (10, 20, …), each an exchange of the world or a name in its zone.
   * `'null'`: null MX (RFC 7505). `'implicit'`: no MX; the domain is itself one of the exchanges (RFC 5321 §5.1).
   * Left out: the name exists but has neither MX nor address records.
   */
  readonly mx?: readonly string[] | 'null' | 'implicit' | undefined;
  /** What DNS answers to every question about the domain, instead of records. */
  readonly dns?: ZoneFault | undefined;
  /** Unquoted local parts that accept mail, or a script for each. Case does not matter. */
  readonly mailboxes?: readonly string[] | Readonly<Record<string, MailboxScript>> | undefined;
  /** Whether local parts that are not listed are accepted too. Default false. */
  readonly catchAll?: boolean | undefined;
  /** Reply to recipients that are not listed. Default: the text of the exchange. */
  readonly unknownReply?: ReplyText | undefined;
}

/**
 * How RCPT is answered for one mailbox. `replies` are used one after another, across all connections; the last one
 * repeats. `greylistMs` works as for an exchange, for this mailbox only.
 */
export type MailboxScript =
  | 'accepts'
  | 'missing'
  | 'full'
  | 'disabled'
  | { readonly reply: ReplyText }
  | { readonly replies: readonly ReplyText[] }
  | { readonly greylistMs: number };

/** A stage of the dialogue: the stages of a probe, and QUIT. */
export type SandboxStage = Stage | 'quit';

/**
 * `silent`: sends nothing from here on. `endless-lines`: a multi-line reply that never ends. `endless-line`: a line
 * that never ends. `garbage`: bytes that are not SMTP. `closes`: closes the connection instead of replying.
 * `cuts`: closes it in the middle of the reply. `resets`: resets the TCP connection.
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
 * How a server behaves. Every setting is optional; the defaults are those of Postfix. The server accepts mail for the
 * domains that name it as an exchange, and refuses to relay for others.
 */
export interface SandboxExchange {
  // --------------------------------------------------------------------------------------- what it offers
  /** PIPELINING (RFC 2920). Default true. `'from-second-connection'`: not offered to a client's first connection. */
  readonly pipelining?: boolean | 'from-second-connection' | undefined;
  /** SMTPUTF8 (RFC 6531). Default false. */
  readonly smtpUtf8?: boolean | undefined;
  /** `broken`: offered, but answered with 454. `fails`: answered with 220, but the handshake fails. Default `none`. */
  readonly startTls?: 'none' | 'offered' | 'required' | 'broken' | 'fails' | undefined;
  /** False: the server knows only HELO and answers EHLO with 502. Default true. */
  readonly ehlo?: boolean | undefined;
  /** False: replies carry no enhanced status codes (RFC 3463). Default true. */
  readonly enhancedCodes?: boolean | undefined;
  /** False: replies do not repeat the recipient's address. Default true. */
  readonly echo?: boolean | undefined;
  /** Reply texts that differ from those of Postfix. `providerTexts` has those of some large providers. */
  readonly texts?: GivenReplyTexts | undefined;
  /** IP versions to which its name resolves. Default `'4'`. */
  readonly ip?: '4' | '6' | 'both' | undefined;
  /**
   * Exchanges that have the same name here are one server, at one IP address, which takes mail for the domains of all
   * of them: so a provider serves customers who have MX names of their own. It cannot tell by which name it was found:
   * its settings must be the same in all of them, and its connections, replies and log bear the name of the first.
   * `statistics.addresses` counts by this name. Default: each exchange is a server by itself.
   */
  readonly address?: string | undefined;

  // --------------------------------------------------------------------------------------- how fast it is
  /** The greeting, or its lines and the pause between them. */
  readonly greeting?: ReplyText | { readonly lines: readonly string[]; readonly pauseMs: number } | undefined;
  /** Time from the connection to the greeting. Default: the sandbox's. */
  readonly greetingDelayMs?: number | undefined;
  /**
   * Latency: the time from a command to its reply, and from the client's FIN to the server's. Commands that arrive
   * together are answered together.
   */
  readonly replyDelayMs?: number | undefined;
  /** Service time: the time from one reply to the next, however early the command arrived. Default 0. */
  readonly tarpitMs?: number | undefined;
  /** Delays every reply by `delayMs` once this many recipients were refused; false: never. Default 10 and 1,000 ms. */
  readonly softRefusals?: { readonly count: number; readonly delayMs: number } | false | undefined;
  /** Closes a connection with 421 when it has been idle for this long. Default 300,000. */
  readonly idleTimeoutMs?: number | undefined;

  // --------------------------------------------------------------------------------------- what it limits
  /** Connections at the same time; further ones are greeted with 421. Default 50. */
  readonly maxConnections?: number | undefined;
  /**
   * Connections at the same time from one client address, under all names of `address` together; further ones are
   * greeted with 421. Default: any number.
   */
  readonly maxConnectionsPerClient?: number | undefined;
  /**
   * Counts the connections of a client together with those to other exchanges that have the same name here, as a provider
   * does. Default: each exchange by itself.
   */
  readonly connectionsCountedAs?: string | undefined;
  /** Accepted recipients per transaction; further ones get `texts.tooManyRecipients` until RSET. Default 1,000. */
  readonly maxRecipientsPerTransaction?: number | undefined;
  /**
   * After this many RCPT commands were answered with 4yz or 5yz on a connection, the server sends a 421 that answers
   * no command, and closes. Commands pipelined after that get no reply. RSET does not clear the count. Default 20.
   */
  readonly maxRefusals?: number | undefined;
  /**
   * Commands of a connection that send no mail, as Exim counts them (`smtp_accept_max_nonmail`, 10 by default): RSET,
   * NOOP, EHLO and HELO, STARTTLS, VRFY, EXPN, ETRN, HELP. The first RSET, the first EHLO or HELO, the next one after
   * STARTTLS, and the first STARTTLS are free. One more gets `texts.tooManyNonMailCommands`, and the connection is
   * closed. Default: any number.
   */
  readonly maxNonMailCommands?: number | undefined;
  /** Closes the connection of a client that pipelines without having been offered PIPELINING. Default false. */
  readonly hangsUpAfterPipelining?: boolean | undefined;
  /** Reads the first command of a packet and drops the rest, although it offers PIPELINING. Default false. */
  readonly dropsPipelinedInput?: boolean | undefined;

  // -------------------------------------------------------------------------------------- what it decides
  /** Answers 450 4.2.0 until this long after the first attempt of the same sender, recipient and network. */
  readonly greylistMs?: number | undefined;
  /** Whether unknown recipients are greylisted too or refused at once. Default `'everybody'`. */
  readonly greylists?: 'everybody' | 'existing' | undefined;
  /** Blocks the client from this stage on (`texts.blocked`). */
  readonly blocks?: 'greeting' | 'hello' | 'mail' | 'rcpt' | undefined;
  /** Settings for one client instead, by its address as servers see it: 192.0.2.25 for 127.0.0.1, others for themselves. */
  readonly clients?:
    | Readonly<Record<string, Pick<SandboxExchange, 'blocks' | 'maxConnectionsPerClient'>>>
    | undefined;
  /** Accepts every recipient at every domain. Default false. */
  readonly acceptsEverything?: boolean | undefined;
  /** A fixed reply to every command of a stage. */
  readonly replies?:
    | Readonly<Partial<Record<Exclude<SandboxStage, 'greeting'>, ReplyText | undefined>>>
    | undefined;

  // ----------------------------------------------------------------------------------------- how it fails
  /** Refuses TCP connections. Default false. */
  readonly refusesConnections?: boolean | undefined;
  /** Number of addresses that its name resolves to before the live one, and that refuse connections. Default 0. */
  readonly deadAddresses?: number | undefined;
  /** Number of addresses that its name resolves to before all others, and that answer nothing: connections hang. Default 0. */
  readonly silentAddresses?: number | undefined;
  readonly fault?: SandboxFault | undefined;
  /** The stage of the fault. Default `'greeting'`. */
  readonly faultAt?: SandboxStage | undefined;
  /** Every reply of this stage is sent twice. */
  readonly doubles?: SandboxStage | undefined;
  /** No reply of this stage is ever sent. */
  readonly loses?: SandboxStage | undefined;

  // ------------------------------------------------------------------------------------------ custom replies
  /**
   * Replies to a command before all other settings are considered. The greeting is requested with the verb CONNECT.
   * Return undefined to leave the reply to the other settings. The session's state follows the code of the reply.
   */
  reply?(command: SandboxCommand, session: SandboxSession): ReplyText | undefined;
}

/** A connection, for `reply` hooks. */
export interface SandboxSession {
  /** Host name of the exchange. */
  readonly exchange: string;
  /** 1 for the exchange's first connection. */
  readonly connection: number;
  /** The client's address, as the server sees it: 192.0.2.25 for 127.0.0.1, others for themselves. */
  readonly client: string;
  /** The client's name in EHLO or HELO; null before. */
  readonly clientName: string | null;
  readonly secure: boolean;
  /** Envelope sender of the transaction; null outside a transaction. */
  readonly sender: string | null;
  /** Recipients accepted in the transaction. */
  readonly recipients: readonly string[];
  /** RCPT commands refused on the connection so far. */
  readonly refusals: number;
  /** Closes the connection after sending the replies given so far. */
  hangUp(): void;
  /** Resets the connection at once. */
  reset(): void;
}
