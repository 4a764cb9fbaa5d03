import * as z from 'zod';
import type { RequestContext } from '../endpoint.ts';
import { Problem } from '../problem.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Path parameters of every endpoint about one job, for OpenAPI; `readJobId` does the check. */
export const jobPath = z.object({ job_id: z.guid().describe('The id that the submission returned.') });

/**
 * Returns the job id in the path, in lower case: clients may send letters of either case (RFC 9562 §4).
 * Throws a Problem with status 400 if it is not a UUID.
 */
export function readJobId({ pathParameters }: Pick<RequestContext, 'pathParameters'>): string {
  const { job_id: id = '' } = pathParameters;
  if (!uuid.test(id)) throw new Problem(400, 'invalid job ID format');
  return id.toLowerCase();
}
