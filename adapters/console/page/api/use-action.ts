import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from './problem.ts';

/** Something that a person starts, and that may fail. */
export interface Action {
  readonly isRunning: boolean;
  readonly problem: unknown;
  /** Runs it, unless one is running. Resolves with whether it succeeded. */
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => Promise<boolean>;
  /** Aborts the signal of what is running. */
  readonly stop: () => void;
}

export function useAction(): Action {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
    if (running.current !== undefined) return false;
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setProblem(undefined);
    try {
      await work(controller.signal);
      return true;
    } catch (error) {
      if (!isAbort(error)) setProblem(error);
      return false;
    } finally {
      running.current = undefined;
      setRunning(false);
    }
  }, []);
  const stop = useCallback(() => running.current?.abort(), []);
  return { isRunning, problem, run, stop };
}
