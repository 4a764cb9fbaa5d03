import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import { follow } from '../api/follow.ts';
import type { Job } from '../api/resources.ts';
import { isFinished } from './job-figures.ts';

export interface FollowedJob {
  readonly job: Job | undefined;
  /** Why the last attempt failed. It is tried again unless the server said that there is no such job. */
  readonly problem: unknown;
  readonly set: (job: Job) => void;
}

/** Follows a job by its events; while there are none, asks for it every two seconds. */
export function useJob(api: Api, id: string): FollowedJob {
  const [job, setJob] = useState<Job>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    void follow<Job>(api, {
      path: `jobs/${encodeURIComponent(id)}`,
      event: 'job',
      isFinal: isFinished,
      onValue: (current) => {
        setJob(current);
        setProblem(undefined);
      },
      onProblem: setProblem,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [api, id]);
  return { job, problem, set: setJob };
}
