/**
 * Who is signed in to the console, and who is invited to it. Browsers and links carry secrets; the store is only given ids that were
 * derived from these and do not lead back to them, so that nobody who reads the storage can sign in. Times are by the clock of
 * the store.
 *
 * Ids have 16 to 100 letters, digits, `-` and `_`, and are never used twice: one that is in use is rejected with `conflict`. Accounts
 * are texts as in `KeyStore`. What is malformed is rejected with `invalid_argument`, which names the `parameter`. Any text may
 * be looked for.
 *
 * An invitation or a session has expired once `now >= expiresAt`. It is refused, too, while the clock is set back to before
 * `createdAt`.
 */
export interface ConsoleSessions {
  /**
   * Keeps an invitation of an account for `validForMs`: an integer from 1 to a day. Of an account, at most 20 are pending (neither
   * used, withdrawn nor expired): one more ends the oldest.
   */
  invite(invitation: {
    readonly id: string;
    readonly account: string;
    readonly validForMs: number;
  }): Promise<ConsoleInvitation>;
  /**
   * Uses up an invitation and begins a session of its account under an id of its own, in one atomic step: of concurrent calls,
   * one does. Undefined if the invitation is unknown, used, withdrawn or expired. Otherwise as `begin`.
   */
  redeem(
    invitationId: string,
    session: { readonly id: string; readonly validForMs: number },
  ): Promise<ConsoleSession | undefined>;
  /**
   * Begins a session of the operator, which lasts for `validForMs`: an integer from 1 to a day. An account has at most 20 sessions, and
   * so has the operator: one more ends the oldest.
   */
  begin(session: { readonly id: string; readonly validForMs: number }): Promise<ConsoleSession>;
  /** Undefined if the session is unknown, ended or expired. Does not lengthen it. */
  find(id: string): Promise<ConsoleSession | undefined>;
  /**
   * Ends a session. True if this call ended it: of concurrent calls, one. False if it is unknown, ended or expired. Every later `find`
   * sees that, in all processes.
   */
  end(id: string): Promise<boolean>;
  /**
   * Ends all sessions of an account (null: of the operator) and its pending invitations, in one atomic step. Returns how many
   * there were of both.
   */
  endAll(account: string | null): Promise<number>;
  /** Returns the pending invitations of an account in the order in which they were made, also within a millisecond. */
  invitations(account: string): Promise<readonly ConsoleInvitation[]>;
  /** Ends a pending invitation. True if this call ended it: of concurrent calls, one. */
  withdraw(invitationId: string): Promise<boolean>;
}

/** A link that signs somebody in to the console once. */
export interface ConsoleInvitation {
  readonly id: string;
  readonly account: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Somebody who is signed in to the console. */
export interface ConsoleSession {
  readonly id: string;
  /** Null for the operator. */
  readonly account: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}
