import type { Forgotten } from '../../../src/bulk/forgetting.ts';
import type { Job } from '../../../src/bulk/job.ts';
import type { JobFilter } from '../../../src/bulk/job-list.ts';
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

/** What there is to know of each kind of happening. */
interface Happenings {
  // ------------------------------------------------------------------------------------------------ processes
  'process-started': { process: string };
  'process-killed': { process: string; how: 'reset' | 'half-open' };
  'process-paused': { process: string; ms: number };
  'process-resumed': { process: string };
  'process-closing': { process: string };
  'process-closed': {
    process: string;
    /** Timers, calls of the store and connections that it had when its engine said that it is closed. */
    left: readonly string[];
  };
  'clock-stepped': { process: string; byMs: number };
  'fault-began': { fault: string };
  'fault-ended': { fault: string };
  calm: unknown;
  // ---------------------------------------------------------------------------------------------------- store
  'store-call': {
    process: string;
    /** `ledger.capture`, for example. */
    method: string;
    args: readonly unknown[];
    outcome: { readonly value: unknown } | { readonly error: unknown };
  };
  'store-trouble': { process: string; method: string; trouble: string };
  // -------------------------------------------------------------------------------------------------- network
  'dns-answered': { process: string; question: string; answer: string };
  'connect-failed': { process: string; egress: string; host: string; address: string; why: string };
  'connection-opened': { connection: ConnectionView };
  'connection-closed': { connection: ConnectionView; how: string };
  /** Our end closes a connection that the server has not closed. */
  'hung-up': {
    connection: ConnectionView;
    /** `idle`: after EHLO or a refusal, with no command, reply or handshake under way. */
    phase: 'working' | 'idle' | 'after-quit';
  };
  commands: { connection: ConnectionView; lines: readonly string[] };
  replies: {
    connection: ConnectionView;
    text: string;
    trouble: string;
    /** They arrive in two packets, one some time after the other. */
    isSplit: boolean;
    /** When they arrive at our end, if nothing is in their way. */
    arrivesAt: number;
  };
  'recipient-answered': {
    connection: ConnectionView;
    address: string;
    code: number;
    /** Recipients of this transaction, and recipients and refusals of this session, with this one. */
    inTransaction: number;
    inSession: number;
    refusals: number;
  };
  'rule-broken': { connection: ConnectionView; rule: string; line: string };
  // -------------------------------------------------------------------------------------------------- clients
  /** A call of the engine has failed, of whatever kind. */
  'call-failed': { process: string; call: string; code: string; message: string; tookMs: number };
  granted: { account: string; milliCredits: number };
  subtracted: {
    account: string;
    id: string;
    milliCredits: number;
    /** The code of the error, or `taken`. */
    outcome: string;
  };
  'single-asked': {
    request: number;
    process: string;
    account: string | undefined;
    email: string;
    timeoutMs: number;
  };
  'single-answered': {
    request: number;
    process: string;
    account: string | undefined;
    email: string;
    outcome: RequestOutcome;
    tookMs: number;
  };
  /** A verification at a level at which no mail server is asked. */
  'check-asked': { process: string; account: string | undefined; email: string; level: LowerLevel };
  'check-answered': {
    process: string;
    account: string | undefined;
    email: string;
    level: LowerLevel;
    outcome: RequestOutcome;
    tookMs: number;
  };
  'lookup-asked': {
    request: number;
    process: string;
    account: string | undefined;
    row: LookupRow;
    timeoutMs: number;
  };
  'lookup-answered': {
    request: number;
    process: string;
    account: string | undefined;
    row: LookupRow;
    outcome: LookupOutcome;
    tookMs: number;
  };
  'job-submitted': {
    job: string;
    process: string;
    account: string | undefined;
    list: ClientList;
    key: string | undefined;
  };
  'job-accepted': {
    job: string;
    jobId: string;
    account: string | undefined;
    list: ClientList;
    /** The id of the API key with which it was submitted. */
    keyId: string | undefined;
    /** What the receipt says. */
    total: number;
    credits: number;
  };
  /** Another list was sent under the key of a job. */
  'key-reused': {
    job: string;
    process: string;
    key: string;
    /** The code of the error, or `accepted`. */
    outcome: string;
  };
  'job-refused': { job: string; why: string };
  'job-cancelled': { job: string; jobId: string };
  /** A client has asked whether it is any use to send a list. */
  'credits-checked': {
    job: string;
    account: string | undefined;
    key: string | undefined;
    /** The code of the error, or `passed`. */
    outcome: string;
    tookMs: number;
  };
  'deletion-asked': { job: string; jobId: string };
  'deletion-answered': {
    job: string;
    jobId: string;
    /** The code of the error, or `deleted`. */
    outcome: string;
    tookMs: number;
  };
  /** Somebody looks for a job that must not be found. */
  'job-sought': {
    job: string;
    call: JobCall;
    keyId: string | undefined;
    why: 'deleted' | 'other-key';
    /** The code of the error, or `found`. */
    outcome: string;
  };
  'jobs-listed': { filter: JobFilter; jobs: readonly Job[]; tookMs: number };
  'job-described': { job: string; summary: Job; tookMs: number };
  'usage-read': { account: string; from: number; to: number; rows: readonly UsageRow[]; tookMs: number };
  'job-read': {
    job: string;
    jobId: string;
    process: string;
    state: BulkVerificationJob;
    /** Undefined until the job is complete. */
    results: readonly EmailVerification[] | undefined;
  };
  'people-read': {
    job: string;
    jobId: string;
    process: string;
    state: BulkLookupJob;
    /** Undefined until the job is completed. */
    rows: readonly EmailLookup[] | undefined;
  };
  'forget-asked': { process: string; email: string };
  'forget-answered': { process: string; email: string; outcome: ForgetOutcome; tookMs: number };
  'event-of-engine': { process: string; text: string };
  // ------------------------------------------------------------------------------------------------ simulation
  /** An error that nobody has caught. */
  'error-escaped': { from: string; text: string };
}

/**
 * Everything that happens in a simulation and that anybody may want to know: the invariants watch it, and the story of
 * a run is told from it. Values only, and names rather than ids, so that it can be told later.
 */
export type Happening = {
  [Kind in keyof Happenings]: { readonly kind: Kind } & Readonly<Happenings[Kind]>;
}[keyof Happenings];

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
