/** What is true of a mailbox. `full` and `disabled` ones exist. */
export type MailboxState = 'active' | 'full' | 'disabled';

/** A domain, and what is true of it. Only the simulator knows. */
export interface DomainSpec {
  readonly name: string;
  readonly mail:
    | { readonly kind: 'exchanges'; readonly records: readonly ExchangeRecord[] }
    /** No MX record: the domain's own address takes mail. */
    | { readonly kind: 'implicit'; readonly host: string }
    | { readonly kind: 'null-mx' }
    | { readonly kind: 'no-records' }
    | { readonly kind: 'no-domain' };
  /** The address of the domain itself, at which no mail server listens. Undefined: it has none, or takes mail there. */
  readonly website: string | undefined;
  readonly catchAll: boolean;
  /** By local part, in lower case. */
  readonly mailboxes: ReadonlyMap<string, MailboxState>;
  readonly ttlSeconds: number;
}

export interface ExchangeRecord {
  readonly preference: number;
  readonly host: string;
}
