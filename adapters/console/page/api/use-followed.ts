import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../shell/console-context.ts';
import { type FollowOptions, follow } from './follow.ts';

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
