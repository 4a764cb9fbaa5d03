/** The listeners of one signal, and the event listener that calls them. */
interface Listening {
  readonly listeners: Set<() => void>;
  readonly dispatch: () => void;
}

const listeningTo = new WeakMap<AbortSignal, Listening>();

/**
 * Calls `listener` once when the signal fires. The returned function removes it. All listeners of a signal share one
 * event listener: removing one of many would be slow, and Node warns about more than ten.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  const listening = listeningTo.get(signal) ?? listenTo(signal);
  // A new function, so that the same listener can be added twice.
  const entry = () => listener();
  listening.listeners.add(entry);
  return () => {
    listening.listeners.delete(entry);
    if (listening.listeners.size === 0) stopListening(signal, listening);
  };
}

function listenTo(signal: AbortSignal): Listening {
  const listeners = new Set<() => void>();
  const listening: Listening = {
    listeners,
    dispatch: () => {
      stopListening(signal, listening);
      for (const listener of listeners) listener();
    },
  };
  listeningTo.set(signal, listening);
  signal.addEventListener('abort', listening.dispatch, { once: true });
  return listening;
}

function stopListening(signal: AbortSignal, listening: Listening): void {
  if (listeningTo.get(signal) !== listening) return;
  signal.removeEventListener('abort', listening.dispatch);
  listeningTo.delete(signal);
}
