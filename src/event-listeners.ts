interface Entry<Event> {
  readonly listener: (event: Event) => unknown;
  readonly onError: ((error: unknown) => void) | undefined;
}

/**
 * The listeners of an event. What one of them throws, or rejects with, affects neither the work that the event is about
 * nor the other listeners.
 */
export class EventListeners<Event> {
  readonly #failureEvent: (cause: unknown) => Event;
  /** Replaced by each change, so that a listener may be added or removed while an event is emitted. */
  #entries: readonly Entry<Event>[] = [];

  /** `failureEvent` makes the event by which the other listeners are told of the error of one. */
  constructor(failureEvent: (cause: unknown) => Event) {
    this.#failureEvent = failureEvent;
  }

  /** Adds a listener. Its errors are passed to `onError` if given. The returned function removes it. */
  add(listener: (event: Event) => unknown, onError?: (error: unknown) => void): () => void {
    const entry = { listener, onError };
    this.#entries = [...this.#entries, entry];
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
    };
  }

  emit(event: Event): void {
    for (const entry of this.#entries) {
      callSafely(() => entry.listener(event), entry.onError ?? ((cause) => this.emitFailure(cause, entry)));
    }
  }

  /** Tells the listeners, except the one that failed. Errors of listeners without `onError` end here. */
  emitFailure(cause: unknown, failed?: Entry<Event>): void {
    const event = this.#failureEvent(cause);
    for (const entry of this.#entries) {
      if (entry !== failed) callSafely(() => entry.listener(event), entry.onError ?? (() => {}));
    }
  }
}

/** Calls a function that the caller of mailproof passed. Never throws: its errors and rejections go to `onError`. */
export function callSafely(call: () => unknown, onError: (error: unknown) => void): void {
  const report = (error: unknown) => {
    try {
      onError(error);
    } catch {
      // An error of the handler has nowhere to go.
    }
  };
  try {
    const returned = call();
    if (isThenable(returned)) returned.then(undefined, report);
  } catch (error) {
    report(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
