/** One attempt to tell an endpoint of an event. */
export interface WebhookMessage {
  /** Of the scheme https or http. */
  readonly url: string;
  /** The same for every attempt at this event. */
  readonly id: string;
  readonly body: string;
  /** Each makes a signature: several while one replaces another. */
  readonly secrets: readonly string[];
  /** Whether the endpoint may have a private, loopback or other special-purpose address. */
  readonly allowPrivateHosts: boolean;
  /** Limit on everything: name resolution, connection, answer. */
  readonly timeoutMs: number;
}

export type WebhookOutcome =
  | { readonly kind: 'delivered' }
  /** `reason`: what happened, for people, without the path of the URL. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends signed events over HTTP. */
export interface WebhookSender {
  /**
   * Signs and posts an event. It is delivered if the endpoint answers with a status from 200 to 299 in time. Redirects are
   * not followed. Unless private hosts are allowed, it connects only to addresses that are reachable from the whole
   * internet: to the very address that was checked, whatever the name resolves to later.
   */
  send(message: WebhookMessage): Promise<WebhookOutcome>;
}
