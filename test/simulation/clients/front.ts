import type { JobAccess, JobResults, Jobs } from '../../../src/bulk/jobs.ts';
import type { Accounts } from '../../../src/credits/accounts.ts';
import type { Engine } from '../../../src/engine-interface.ts';

/** What clients ask of a service. An engine does it, and so does one behind HTTP. */
export interface ClientCalls extends Pick<Engine, 'verify' | 'lookup' | 'forget'> {
  readonly accounts: Pick<Accounts, 'grant' | 'subtract' | 'usage'>;
  readonly jobs: Pick<
    Jobs,
    | 'checkCredits'
    | 'submit'
    | 'submitLookups'
    | 'status'
    | 'lookupStatus'
    | 'lookupResults'
    | 'list'
    | 'describe'
    | 'cancel'
    | 'delete'
  > & {
    results(jobId: string, access?: JobAccess): Promise<Pick<JobResults, 'pages'>>;
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
