/** Resolves once the tab can be seen, at once if it can; also when the signal fires. */
export function whenShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}

/** Runs `work` with a signal that fires when `signal` does, or when the tab can be seen no more. */
export async function whileShown<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const check = (): void => {
    if (document.hidden || signal.aborted) controller.abort();
  };
  document.addEventListener('visibilitychange', check);
  signal.addEventListener('abort', check);
  check();
  try {
    return await work(controller.signal);
  } finally {
    document.removeEventListener('visibilitychange', check);
    signal.removeEventListener('abort', check);
  }
}
