/** What happens to an egress. */
export type EgressEvent =
  /**
   * An exchange (`host:…`), or a provider with all of its exchanges (`provider:…`), blocks an egress, or one
   * domain that it hosts does (`provider:… domain:…`). It stays away until then, in milliseconds since the
   * Unix epoch. Found by this process; other processes of the store keep to it too, but to that of one domain
   * only when they have found it, too.
   */
  | {
      readonly kind: 'egress_blocked';
      readonly egress: string;
      readonly exchange: string;
      readonly until: number;
    }
  /** The route of an egress failed, such as its proxy. It is paused for `restMs`, in milliseconds. */
  | {
      readonly kind: 'egress_failed';
      readonly egress: string;
      readonly cause: unknown;
      readonly restMs: number;
    };
