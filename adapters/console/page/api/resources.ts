/** What the API of the console answers. Times are ISO 8601 in UTC, amounts are in credits. */
import type { EmailLookup, EmailVerification, Status } from '../../../../src/resources.ts';

export interface Session {
  readonly kind: 'account' | 'operator';
  readonly account: string | null;
  readonly csrf_token: string;
  readonly expires_at: string;
  readonly server: {
    readonly version: string;
    readonly sandbox: boolean;
    readonly prices: {
      readonly verification: number;
      readonly dns_verification: number;
      readonly syntax_verification: number;
      readonly lookup: number;
    };
    readonly limits: {
      readonly max_body_bytes: number;
      readonly max_list_rows: number;
      readonly max_list_people: number;
    };
  };
}

export interface ApiKey {
  readonly id: string;
  readonly name: string | null;
  /** Whether it is answered from a sandbox, and charged nothing. */
  readonly test: boolean;
  readonly created_at: string;
  readonly last_used_at?: string | null;
  readonly revoked_at: string | null;
}

export interface NewKey {
  readonly key: ApiKey;
  readonly secret: string;
  readonly old_key_valid_until?: string | null;
}

export interface Balance {
  readonly available: number;
  readonly held: number;
}

export interface UsageRow {
  readonly day: string;
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly kind: string;
  readonly count: number;
  readonly credits: number;
}

export interface Usage {
  readonly from: string;
  readonly to: string;
  readonly days: readonly UsageRow[];
}

export interface VerificationStep {
  readonly at_ms: number;
  readonly exchange?: string;
  readonly egress?: string;
  readonly kind: 'dns' | 'connect' | 'command' | 'reply' | 'pause' | 'note';
  readonly text: string;
}

export interface Job {
  readonly job_id: string;
  readonly kind: 'verifications' | 'lookups';
  readonly account: string | null;
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly status: 'pending' | 'in_progress' | 'partial_complete_retrying' | 'complete' | 'failed';
  /** Whether it failed because somebody cancelled it. */
  readonly cancelled: boolean;
  readonly total: number;
  readonly processed: number;
  /** `by_status` is null in a list of jobs. */
  readonly counts: { readonly by_status: Readonly<Record<Status, number>> | null; readonly retrying: number };
  readonly next_retry_at: string | null;
  readonly submitted_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly credits: { readonly charged: number; readonly refunded: number };
}

export interface JobPage {
  readonly jobs: readonly Job[];
  readonly next_cursor: string | null;
}

/** A row of a job's results. Rows that have none yet have the status null. */
export type ResultRow =
  | ({ readonly index: number } & (EmailVerification | EmailLookup))
  | { readonly index: number; readonly email?: string; readonly status: null };

export interface AccountSummary {
  readonly account: string;
  readonly available: number;
  readonly held: number;
  readonly keys?: number;
}

export interface AccountPage {
  readonly accounts: readonly AccountSummary[];
  readonly next_cursor?: string | null;
}

export interface Invitation {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

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
