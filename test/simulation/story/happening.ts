import type { Forgotten } from '../../../src/bulk/forgetting/forgetting.ts';
import type { Job } from '../../../src/bulk/job.ts';
import type { JobFilter } from '../../../src/bulk/listing/job-list.ts';
import type { UsageRow } from '../../../src/credits/usage.ts';
import type {
  BulkLookupJob,
  BulkVerificationJob,
  EmailLookup,
  EmailVerification,
  LookupRow,
} from '../../../src/resources.ts';
import type { LowerLevel } from '../clients/client-action.ts';
import type { ClientList } from '../clients/client-list.ts';
import type { JobCall } from '../clients/job-ownership.ts';

/**
 * Everything that happens in a simulation and that anybody may want to know: the invariants watch it, and the story of
 * a run is told from it. Values only, and names rather than ids, so that it can be told later.
 */
export type Happening =
  // ------------------------------------------------------------------------------------------------ processes
  | { readonly kind: 'process-started'; readonly process: string }
  | { readonly kind: 'process-killed'; readonly process: string; readonly how: 'reset' | 'half-open' }
  | { readonly kind: 'process-paused'; readonly process: string; readonly ms: number }
  | { readonly kind: 'process-resumed'; readonly process: string }
  | { readonly kind: 'process-closing'; readonly process: string }
  | {
      readonly kind: 'process-closed';
      readonly process: string;
      /** Timers, calls of the store and connections that it had when its engine said that it is closed. */
      readonly left: readonly string[];
    }
  | { readonly kind: 'clock-stepped'; readonly process: string; readonly byMs: number }
  | { readonly kind: 'fault-began'; readonly fault: string }
  | { readonly kind: 'fault-ended'; readonly fault: string }
  | { readonly kind: 'calm' }
  // ---------------------------------------------------------------------------------------------------- store
  | {
      readonly kind: 'store-call';
      readonly process: string;
      /** `ledger.capture`, for example. */
      readonly method: string;
      readonly args: readonly unknown[];
      readonly outcome: { readonly value: unknown } | { readonly error: unknown };
    }
  | {
      readonly kind: 'store-trouble';
      readonly process: string;
      readonly method: string;
      readonly trouble: string;
    }
  // -------------------------------------------------------------------------------------------------- network
  | {
      readonly kind: 'dns-answered';
      readonly process: string;
      readonly question: string;
      readonly answer: string;
    }
  | {
      readonly kind: 'connect-failed';
      readonly process: string;
      readonly egress: string;
      readonly host: string;
      readonly address: string;
      readonly why: string;
    }
  | { readonly kind: 'connection-opened'; readonly connection: ConnectionView }
  | { readonly kind: 'connection-closed'; readonly connection: ConnectionView; readonly how: string }
  /** Our end closes a connection that the server has not closed. */
  | {
      readonly kind: 'hung-up';
      readonly connection: ConnectionView;
      /** `idle`: after EHLO or a refusal, with no command, reply or handshake under way. */
      readonly phase: 'working' | 'idle' | 'after-quit';
    }
  | { readonly kind: 'commands'; readonly connection: ConnectionView; readonly lines: readonly string[] }
  | {
      readonly kind: 'replies';
      readonly connection: ConnectionView;
      readonly text: string;
      readonly trouble: string;
      /** They arrive in two packets, one some time after the other. */
      readonly isSplit: boolean;
      /** When they arrive at our end, if nothing is in their way. */
      readonly arrivesAt: number;
    }
  | {
      readonly kind: 'recipient-answered';
      readonly connection: ConnectionView;
      readonly address: string;
      readonly code: number;
      /** Recipients of this transaction, and recipients and refusals of this session, with this one. */
      readonly inTransaction: number;
      readonly inSession: number;
      readonly refusals: number;
    }
  | {
      readonly kind: 'rule-broken';
      readonly connection: ConnectionView;
      readonly rule: string;
      readonly line: string;
    }
  // -------------------------------------------------------------------------------------------------- clients
  /** A call of the engine has failed, of whatever kind. */
  | {
      readonly kind: 'call-failed';
      readonly process: string;
      readonly call: string;
      readonly code: string;
      readonly message: string;
      readonly tookMs: number;
    }
  | { readonly kind: 'granted'; readonly account: string; readonly milliCredits: number }
  | {
      readonly kind: 'subtracted';
      readonly account: string;
      readonly id: string;
      readonly milliCredits: number;
      /** The code of the error, or `taken`. */
      readonly outcome: string;
    }
  | {
      readonly kind: 'single-asked';
      readonly request: number;
      readonly process: string;
      readonly account: string | undefined;
      readonly email: string;
      readonly timeoutMs: number;
    }
  | {
      readonly kind: 'single-answered';
      readonly request: number;
      readonly process: string;
      readonly account: string | undefined;
      readonly email: string;
      readonly outcome: RequestOutcome;
      readonly tookMs: number;
    }
  /** A verification at a level at which no mail server is asked. */
  | {
      readonly kind: 'check-asked';
      readonly process: string;
      readonly account: string | undefined;
      readonly email: string;
      readonly level: LowerLevel;
    }
  | {
      readonly kind: 'check-answered';
      readonly process: string;
      readonly account: string | undefined;
      readonly email: string;
      readonly level: LowerLevel;
      readonly outcome: RequestOutcome;
      readonly tookMs: number;
    }
  | {
      readonly kind: 'lookup-asked';
      readonly request: number;
      readonly process: string;
      readonly account: string | undefined;
      readonly row: LookupRow;
      readonly timeoutMs: number;
    }
  | {
      readonly kind: 'lookup-answered';
      readonly request: number;
      readonly process: string;
      readonly account: string | undefined;
      readonly row: LookupRow;
      readonly outcome: LookupOutcome;
      readonly tookMs: number;
    }
  | {
      readonly kind: 'job-submitted';
      readonly job: string;
      readonly process: string;
      readonly account: string | undefined;
      readonly list: ClientList;
      readonly key: string | undefined;
    }
  | {
      readonly kind: 'job-accepted';
      readonly job: string;
      readonly jobId: string;
      readonly account: string | undefined;
      readonly list: ClientList;
      /** The id of the API key with which it was submitted. */
      readonly keyId: string | undefined;
      /** What the receipt says. */
      readonly total: number;
      readonly credits: number;
    }
  | {
      /** Another list was sent under the key of a job. */
      readonly kind: 'key-reused';
      readonly job: string;
      readonly process: string;
      readonly key: string;
      /** The code of the error, or `accepted`. */
      readonly outcome: string;
    }
  | { readonly kind: 'job-refused'; readonly job: string; readonly why: string }
  | { readonly kind: 'job-cancelled'; readonly job: string; readonly jobId: string }
  /** A client has asked whether it is any use to send a list. */
  | {
      readonly kind: 'credits-checked';
      readonly job: string;
      readonly account: string | undefined;
      readonly key: string | undefined;
      /** The code of the error, or `passed`. */
      readonly outcome: string;
      readonly tookMs: number;
    }
  | { readonly kind: 'deletion-asked'; readonly job: string; readonly jobId: string }
  | {
      readonly kind: 'deletion-answered';
      readonly job: string;
      readonly jobId: string;
      /** The code of the error, or `deleted`. */
      readonly outcome: string;
      readonly tookMs: number;
    }
  /** Somebody looks for a job that must not be found. */
  | {
      readonly kind: 'job-sought';
      readonly job: string;
      readonly call: JobCall;
      readonly keyId: string | undefined;
      readonly why: 'deleted' | 'other-key';
      /** The code of the error, or `found`. */
      readonly outcome: string;
    }
  | {
      readonly kind: 'jobs-listed';
      readonly filter: JobFilter;
      readonly jobs: readonly Job[];
      readonly tookMs: number;
    }
  | {
      readonly kind: 'job-described';
      readonly job: string;
      readonly summary: Job;
      readonly tookMs: number;
    }
  | {
      readonly kind: 'usage-read';
      readonly account: string;
      readonly from: number;
      readonly to: number;
      readonly rows: readonly UsageRow[];
      readonly tookMs: number;
    }
  | {
      readonly kind: 'job-read';
      readonly job: string;
      readonly jobId: string;
      readonly process: string;
      readonly state: BulkVerificationJob;
      /** Undefined until the job is complete. */
      readonly results: readonly EmailVerification[] | undefined;
    }
  | {
      readonly kind: 'people-read';
      readonly job: string;
      readonly jobId: string;
      readonly process: string;
      readonly state: BulkLookupJob;
      /** Undefined until the job is completed. */
      readonly rows: readonly EmailLookup[] | undefined;
    }
  | { readonly kind: 'forget-asked'; readonly process: string; readonly email: string }
  | {
      readonly kind: 'forget-answered';
      readonly process: string;
      readonly email: string;
      readonly outcome: ForgetOutcome;
      readonly tookMs: number;
    }
  | { readonly kind: 'event-of-engine'; readonly process: string; readonly text: string }
  // ------------------------------------------------------------------------------------------------ simulation
  /** An error that nobody has caught. */
  | { readonly kind: 'error-escaped'; readonly from: string; readonly text: string };

/** What a client got that has asked about an address. */
export type RequestOutcome =
  | {
      readonly kind: 'verdict';
      readonly status: string;
      readonly substatus: string;
      readonly confidence: number | null;
      readonly catchAll: boolean | null;
      /** All that it says. */
      readonly result: Readonly<EmailVerification>;
    }
  | NoAnswer;

/** What a client got that has looked for a person. */
export type LookupOutcome =
  | {
      readonly kind: 'finding';
      readonly substatus: EmailLookup['substatus'];
      readonly email: string | null;
      readonly credits: number;
      /** All that it says. */
      readonly result: Readonly<EmailLookup>;
    }
  | NoAnswer;

/** What a client got that wants an address to be forgotten. */
export type ForgetOutcome = ({ readonly kind: 'forgotten' } & Forgotten) | NoAnswer;

/** What a client got instead of an answer. */
export type NoAnswer =
  | { readonly kind: 'error'; readonly code: string; readonly message: string }
  | { readonly kind: 'client-left' }
  | { readonly kind: 'connection-lost' };

/** A connection, as the exchange sees it. */
export interface ConnectionView {
  readonly number: number;
  readonly host: string;
  readonly address: string;
  readonly process: string;
  readonly egress: string;
  readonly clientAddress: string;
}
