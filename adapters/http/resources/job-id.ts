import type { Call } from '../endpoint.ts';
import { Problem } from '../problem.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The job that a path is about: 400 for what is no UUID. Its letters may be of either case (RFC 9562 §4). */
export function jobIdOf({ path }: Pick<Call, 'path'>): string {
  const { job_id: id = '' } = path;
  if (!uuid.test(id)) throw new Problem(400, 'invalid job ID format');
  return id.toLowerCase();
}
