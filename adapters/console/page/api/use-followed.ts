import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../shell/console-context.ts';
import type { Api } from './api.ts';
import { ApiProblem, asRetried, isAbort } from './problem.ts';
import { withSharedStream } from './shared-locks.ts';
import { whenShown, whileShown } from './tab-visibility.ts';

export interface Followed<T> {
  readonly value: T | undefined;
  /** Why the last attempt failed. It is tried again unless the server said that there is none. */
  readonly problem: unknown;
  readonly set: (value: T) => void;
}

/** Follows a resource by its events as long as the component is there. */
export function useFollowed<T>({
  path,
  event,
  isFinal,
}: Pick<FollowOptions<T>, 'path' | 'event' | 'isFinal'>): Followed<T> {
  // Another one after a sign-in in mid-work: what was refused before is then asked for again.
  const { api, session } = useConsole();
  const [value, setValue] = useState<T>();
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    void follow<T>(api, {
      path,
      event,
      ...(isFinal === undefined ? {} : { isFinal }),
      onValue: (current) => {
        setValue(() => current);
        setProblem(undefined);
      },
      onProblem: setProblem,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [api, path, session.csrf_token]);
  return { value, problem, set: (current) => setValue(() => current) };
}

interface FollowOptions<T> {
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
const hiddenPollMs = 15_000;

/**
 * Follows a resource by its events; while there are none, asks for it every two seconds. Browsers have only six connections to a server
 * for all of its tabs (HTTP/1.1): of those that can be seen, three have a stream, and the others ask. A tab that cannot be seen has no
 * stream, and asks less often.
 */
async function follow<T>(api: Api, options: FollowOptions<T>): Promise<void> {
  const { path, isFinal = () => false, onValue, onProblem, signal } = options;
  while (!signal.aborted) {
    try {
      const value = await api.request<T>(path, { signal });
      onValue(value);
      if (isFinal(value)) return;
      await whileShown(signal, (shown) =>
        withSharedStream(() => followEvents(api, { ...options, signal: shown })),
      );
    } catch (problem) {
      if (signal.aborted) return;
      if (!isAbort(problem)) onProblem(asRetried(problem));
      if (problem instanceof ApiProblem && problem.status === 404) return;
    }
    await pause(pollMs, signal);
    if (document.hidden) await pauseUntilShown(signal);
  }
}

async function followEvents<T>(
  api: Api,
  { path, event: wanted, onValue, signal }: FollowOptions<T>,
): Promise<void> {
  try {
    for await (const { event, data } of api.events(`${path}/events`, { signal }))
      if (event === wanted) onValue(JSON.parse(data) as T);
  } catch (problem) {
    // Too many streams are open: the resource is asked for instead.
    if (!(problem instanceof ApiProblem && [429, 503].includes(problem.status ?? 0))) throw problem;
  }
}

/** Waits as long as a tab that cannot be seen does between two questions, or until it can be. */
function pauseUntilShown(signal: AbortSignal): Promise<void> {
  return whenShown(AbortSignal.any([signal, AbortSignal.timeout(hiddenPollMs)]));
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
