/**
 * API keys. A key has an id, which stays, and a secret, which its callers send. Only the SHA-256 of a secret is stored and
 * looked up, so that the duration of a look-up reveals nothing of it.
 */
export interface KeyStore {
  /**
   * Creates a key whose secret has at least 128 random bits, after `mp_`, or `test_` for a test key. The secret (`key`) is
   * returned only here. Whoever authenticates callers must answer those with a test key from a sandbox.
   */
  create(options: {
    account: string;
    label?: string;
    /** Default false. */
    test?: boolean;
  }): Promise<{ key: string; record: KeyRecord }>;
  /** Returns the record of the key that has this secret; undefined if it is unknown, ended or revoked. Nothing is trimmed. */
  find(key: string): Promise<KeyRecord | undefined>;
  /**
   * Gives a key a new secret, returned only here, in one atomic step. The id stays, and with it whatever belongs to the
   * key. The secret so far, and those replaced before, remain valid for at most `oldValidForMs`: an integer from 0 (they end at
   * once) to a year, default 24 hours. They are also refused while the clock is set back to before they were replaced.
   *
   * The key is given by a valid secret or its id; undefined if it is unknown or revoked. Of concurrent calls, each replaces
   * the secret of the one before.
   */
  rotate(
    keyOrId: string,
    options?: { oldValidForMs?: number },
  ): Promise<{ key: string; record: KeyRecord } | undefined>;
  /**
   * Revokes a key with all its secrets, given a valid secret or the id. True if this call revoked it. Every later `find`
   * sees that, in all processes.
   */
  revoke(keyOrId: string): Promise<boolean>;
  /** Returns the keys of an account, oldest first, including revoked ones. */
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
}
