/** Randomness for everything but secrets, which the stores generate themselves. */
export interface Random {
  /** Returns a uniformly distributed number in [0, 1). Used for shuffling and for catch-all probes. */
  next(): number;
  /** Returns a random UUID (RFC 9562, version 4). Ids of holds, jobs and batches must be unique within a store. */
  uuid(): string;
}
