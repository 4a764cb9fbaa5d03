import { texts } from '../texts.ts';

/** A request that did not succeed. `message` is for a person to read. */
export class ApiProblem extends Error {
  /** Undefined: no answer arrived, so that nobody knows whether the request had an effect. */
  readonly status: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.name = 'ApiProblem';
    this.status = options.status;
  }
}

/** Returns whether an error says that the server did not answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === undefined;
}

/** Says of a server that does not answer that it is tried again. Returns other problems as they are. */
export function asRetried(problem: unknown): unknown {
  return isUnreachable(problem) ? new ApiProblem(texts.problems.retried, { cause: problem }) : problem;
}

/** Returns whether an error only says that its own signal was aborted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
