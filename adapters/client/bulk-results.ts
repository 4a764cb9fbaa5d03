import { namesOf } from '../../src/argument-checks.ts';
import { ApiError } from './api-error.ts';
import type { CallOptions } from './requests.ts';

export interface ResultsOptions extends CallOptions {
  /**
   * Yields what is known by now, although some results are still missing or may change. Without it, results that are not
   * final reject with the code `results_not_ready`. Default false.
   */
  provisional?: boolean | undefined;
}

export const resultsNames = namesOf<ResultsOptions>({ provisional: true, signal: true });

/** Returns the error for results that may still change. */
export function notFinal(jobId: string): ApiError {
  const advice = 'Wait for it, or pass { provisional: true } for what is known by now.';
  return new ApiError('results_not_ready', `The results of job ${jobId} are not final. ${advice}`);
}
