import { lookupJob, verificationJob } from '../../../adapters/http/resources/job-resources.ts';
import type { JobState } from '../../../src/bulk/job.ts';
import type {
  JobAccess,
  JobResults,
  Jobs,
  LookupPage,
  LookupPageOptions,
  SubmitOptions,
  VerificationSubmitOptions,
} from '../../../src/bulk/jobs.ts';
import type { Accounts } from '../../../src/credits/accounts.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import type { BulkLookupJob, BulkVerificationJob, LookupRow } from '../../../src/resources.ts';

/** What clients ask of a service. An engine does it, and so does one behind HTTP. */
export interface ClientCalls extends Pick<Engine, 'verify' | 'lookup' | 'forget'> {
  readonly accounts: Pick<Accounts, 'grant' | 'subtract' | 'usage'>;
  readonly jobs: Pick<Jobs, 'checkCredits' | 'list' | 'get' | 'cancel' | 'delete'> & {
    submit(emails: readonly string[], options?: VerificationSubmitOptions): Promise<AcceptedJob>;
    submitLookup(rows: readonly LookupRow[], options?: SubmitOptions): Promise<AcceptedJob>;
    status(jobId: string, access?: JobAccess): Promise<BulkVerificationJob>;
    lookupStatus(jobId: string, access?: JobAccess): Promise<BulkLookupJob>;
    results(jobId: string, access?: JobAccess): Promise<Pick<JobResults, 'pages'>>;
    lookupResults(
      jobId: string,
      page: LookupPageOptions,
      access?: JobAccess,
    ): Promise<Pick<LookupPage, 'results'>>;
  };
}

/** What the receipt of a list says. */
export type AcceptedJob = Pick<JobState, 'id' | 'total' | 'milliCredits'>;

/** Returns what clients of an engine in their own process ask of it. */
export function clientCallsOf(engine: Engine): ClientCalls {
  const { jobs } = engine;
  return {
    ...engine,
    jobs: {
      ...jobs,
      status: async (jobId, access) => verificationJob(await jobs.get(jobId, access)),
      lookupStatus: async (jobId, access) => lookupJob(await jobs.get(jobId, access)),
    },
  };
}

/** What came of a call to a front end. */
export type CallOutcome<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The process died first. */
  | { readonly kind: 'lost' };

/** A process that answers clients. */
export interface Front {
  readonly name: string;
  /** `what`: the name of what is called, by which a failure is known. */
  call<Value>(what: string, work: (service: ClientCalls) => Promise<Value>): Promise<CallOutcome<Value>>;
  /** Runs `task` after a time of the clients, unless the process dies first. */
  later(delayMs: number, task: () => void): void;
}

/** The time of the clients, in milliseconds. */
export interface ClientTime {
  readonly now: number;
  /** Returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
  scheduleAt(at: number, task: () => void): void;
}
