import type { Api } from './api.ts';
import { ApiProblem, asRetried, isAbort } from './problem.ts';

export interface FollowOptions<T> {
  /** Where the resource is; its stream of events is below, at `events`. */
  readonly path: string;
  /** The event that has the resource as it is then. */
  readonly event: string;
  /** True for a resource that will not change any more. Default: there is none. */
  readonly isFinal?: (value: T) => boolean;
  readonly onValue: (value: T) => void;
  /** Called if the resource or its events cannot be read. It is tried again unless there is none. */
  readonly onProblem: (problem: unknown) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

const pollMs = 2_000;

/** Follows a resource by its events; while there are none, asks for it every two seconds. */
export async function follow<T>(
  api: Api,
  { path, event: wanted, isFinal = () => false, onValue, onProblem, signal }: FollowOptions<T>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const value = await api.request<T>(path, { signal });
      onValue(value);
      if (isFinal(value)) return;
      for await (const { event, data } of api.events(`${path}/events`, { signal }))
        if (event === wanted) onValue(JSON.parse(data) as T);
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
