/**
 * The documented resources, as they are stored and as they go over the wire (service document, "Resources and
 * their fields"). Fields are snake_case everywhere, so that a stored result needs no mapping.
 */

/** Status and the substatuses that may go with it (ARCHITECTURE.md, "Status"). */
export interface SubstatusByStatus {
  safe: 'deliverable';
  risky: 'disposable' | 'catch_all' | 'mailbox_full' | 'role_account' | 'unverifiable';
  invalid: 'invalid_syntax' | 'no_mx_records' | 'mailbox_not_found' | 'mailbox_disabled';
  unknown:
    | 'greylisted'
    | 'timeout'
    | 'mail_server_unavailable'
    | 'blocked'
    | 'dns_error'
    | 'temporary_failure'
    | 'unexpected_response'
    | 'smtputf8_unsupported';
}

export type Status = keyof SubstatusByStatus;
export type Substatus = SubstatusByStatus[Status];

/** A status with a substatus that belongs to it, and nothing else. */
export type Outcome = { [S in Status]: { status: S; substatus: SubstatusByStatus[S] } }[Status];

/** The answer to a single verification, and one item of bulk results. Exactly twelve fields. */
export interface EmailVerification {
  /** The address as asked for, trimmed. */
  email: string;
  status: Status;
  /** One plain-English sentence naming the cause. */
  explanation: string;
  /** A proper name such as "Google Workspace", or "Unknown". */
  email_provider: string;
  substatus: Substatus;
  /** Host name of the most preferred exchange; null when the domain takes no mail or was never asked. */
  mx_record: string | null;
  is_domain_catch_all: boolean | null;
  is_secure_email_gateway: boolean;
  is_disposable: boolean | null;
  is_role_account: boolean | null;
  is_free: boolean | null;
  /** 0–100: chance of delivery for safe and risky, of non-delivery for invalid; null for unknown. */
  confidence: number | null;
}

/** The answer to a single lookup, and one item of bulk lookup results. */
export interface EmailLookup {
  status: 'safe' | 'unknown';
  substatus: 'deliverable' | 'no_address_found' | 'timeout';
  explanation: string;
  email_provider: string;
  credits_consumed: number;
  first_name: string;
  last_name: string;
  domain: string;
  email: string | null;
  mx_record: string | null;
  is_domain_catch_all: boolean | null;
  is_secure_email_gateway: boolean;
  is_disposable: boolean | null;
  is_role_account: boolean | null;
  is_free: boolean | null;
  confidence: number | null;
}

export type BulkVerificationStatus =
  | 'pending'
  | 'in_progress'
  | 'partial_complete_retrying'
  | 'complete'
  | 'failed';

export type RetryStatus = 'none' | 'pending' | 'partial' | 'complete';

/** The answer to the submission of a bulk verification. */
export interface BulkVerificationReceipt {
  job_id: string;
  status: 'submitted';
  /** Unique addresses. */
  total_emails: number;
  /** Credits. */
  estimated_cost: number;
}

/** Status of a bulk verification job. Dates are ISO 8601 in UTC. */
export interface BulkVerificationJob {
  job_id: string;
  status: BulkVerificationStatus;
  total_emails: number;
  emails_processed: number;
  submitted_at: string;
  retry_status: RetryStatus;
  completed_at: string | null;
}

/** The answer to the submission of a bulk lookup. */
export interface BulkLookupReceipt {
  job_id: string;
  status: 'submitted';
  /** Unique rows. */
  total_rows: number;
  /** Credits: one a row. */
  credits_consumed: number;
}

/** One page of the results of a bulk lookup: the rows of it that are done, in order of submission. */
export interface BulkLookupPage {
  job_id: string;
  total_rows: number;
  total_processed: number;
  limit: number;
  offset: number;
  results: readonly EmailLookup[];
}

/** Status of a bulk lookup job. */
export interface BulkLookupJob {
  job_id: string;
  status: 'running' | 'completed';
  total_rows: number;
  total_processed: number;
  summary: { total_found: number; total_not_found: number };
  created_at: string;
  finished_at: string | null;
}

/** One row of a lookup, cleaned: outer white space removed, inner white space single. */
export interface LookupRow {
  first_name: string;
  last_name: string;
  domain: string;
}

export function isVerification(result: EmailVerification | EmailLookup): result is EmailVerification {
  return !('credits_consumed' in result);
}
