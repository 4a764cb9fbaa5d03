import { EngineClosed } from '../errors.ts';
import type { BulkContext } from './bulk-context.ts';
import { Worker } from './worker.ts';

/** The one worker of this process. Runs while at least one caller has acquired it. */
export class SharedWorker {
  readonly #context: BulkContext;
  #worker: Worker | undefined;
  #holders = 0;
  #stopping: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(context: BulkContext) {
    this.#context = context;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Keeps the worker running until `close` is called, which resolves when unfinished work has been handed back.
   * Throws EngineClosed.
   */
  acquire(): { close(): Promise<void> } {
    if (this.closed) throw new EngineClosed();
    this.#holders += 1;
    this.#startIfNeeded();
    let releasing: Promise<void> | undefined;
    const close = () => {
      releasing ??= this.#release();
      return releasing;
    };
    return { close };
  }

  /** Looks for new jobs at once, if the worker runs. */
  visitJobs(): void {
    this.#worker?.visitJobs();
  }

  /** Stops the worker for good. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#worker?.close(), this.#stopping]).then(() => {});
    return this.#closing;
  }

  /** Never starts a second worker while the first one still hands back its work. */
  #startIfNeeded(): void {
    const needed = this.#holders > 0 && !this.closed;
    if (needed && this.#stopping === undefined) this.#worker ??= new Worker(this.#context);
  }

  async #release(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders > 0 || this.#worker === undefined) return;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#stopping = worker.close().finally(() => {
      this.#stopping = undefined;
      this.#startIfNeeded();
    });
    await this.#stopping;
  }
}
