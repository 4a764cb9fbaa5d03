import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxDescription } from '../../adapters/sandbox/index.ts';
import type { SubmitOptions } from '../../src/bulk/jobs.ts';

/** Imports the package built by `npm run build`. */
const script = fileURLToPath(new URL('./bulk-process.mjs', import.meta.url));

export interface BulkChildOptions {
  /** `location` is the path of a file, or a URL. */
  readonly storage: { readonly kind: 'sqlite' | 'redis'; readonly location: string };
  readonly network: SandboxDescription;
  readonly retryDelaysMs: readonly number[];
  /** How long each call of the ledger waits before and after. Default 0. */
  readonly ledgerPauseMs?: number;
}

type Message =
  | { readonly kind: 'ready' | 'busy' | 'submitting' }
  | { readonly kind: 'submitted'; readonly jobId: string };

/** An engine in its own process, which can be killed. */
export class BulkChild implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #messages: Message[] = [];
  readonly #ended: Promise<unknown>;
  #output = '';
  #onMessage = () => {};

  private constructor(options: BulkChildOptions) {
    this.#process = fork(script, [JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
    this.#ended = once(this.#process, 'close');
    this.#process.on('message', (message: Message) => {
      this.#messages.push(message);
      this.#onMessage();
    });
  }

  /** Resolves when the engine is ready. */
  static async start(options: BulkChildOptions): Promise<BulkChild> {
    const child = new BulkChild(options);
    await child.#message('ready');
    return child;
  }

  /** Makes the engine work on the jobs of its store. */
  work(): void {
    this.#process.send({ kind: 'work' });
  }

  /** Whether the engine has finished an attempt. */
  get busy(): boolean {
    return this.#hasReceived('busy');
  }

  async untilBusy(): Promise<void> {
    await this.#message('busy');
  }

  /** Resolves when the submission begins. */
  async submit(emails: readonly string[], options: SubmitOptions): Promise<void> {
    this.#process.send({ kind: 'submit', emails, options });
    await this.#message('submitting');
  }

  /** Resolves when the submission has been answered. */
  async untilSubmitted(): Promise<void> {
    await this.#message('submitted');
  }

  /** Ends the process with SIGKILL. Resolves when its connections are closed, too. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  /** Closes the engine, which hands back its work. Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#process.send({ kind: 'stop' });
    await this.#ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  #hasReceived(kind: Message['kind']): boolean {
    return this.#messages.some((message) => message.kind === kind);
  }

  /** Rejects with the output of the process if the process ends first. */
  async #message(kind: Message['kind']): Promise<void> {
    const received = new Promise<void>((resolve) => {
      this.#onMessage = () => {
        if (this.#hasReceived(kind)) resolve();
      };
      this.#onMessage();
    });
    const early = this.#ended.then(() => {
      throw new Error(`The process ended before it was ${kind}:\n${this.#output}`);
    });
    await Promise.race([received, early]);
  }
}
