/**
 * One complete reply (RFC 5321 §4.2): its code, and the text of each line without code and separator. Each
 * byte of a line that is not UTF-8 is the character U+0000 to U+00FF of its number.
 */
export interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Limits a wait: to `timeoutMs`, and until the signal fires. */
export interface WaitOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Options of `SmtpTransport.connect`. */
export interface ConnectOptions extends WaitOptions {
  /**
   * Called once, when our route is open, so that only the address is waited for from then on: at once, or
   * when a proxy has let us in. Until then, an end of the caller's time is no fault of the address. A
   * transport of an egress without `checkWayOut` need not call it.
   */
  onDialling?(): void;
}

/** Opens connections to exchanges by IP address. It does not resolve names. */
export interface SmtpTransport {
  /**
   * Connects to exactly this address and port. Rejects with a ConnectionError: `address_not_allowed` before
   * any packet is sent, if the address is not globally reachable; `no_route`, before any packet is sent to
   * it, if there is no way to it from here, as to IPv6 from an IPv4 address; `connection_refused`;
   * `connection_timeout` after `timeoutMs`; `connection_failed` for any other reason that lies with the
   * address or on the way to it; `egress_failed` if our route failed, whatever the address: the local address
   * is none of this machine, or the proxy is down, refuses us, or is silent. Rejects with `invalid_argument`
   * for a host name or an invalid port, and with the reason of the signal if that has fired, then before any
   * packet, or fires. A rejected or aborted call leaves no socket, timer or listener on the signal; a
   * connection leaves no listener on it either. Nothing is sent by itself.
   */
  connect(target: { address: string; port: number }, options: ConnectOptions): Promise<SmtpConnection>;
}

/**
 * One TCP connection. After a rejection it is closed and every later call rejects with `connection_closed`, so that a
 * late reply is never taken for the answer to a later command. Only a rejection with `invalid_argument` leaves the
 * connection usable.
 */
export interface SmtpConnection {
  /** True once TLS is in use. */
  readonly secure: boolean;
  /** True if the server has sent bytes that no `receive` has asked for yet. */
  readonly unread: boolean;
  /**
   * The IP address of this machine that the connection was made from. May be left out, and must be if servers
   * cannot see it for a reason that the transport knows, such as a proxy.
   */
  readonly localAddress?: string | undefined;
  /**
   * Writes command lines in UTF-8, adding CRLF to each, in their order and in one packet if they fit, also
   * while a `receive` waits. Resolves when they have been passed to the operating system. Rejects with
   * `invalid_argument`, without writing anything, if a line contains CR, LF, NUL or a lone surrogate, or has
   * more than 2,048 octets with its CRLF.
   */
  send(commands: readonly string[]): Promise<void>;
  /**
   * Returns the next complete reply, in order of arrival, however it is split into packets. Lines end with
   * CRLF or LF; each byte of a line that is no UTF-8 becomes the character of its number. Only one `receive`
   * at a time: a second one rejects with `invalid_argument`. Rejects with `reply_timeout` after `timeoutMs`,
   * also if a reply has only begun; `reply_too_long` (a line over 2,048 bytes, more than 128 lines, or more
   * than 64 KiB), also for what has come unasked; `reply_malformed` (no three-digit code from 200 to 599, or
   * different codes in one reply); `connection_closed` if the server has closed or reset the connection and
   * no complete reply is left to read; the reason of the signal, if that has fired or fires.
   */
  receive(options: WaitOptions): Promise<SmtpReply>;
  /**
   * Upgrades to TLS after a positive reply to STARTTLS (RFC 3207). Plain text received before the upgrade is
   * discarded, to prevent the injection of replies. Certificates are not verified, old versions are accepted,
   * and an IP address is not sent as the name: encryption is opportunistic (RFC 7435). Rejects with
   * `tls_failed`, or with `connection_timeout` after `timeoutMs`; with `invalid_argument` while a `receive`
   * waits, or TLS is in use or about to be. Then `send` and `receive` reject with that, too, until it is in
   * use.
   */
  startTls(options: WaitOptions & { serverName: string }): Promise<void>;
  /**
   * Ends the connection in order after QUIT: waits until the server has closed it (RFC 5321 §4.1.1.10), because a
   * server counts a connection until then. Closes it at once after `timeoutMs`, or when the signal fires. What still
   * arrives is discarded. Resolves when `closed` does; never rejects.
   */
  end(options: WaitOptions): Promise<void>;
  /**
   * Closes the connection at once, in any state, with a reset (RST) unless the server has ended it: a server that gets
   * only a FIN may go on serving, and counting, the connection. Pending calls reject with `connection_closed`.
   */
  close(): void;
  /** Resolves when the connection is closed and its socket is gone. Never rejects. */
  readonly closed: Promise<void>;
}
