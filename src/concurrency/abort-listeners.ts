/** The listeners of one signal. */
interface Listening {
  readonly listeners: Set<() => void>;
  /** The event listener that calls them; undefined for signals of a DirectAbortController, which calls them itself. */
  readonly dispatch: (() => void) | undefined;
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

/**
 * An AbortController whose signal calls those who listen by `onAbort` without an event listener. To add one and to remove it
 * takes longer than the rest of a short wait, and a request waits for several things.
 */
export class DirectAbortController implements Listening {
  readonly signal: AbortSignal;
  readonly listeners = new Set<() => void>();
  readonly dispatch = undefined;
  readonly #controller = new AbortController();

  constructor() {
    this.signal = this.#controller.signal;
    listeningTo.set(this.signal, this);
  }

  abort(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    // Who begins to listen from now on has missed it.
    listeningTo.delete(this.signal);
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

function listenTo(signal: AbortSignal): Listening {
  const listeners = new Set<() => void>();
  const dispatch = () => {
    stopListening(signal, listening);
    for (const listener of listeners) listener();
  };
  const listening: Listening = { listeners, dispatch };
  listeningTo.set(signal, listening);
  signal.addEventListener('abort', dispatch, { once: true });
  return listening;
}

function stopListening(signal: AbortSignal, listening: Listening): void {
  const { dispatch } = listening;
  if (dispatch === undefined || listeningTo.get(signal) !== listening) return;
  signal.removeEventListener('abort', dispatch);
  listeningTo.delete(signal);
}
