/** One complete reply (RFC 5321 §4.2): its code, and the text of each line without code and separator. */
export interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Limits a wait: to `timeoutMs`, and until the signal fires. */
export interface WaitOptions {
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Opens connections to exchanges by IP address. It does not resolve names. */
export interface SmtpTransport {
  /**
   * Connects to exactly this address and port. Rejects with a ConnectionError: `address_not_allowed` before any packet
   * is sent, if the address is not globally reachable; `no_route`, before any packet is sent to it, if there is no way to
   * it from here, as to IPv6 from an IPv4 address; `connection_refused`; `connection_timeout` after `timeoutMs`;
   * `connection_failed` for any other reason that lies with the address or on the way to it; `egress_failed` if our way out
   * failed, whatever the address: the local address is none of this machine, or the proxy is down, refuses us, or is
   * silent. A rejected or aborted call leaves no socket open.
   */
  connect(target: { address: string; port: number }, options: WaitOptions): Promise<SmtpConnection>;
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
   * The IP address of this machine that the connection was made from. May be left out, and must be if servers cannot see
   * it for a reason that the transport knows, such as a proxy.
   */
  readonly localAddress?: string | undefined;
  /**
   * Writes command lines, adding CRLF to each, in one packet if they fit. Resolves when they have been passed to the
   * operating system. Rejects with `invalid_argument`, without writing anything, if a line contains CR, LF or NUL.
   */
  send(commands: readonly string[]): Promise<void>;
  /**
   * Returns the next complete reply, in order of arrival. Only one `receive` at a time. Rejects with `reply_timeout`
   * after `timeoutMs`; `reply_too_long` (a line over 2,048 bytes, more than 128 lines, or more than 64 KiB);
   * `reply_malformed` (no three-digit code from 200 to 599, or different codes in one reply); `connection_closed` if
   * the server has closed or reset the connection and no complete reply is left to read.
   */
  receive(options: WaitOptions): Promise<SmtpReply>;
  /**
   * Upgrades to TLS after a positive reply to STARTTLS (RFC 3207). Plain text received before the upgrade is discarded,
   * to prevent the injection of replies. Certificates are not verified: encryption is opportunistic (RFC 7435). Rejects
   * with `tls_failed`, or with `connection_timeout` after `timeoutMs`.
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
