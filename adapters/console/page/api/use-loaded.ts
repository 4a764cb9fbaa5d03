import { useCallback, useEffect, useState } from 'preact/hooks';
import { useConsole } from '../shell/console-context.ts';
import { asRetried, isAbort, isUnreachable } from './problem.ts';
import { whenShown } from './tab-visibility.ts';

/** What was loaded so far. `problem`: why the last attempt failed; the value before it is kept. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: unknown;
  /** Loads it again. */
  readonly reload: () => void;
}

const retryMs = 2_000;

/**
 * Loads a value when the component appears and when `key` changes. While the server cannot be reached, it tries again every
 * two seconds. `everyMs`: also loads it again and again, as long as the tab can be seen.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key: string,
  { everyMs }: { readonly everyMs?: number } = {},
): Loaded<T> {
  // Another one after a sign-in in mid-work: what was refused before is then loaded.
  const { csrf_token } = useConsole().session;
  const [state, setState] = useState<{ key: string; value: T | undefined; problem: unknown }>({
    key,
    value: undefined,
    problem: undefined,
  });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (): Promise<void> => {
      let pauseMs = everyMs;
      try {
        const value = await load(controller.signal);
        if (!controller.signal.aborted) setState({ key, value, problem: undefined });
      } catch (problem) {
        if (controller.signal.aborted || isAbort(problem)) return;
        setState((before) => ({
          key,
          value: before.key === key ? before.value : undefined,
          problem: asRetried(problem),
        }));
        if (isUnreachable(problem)) pauseMs = retryMs;
      }
      if (pauseMs !== undefined && !controller.signal.aborted) timer = setTimeout(attemptIfShown, pauseMs);
    };
    const attemptIfShown = async (): Promise<void> => {
      await whenShown(controller.signal);
      if (!controller.signal.aborted) await attempt();
    };
    void attempt();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, round, everyMs, csrf_token]);
  return { value: state.key === key ? state.value : undefined, problem: state.problem, reload };
}

/** Loads a resource of the server. `key`: what stays the same while the path changes; default: the path. */
export function useResource<T>(
  path: string,
  { key = path, ...options }: { readonly key?: string; readonly everyMs?: number } = {},
): Loaded<T> {
  const { api } = useConsole();
  return useLoaded((signal) => api.request<T>(path, { signal }), key, options);
}
