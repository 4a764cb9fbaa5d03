const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` once when the signal fires. The returned function removes it. All listeners of a signal share one
 * event listener: removing one of many would be slow, and Node warns about more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  // A new function, so that the same listener can be added twice.
  const entry = () => listener();
  listeners.add(entry);
  return () => {
    listeners.delete(entry);
    if (listeners.size === 0) stopListening(signal);
  };
}

const dispatchers = new WeakMap<AbortSignal, () => void>();

function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  const dispatch = () => {
    stopListening(signal);
    for (const listener of listeners) listener();
  };
  listenersOf.set(signal, listeners);
  dispatchers.set(signal, dispatch);
  signal.addEventListener('abort', dispatch, { once: true });
  return listeners;
}

function stopListening(signal: AbortSignal): void {
  const dispatch = dispatchers.get(signal);
  if (dispatch !== undefined) signal.removeEventListener('abort', dispatch);
  listenersOf.delete(signal);
  dispatchers.delete(signal);
}
