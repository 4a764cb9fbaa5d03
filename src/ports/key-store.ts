/** API keys. Only their SHA-256 is stored and looked up, so that the duration of a look-up reveals nothing of a key. */
export interface KeyStore {
  /** Creates a key with at least 128 random bits. The key itself is returned only here. */
  create(options: { account: string; label?: string }): Promise<{ key: string; record: KeyRecord }>;
  /** Returns the record of a key; undefined if the key is unknown or revoked. The key is not trimmed. */
  find(key: string): Promise<KeyRecord | undefined>;
  /**
   * Revokes a key, given the key or its id. True if this call revoked it. Every later `find` sees that, in all
   * processes.
   */
  revoke(keyOrId: string): Promise<boolean>;
  /** Returns the keys of an account, oldest first, including revoked ones. */
  list(account: string): Promise<readonly KeyRecord[]>;
}

/** What is known of an API key besides its hash. */
export interface KeyRecord {
  /** Identifies the key in public. The key cannot be derived from it. */
  readonly id: string;
  readonly account: string;
  readonly label: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}
