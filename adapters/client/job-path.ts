import { checkSignal, checkString } from '../../src/argument-checks.ts';

/** Returns the parameters in the path of requests about one job. */
export function jobPath(jobId: string, signal: AbortSignal | undefined): { path: { job_id: string } } {
  checkString('jobId', jobId, 'Pass the job_id that submit() returned.');
  checkSignal(signal);
  return { path: { job_id: jobId } };
}
