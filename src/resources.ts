/**
 * The resources of the service document ("Resources"). Fields are in snake_case everywhere, so that results are stored
 * and sent without mapping.
 */

/** Each status with its substatuses (README.md, "The verdict"). */
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
    | 'smtputf8_unsupported'
    // Only at a level below `smtp`, which the service document does not know.
    | 'not_asked';
}

/** `safe`: deliverable; `risky`: may bounce; `invalid`: undeliverable; `unknown`: could not be found out. */
export type Status = keyof SubstatusByStatus;
/** The specific reason for a status. */
export type Substatus = SubstatusByStatus[Status];

/** A status with one of its own substatuses. */
export type VerdictStatus = { [S in Status]: { status: S; substatus: SubstatusByStatus[S] } }[Status];

/**
 * How far a verification goes: `syntax` asks nobody, `dns` asks only the name servers of the domain, `smtp` also its mail
 * server.
 */
export type VerificationLevel = 'syntax' | 'dns' | 'smtp';

/**
 * The result of a verification: twelve fields, for single verifications and items of bulk jobs alike. A check of its status
 * narrows its substatus.
 */
export type EmailVerification = { [S in Status]: VerificationOf<S> }[Status];

/** The fields of a verification, of which nothing says that status and substatus belong together. */
export type VerificationFields = { [Field in keyof EmailVerification]: EmailVerification[Field] };

interface VerificationOf<S extends Status> extends AddressFields {
  /** The address that was verified, trimmed. */
  email: string;
  status: S;
  /** One plain-English sentence naming the cause. */
  explanation: string;
  substatus: SubstatusByStatus[S];
}

/** What verifications and lookups say of an address. */
interface AddressFields {
  /** A proper name such as "Google Workspace", or "Unknown". */
  email_provider: string;
  /** Host name of the most preferred exchange; null if the domain takes no mail or was not looked up. */
  mx_record: string | null;
  /** Whether the domain accepts mail for any local part; null if that is not known. */
  is_domain_catch_all: boolean | null;
  /** Whether mail for the domain passes a filter such as Proofpoint, Mimecast, Barracuda or Cisco. */
  is_secure_email_gateway: boolean;
  /** Whether the domain belongs to a service for temporary addresses; null for invalid syntax. */
  is_disposable: boolean | null;
  /** Whether the local part names a function, such as `info`, instead of a person; null for invalid syntax. */
  is_role_account: boolean | null;
  /** Whether anyone can get a mailbox at the domain; null for invalid syntax. */
  is_free: boolean | null;
  /** Probability in percent that mail is delivered (safe, risky) or not delivered (invalid); null for unknown. */
  confidence: number | null;
}

/** The fields about an address of which nothing is known, in their order. */
export const unknownFields = {
  mx_record: null,
  is_domain_catch_all: null,
  is_secure_email_gateway: false,
  is_disposable: null,
  is_role_account: null,
  is_free: null,
  confidence: null,
} as const satisfies Omit<AddressFields, 'email_provider'>;

/**
 * The result of a lookup, for single lookups and rows of bulk jobs alike. Fields about an address are as in
 * `EmailVerification`, and null or false if none was found.
 */
export interface EmailLookup extends AddressFields {
  status: 'safe' | 'unknown';
  substatus: 'deliverable' | 'no_address_found' | 'timeout';
  explanation: string;
  /** In credits: 0 for a cached result. For a row of a bulk job, what the row was charged. */
  credits_consumed: number;
  /** As requested, with case and white space cleaned. */
  first_name: string;
  /** As requested, with case and white space cleaned. */
  last_name: string;
  /** The requested one, in lower case and without white space. */
  domain: string;
  /** The address that was found, or null. */
  email: string | null;
}

/** The documented status of a bulk verification job. */
export type BulkVerificationStatus =
  | 'pending'
  | 'in_progress'
  | 'partial_complete_retrying'
  | 'complete'
  | 'failed';

/** The documented progress of the retries of addresses whose status was unknown. */
export type RetryStatus = 'none' | 'pending' | 'partial' | 'complete';

/** The response to the submission of a bulk verification. */
export interface BulkVerificationReceipt {
  job_id: string;
  status: 'submitted';
  /** Addresses without duplicates. */
  total_emails: number;
  /** In credits; 0.2 per address by default. */
  estimated_cost: number;
}

/** The status of a bulk verification job. Dates are ISO 8601 in UTC. */
export interface BulkVerificationJob {
  job_id: string;
  status: BulkVerificationStatus;
  total_emails: number;
  emails_processed: number;
  submitted_at: string;
  /** Progress of the retries of addresses whose status was unknown. */
  retry_status: RetryStatus;
  completed_at: string | null;
}

/** The response to the submission of a bulk lookup. */
export interface BulkLookupReceipt {
  job_id: string;
  status: 'submitted';
  /** Rows without duplicates. */
  total_rows: number;
  /** In credits; 1 per row by default. */
  credits_consumed: number;
}

/** One page of the results of a bulk lookup: its finished rows, in order of submission. */
export interface BulkLookupPage {
  job_id: string;
  total_rows: number;
  /** Finished rows, on all pages. */
  total_processed: number;
  /** Most rows on the page. */
  limit: number;
  /** Rows before this page, finished or not. */
  offset: number;
  results: readonly EmailLookup[];
}

/** The status of a bulk lookup job. Dates are ISO 8601 in UTC. */
export interface BulkLookupJob {
  job_id: string;
  status: 'running' | 'completed';
  total_rows: number;
  /** Finished rows. */
  total_processed: number;
  summary: { total_found: number; total_not_found: number };
  created_at: string;
  finished_at: string | null;
}

/**
 * A person at a domain. The engine removes outer white space and reduces inner white space to single spaces. `domain` may
 * also be the URL of a website, or an address, there.
 */
export interface LookupRow {
  first_name: string;
  last_name: string;
  domain: string;
}

/** Returns whether a result is that of a verification, rather than a lookup. */
export function isVerification(result: EmailVerification | EmailLookup): result is EmailVerification {
  return !('credits_consumed' in result);
}
