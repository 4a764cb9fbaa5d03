/** What one party may have under way at once: an account, over all its keys, test keys and sessions; the operator. */
export const answerLimits = {
  /** Answers with rows of the store, and others that are long. `bytes`: how much all of them may hold that no client has taken. */
  rows: { most: 8, bytes: 1024 * 1024 },
  /** Streams of events: some people with some tabs each. `bytes`: how much one may hold that its client has not taken. */
  events: { most: 32, bytes: 256 * 1024 },
} as const;

export type AnswerKind = keyof typeof answerLimits;

/**
 * Answers under way of all accounts together, and of all strangers: they take no room from accounts. A party that has no other one of
 * the kind may have its first until there are twice as many.
 */
export const mostAnswers = {
  account: 1_000,
  'client address': 100,
  operator: Number.POSITIVE_INFINITY,
} as const;
/** A whole answer with a longer body counts as one under way; a shorter one is taken by the system at once. */
export const longBodyLength = 16 * 1024;
/**
 * An answer of which nothing is taken for this long is cut off, unless the host says otherwise. Systems hold up to 4 MB of it, and take more
 * once a third of that was read: a client that reads 40 rows a second seems to take nothing for a minute and a half.
 */
export const unreadAnswerTimeoutMs = 300_000;
