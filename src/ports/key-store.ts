/**
 * API keys. A key has an id, which stays, and a secret, which its callers send. Only the SHA-256 of a secret is stored and
 * looked up, so that the duration of a look-up reveals nothing of it, and nobody who reads the storage learns a secret.
 *
 * Accounts are texts that are not empty, labels may be; both are well-formed and without NUL, and are returned and compared
 * exactly as they are. Others are rejected with `invalid_argument`, which names the `parameter`. Any text may be looked for.
 */
export interface KeyStore {
  /**
   * Creates a key whose secret has at least 128 random bits in letters, digits, `-` and `_`, after `mp_`, or `test_` for a
   * test key, and at most 128 characters in all. Neither secret nor id contains the other. The secret (`key`) is returned
   * only here. Whoever authenticates callers must answer those with a test key from a sandbox.
   */
  create(options: {
    account: string;
    label?: string | undefined;
    /** Default false. */
    test?: boolean | undefined;
  }): Promise<{ key: string; record: KeyRecord }>;
  /**
   * Returns the record of the key that has this secret; undefined if it is unknown, ended or revoked, or is the id of a key.
   * Nothing is trimmed, folded or matched as a pattern.
   */
  find(key: string): Promise<KeyRecord | undefined>;
  /**
   * Gives a key a new secret, returned only here, in one atomic step. The id stays, and with it whatever belongs to the
   * key. The secret so far, and those replaced before, remain valid for at most `oldValidForMs`: an integer from 0 (they end at
   * once) to a year, default 24 hours: until `now >= replaced + oldValidForMs`. A later rotation may shorten the time of
   * earlier secrets, but never lengthens it. They are also refused while the clock is set back to before they were replaced.
   *
   * The key is given by a valid secret or its id; undefined if it is unknown or revoked, or the secret has ended. Of
   * concurrent calls, each replaces the secret of the one before. A test key stays one.
   */
  rotate(
    keyOrId: string,
    options?: { oldValidForMs?: number | undefined },
  ): Promise<{ key: string; record: KeyRecord } | undefined>;
  /**
   * Revokes a key with all its secrets, given a valid secret or the id. True if this call revoked it: of concurrent calls,
   * one. Repeats keep the first time. Every later `find` sees that, in all processes, and no secret outlives it, also not
   * one of a rotation at the same time.
   */
  revoke(keyOrId: string): Promise<boolean>;
  /**
   * Sets `lastUsedAt` of the key with this id to now, by the clock of the store, unless it is later. Does nothing if the key is
   * unknown or revoked. Other handles may see it late in what they `find`, but not in a list.
   */
  markUsed(id: string): Promise<void>;
  /**
   * Returns the keys of an account, in the order in which they were created, also within a millisecond, including revoked
   * ones. Empty for an unknown account.
   */
  list(account: string): Promise<readonly KeyRecord[]>;
}

/** What is known of an API key besides the hashes of its secrets. */
export interface KeyRecord {
  /** Identifies the key in public. No secret can be derived from it. */
  readonly id: string;
  readonly account: string;
  readonly label: string | null;
  /** Whether it is a test key, for which nothing real is done or charged. */
  readonly test: boolean;
  readonly createdAt: number;
  /** When the secret was last replaced; null if it never was. */
  readonly rotatedAt: number | null;
  /** When the last of the replaced secrets ends, or has ended; null if there is none. */
  readonly previousValidUntil: number | null;
  readonly revokedAt: number | null;
  /** When a request last came with it, to about a minute; null if none did. */
  readonly lastUsedAt: number | null;
}
