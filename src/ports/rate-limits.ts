/**
 * Sliding-window limits on how often a subject, such as an API key, may do something. They count the uses in all
 * processes that share the store; a store that cannot do that counts those of each process separately.
 */
export interface RateLimits {
  /**
   * Counts one use by `subject`, if it has used less than `limit` within the last `windowMs`. Otherwise counts nothing,
   * and returns how long the caller must wait for the next use. `limit` and `windowMs` are integers of at least 1.
   */
  take(
    subject: string,
    options: { limit: number; windowMs: number },
  ): Promise<{ readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number }>;
}
