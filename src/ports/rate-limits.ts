/**
 * Sliding-window limits on how often a subject, such as an API key, may do something. They count the uses in all
 * processes that share the store; a store that cannot do that counts those of each process separately. A use at `t` counts
 * while `now < t + windowMs`. Subjects are any texts that are not empty, compared exactly, and independent of one another.
 */
export interface RateLimits {
  /**
   * Counts one use by `subject`, if it has used less than `limit` within the last `windowMs`; of calls at the same time,
   * exactly as many as the limit succeed. Otherwise counts nothing, and returns how long the caller must wait until a use
   * succeeds, to the millisecond: more than 0, at most `windowMs`. A lowered limit counts earlier uses, and a raised one
   * allows the difference at once. `limit` and `windowMs` are integers of at least 1. Rejects other arguments with
   * `invalid_argument`, which names the `parameter`.
   */
  take(
    subject: string,
    options: { limit: number; windowMs: number },
  ): Promise<{ readonly taken: true } | { readonly taken: false; readonly retryAfterMs: number }>;
}
