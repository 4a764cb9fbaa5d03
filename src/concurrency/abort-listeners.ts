const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` once when the signal fires; the returned function takes it back. However many listen to one
 * signal, it carries a single event listener: removing one of many is otherwise slow, and Node warns from ten on.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  // A listener of its own, so that the same function may be given twice.
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
