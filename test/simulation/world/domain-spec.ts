/** What is true of a mailbox. `full` and `disabled` ones exist. */
export type MailboxState = 'active' | 'full' | 'disabled';

/** Where DNS says that mail for a domain goes. */
export type MailRoute =
  | { readonly kind: 'exchanges'; readonly records: readonly ExchangeRecord[] }
  /** No MX record: the domain's own address takes mail. */
  | { readonly kind: 'implicit'; readonly host: string }
  | { readonly kind: 'null-mx' }
  | { readonly kind: 'no-records' }
  | { readonly kind: 'no-domain' };

/** A domain, and what is true of it. Only the simulator knows. */
export interface DomainSpec {
  readonly name: string;
  /** Whether anyone can get a mailbox there, and whether one for a short time. */
  readonly isFree: boolean;
  readonly isDisposable: boolean;
  /** At first. */
  readonly mail: MailRoute;
  /**
   * Where it goes later, in the order of time. Mail servers that are no longer named go on as before, and new ones are
   * ready by then.
   */
  readonly changes: readonly { readonly at: number; readonly mail: MailRoute }[];
  /** The address of the domain itself, at which no mail server listens, while it exists. Undefined: it has none, or takes mail there. */
  readonly website: string | undefined;
  readonly catchAll: boolean;
  /** By local part, in lower case. */
  readonly mailboxes: ReadonlyMap<string, MailboxState>;
  readonly ttlSeconds: number;
  /** What its mail servers say of its recipients, whatever is true of them. Undefined: the truth. */
  readonly ownPolicy?: OwnPolicy;
}

/** Replies in the name of one domain only. */
export interface OwnPolicy {
  /** So many recipients get the truth first. */
  readonly honestFirst: number;
  /** One after another, again and again. */
  readonly replies: readonly string[];
  /** The local part that gets them. Undefined: all. */
  readonly only?: string;
}

export interface ExchangeRecord {
  readonly preference: number;
  readonly host: string;
  /** Who runs it. Undefined: nobody in particular. */
  readonly provider?: Operator | undefined;
}

/** A provider that runs mail servers, as it is known to its customers. */
export interface Operator {
  readonly name: string;
  /** It filters mail for the mail servers of others. */
  readonly isGateway: boolean;
}
