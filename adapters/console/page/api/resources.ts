/** What the API of the console answers. Times are ISO 8601 in UTC, amounts are in credits. */
import type { EmailLookup, EmailVerification } from '../../../../src/resources.ts';
import type { components } from '../api-types.ts';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type ApiKey = Schemas['Key'];
export type ApiKeys = Schemas['Keys'];
export type NewKey = Schemas['NewKey'];
export type Balance = Schemas['Balance'];
export type Usage = Schemas['Usage'];
export type Job = Schemas['Job'];
export type JobPage = Schemas['Jobs'];
export type Account = Schemas['Account'];
export type AccountPage = Schemas['Accounts'];
export type Invitation = Schemas['Invitation'];
export type Invitations = Schemas['Invitations'];
export type NewInvitation = Schemas['NewInvitation'];

export interface VerificationStep {
  readonly at_ms: number;
  readonly exchange?: string;
  readonly egress?: string;
  readonly kind: 'dns' | 'connect' | 'command' | 'reply' | 'pause' | 'note';
  readonly text: string;
}

/** A row of a job's results. Rows that have none yet have the status null. */
export type ResultRow =
  | ({ readonly index: number } & (EmailVerification | EmailLookup))
  | { readonly index: number; readonly email?: string; readonly status: null };

export interface Sender {
  readonly egress: string;
  readonly provider: string;
  readonly connections: number;
  readonly connection_limit: number | null;
  readonly recipients_per_second: number | null;
  readonly paused_until: string | null;
  readonly blocked_until: string | null;
  readonly limits_met?: { readonly hour: number };
}

export interface SenderHistory {
  readonly at: string;
  readonly [field: string]: unknown;
}

export interface Senders {
  readonly senders: readonly Sender[];
  readonly history: {
    readonly hour: readonly SenderHistory[];
    readonly day: readonly SenderHistory[];
  };
}

export interface ServiceState {
  readonly version: string;
  readonly node: string;
  readonly uptime_ms: number;
  readonly store: { readonly kind: string; readonly findings?: readonly unknown[] };
  readonly queue: {
    readonly waiting: number;
    readonly retries: number;
    readonly oldest_retry_at: string | null;
  };
  readonly memory?: Readonly<Record<string, number>>;
}

export interface Finding {
  /** What was examined. */
  readonly check: string;
  readonly severity: string;
  readonly text: string;
  readonly advice: string | null;
}

export interface UnreadReply {
  readonly count: number;
  readonly stage: string;
  readonly code: number;
  readonly enhanced_code: string | null;
  readonly text: string;
}
