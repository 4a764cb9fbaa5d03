import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/api.ts';
import { ApiProblem, asRetried, isAbort } from '../api/problem.ts';
import type { Job } from '../api/resources.ts';
import { isFinished } from './job-figures.ts';

export interface FollowedJob {
  readonly job: Job | undefined;
  /** Why the last attempt failed. It is tried again unless the server said that there is no such job. */
  readonly problem: unknown;
  readonly set: (job: Job) => void;
}

const pollMs = 2_000;

/** Follows a job by its events; while there are none, asks for it every two seconds. */
export function useJob(api: Api, id: string): FollowedJob {
  const [job, setJob] = useState<Job>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    void follow(api, id, controller.signal, {
      onJob: (current) => {
        setJob(current);
        setProblem(undefined);
      },
      onProblem: setProblem,
    });
    return () => controller.abort();
  }, [api, id]);
  return { job, problem, set: setJob };
}

interface FollowOptions {
  readonly onJob: (job: Job) => void;
  readonly onProblem: (problem: unknown) => void;
}

async function follow(
  api: Api,
  id: string,
  signal: AbortSignal,
  { onJob, onProblem }: FollowOptions,
): Promise<void> {
  const path = `jobs/${encodeURIComponent(id)}`;
  while (!signal.aborted) {
    try {
      const job = await api.request<Job>(path, { signal });
      onJob(job);
      if (isFinished(job)) return;
      for await (const { event, data } of api.events(`${path}/events`, { signal })) {
        if (event === 'job') onJob(JSON.parse(data) as Job);
      }
    } catch (problem) {
      if (isAbort(problem)) return;
      onProblem(asRetried(problem));
      if (problem instanceof ApiProblem && problem.status === 404) return;
    }
    await pause(pollMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
