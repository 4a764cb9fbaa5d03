/** What an endpoint is to be told: that a job has ended. There is at most one delivery for each job and endpoint. */
export interface WebhookDelivery {
  /** The endpoint, by its name: 1 to 100 characters of visible ASCII. */
  readonly endpoint: string;
  readonly jobId: string;
  /** The account of the job; null if nobody is charged. */
  readonly account: string | null;
}

/** A delivery that a process works on until it is postponed or removed, or its lease has expired. */
export interface LeasedDelivery extends WebhookDelivery {
  /** What `postpone` was told last; 0 at first. */
  readonly failures: number;
  /** Differs with every lease. */
  readonly leaseId: string;
}

/**
 * Keeps deliveries to endpoints until they have been made. A delivery is taken with a lease: as long as that lasts, no
 * other process gets it. If the process dies, the delivery is due again when the lease has expired. So each is made at
 * least once.
 *
 * The accounts of an endpoint take turns, however much one of them has; all deliveries without an account count as one. The
 * deliveries of one account are taken in the order in which they are due. If the clock is set back, a wait lasts no longer
 * from the next `take` than it was to last at first.
 *
 * Ids of jobs and accounts are texts that are not empty, well-formed and without NUL; delays, sizes and failures are
 * integers from 0, limits and `leaseMs` from 1. Others are rejected with `invalid_argument`.
 */
export interface WebhookQueue {
  /**
   * Adds a delivery that is due after `delayMs`. Resolves once it is stored durably, if the store is durable. Returns
   * `present`, and changes nothing, if there is one for this job and endpoint; `full` if the deliveries of the endpoint
   * would take more than `maxBytes`, or those of this account at the endpoint more than `maxBytesOfAccount`. A delivery
   * takes 200 bytes, and its texts in UTF-8.
   */
  add(
    delivery: WebhookDelivery,
    options: { readonly delayMs: number; readonly maxBytes: number; readonly maxBytesOfAccount: number },
  ): Promise<'added' | 'present' | 'full'>;
  /**
   * Leases at most `limit` deliveries of the endpoint that are due, or whose lease has expired (`now >= taken + leaseMs`).
   * Of concurrent callers, one gets each. Texts and `failures` are those that were stored.
   */
  take(
    endpoint: string,
    options: { readonly limit: number; readonly leaseMs: number },
  ): Promise<readonly LeasedDelivery[]>;
  /**
   * Ends the lease: the delivery is due again after `delayMs`. Returns false, and changes nothing, if the lease was lost: the
   * delivery was removed or postponed, or somebody else has taken it. A lease that has only expired still counts.
   */
  postpone(
    delivery: LeasedDelivery,
    options: { readonly delayMs: number; readonly failures: number },
  ): Promise<boolean>;
  /** Removes the delivery. Returns false, and changes nothing, if the lease was lost, as in `postpone`. */
  remove(delivery: LeasedDelivery): Promise<boolean>;
  /** Makes a delivery due now. Does nothing if there is none, or somebody has a lease that has not expired. */
  hasten(endpoint: string, jobId: string): Promise<void>;
  /**
   * Removes at most `limit` deliveries that were neither added, taken, postponed nor hastened within `olderThanMs`: nobody
   * delivers to their endpoint any more. Returns how many.
   */
  removeAbandoned(options: { readonly olderThanMs: number; readonly limit: number }): Promise<number>;
}
