/** Calls by which somebody may look for a job, or do something to it. */
export const jobCalls = ['status', 'results', 'describe', 'list', 'cancel', 'delete'] as const;

export type JobCall = (typeof jobCalls)[number];

/** To whom a job belongs, and what its owner and others do about that. */
export interface JobOwnership {
  /** The id of the API key with which it is submitted and read. Undefined: none. */
  readonly keyId: string | undefined;
  /** Asks whether the account has credits at all before the list is sent, as the HTTP interface does. */
  readonly checksCredits: boolean;
  /** Deletes the job this long after it was accepted or cancelled, and again later while it runs. */
  readonly deletesAfterMs: number | undefined;
  /** What somebody with another API key tries this long after it was accepted. */
  readonly intrusion:
    | { readonly keyId: string; readonly call: JobCall; readonly afterMs: number }
    | undefined;
}

/** Returns the account of an API key. */
export function accountOfKey(keyId: string): string {
  return keyId.slice(keyId.indexOf(' of ') + ' of '.length);
}
