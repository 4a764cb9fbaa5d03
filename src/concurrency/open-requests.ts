import { EngineClosed } from '../errors.ts';
import { onAbort } from './abort-listeners.ts';

/** A request under way. `end` must be called when it has settled. */
export interface OpenRequest {
  /** Fires with the caller's reason, or with EngineClosed when the engine is closed. */
  readonly signal: AbortSignal;
  end(): void;
}

/** The requests of an engine that are under way. */
export class OpenRequests {
  readonly #closing = new AbortController();
  readonly #onLastEnd: (() => void)[] = [];
  #count = 0;
  #refuses = false;

  /** `signal`: that of the caller. Throws EngineClosed. */
  begin(signal: AbortSignal | undefined): OpenRequest {
    if (this.#refuses) throw new EngineClosed();
    this.#count += 1;
    const end = () => this.#endOne();
    // Most callers bring no signal: there is nothing to combine then.
    if (signal === undefined) return { signal: this.#closing.signal, end };
    return new FollowingRequest([this.#closing.signal, signal], end);
  }

  /** Aborts all requests. Resolves when each has ended. */
  close(): Promise<void> {
    const ended = this.drain();
    this.#closing.abort(new EngineClosed());
    return ended;
  }

  /** Refuses further requests. Resolves when those under way have ended, each within its own time limit. */
  async drain(): Promise<void> {
    this.#refuses = true;
    if (this.#count > 0) await new Promise<void>((resolve) => this.#onLastEnd.push(resolve));
  }

  #endOne(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const resolve of this.#onLastEnd.splice(0)) resolve();
  }
}

/** Many requests are answered before anything could be aborted: they need no controller. */
class FollowingRequest implements OpenRequest {
  readonly #followed: readonly AbortSignal[];
  readonly #onEnd: () => void;
  #controller: AbortController | undefined;
  #unfollow: readonly (() => void)[] = [];

  constructor(followed: readonly AbortSignal[], onEnd: () => void) {
    this.#followed = followed;
    this.#onEnd = onEnd;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#follow();
    return this.#controller.signal;
  }

  end(): void {
    for (const unfollow of this.#unfollow) unfollow();
    this.#onEnd();
  }

  #follow(): AbortController {
    const controller = new AbortController();
    const fired = this.#followed.find((signal) => signal.aborted);
    if (fired !== undefined) controller.abort(fired.reason);
    else
      this.#unfollow = this.#followed.map((signal) => onAbort(signal, () => controller.abort(signal.reason)));
    return controller;
  }
}
