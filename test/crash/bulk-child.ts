import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxDescription } from '../../adapters/sandbox/index.ts';
import type { SubmitOptions } from '../../src/bulk/jobs.ts';

/** Imports the package as it was built by `npm run build`, which `npm test` does first. */
const script = fileURLToPath(new URL('./bulk-process.mjs', import.meta.url));

export interface BulkChildOptions {
  /** Where the store is: the path of a file, or a URL. */
  readonly storage: { readonly kind: 'sqlite' | 'redis'; readonly place: string };
  readonly network: SandboxDescription;
  readonly retryDelaysMs: readonly number[];
  /** What each call of the ledger waits before and after. Default: nothing. */
  readonly ledgerPauseMs?: number;
}

type Message =
  | { readonly kind: 'ready' | 'found' | 'submitting' }
  | { readonly kind: 'submitted'; readonly jobId: string };

/** An engine in a process of its own, which can be killed. */
export class BulkChild implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #messages: Message[] = [];
  readonly #ended: Promise<unknown>;
  #said = '';
  #heard = () => {};

  private constructor(options: BulkChildOptions) {
    this.#process = fork(script, [JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text;
      });
    }
    this.#ended = once(this.#process, 'close');
    this.#process.on('message', (message: Message) => {
      this.#messages.push(message);
      this.#heard();
    });
  }

  /** Resolves when the engine is made. */
  static async start(options: BulkChildOptions): Promise<BulkChild> {
    const child = new BulkChild(options);
    await child.#message('ready');
    return child;
  }

  /** Lets it work on the jobs of its store. */
  work(): void {
    this.#process.send({ kind: 'work' });
  }

  /** It has found a verdict, or what became of a row. */
  get atWork(): boolean {
    return this.#heardOf('found');
  }

  /** Resolves once it is at work. */
  async found(): Promise<void> {
    await this.#message('found');
  }

  /** Resolves when it begins to submit. */
  async submit(emails: readonly string[], options: SubmitOptions): Promise<void> {
    this.#process.send({ kind: 'submit', emails, options });
    await this.#message('submitting');
  }

  /** Resolves when the submission is answered. */
  async submitted(): Promise<void> {
    await this.#message('submitted');
  }

  /** Ends it with SIGKILL; resolves when it is gone, and its connections with it. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  /** Lets it hand back what it holds; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#process.send({ kind: 'stop' });
    await this.#ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  #heardOf(kind: Message['kind']): boolean {
    return this.#messages.some((message) => message.kind === kind);
  }

  /** Rejects with what it said if it ends first. */
  async #message(kind: Message['kind']): Promise<void> {
    const came = new Promise<void>((resolve) => {
      this.#heard = () => {
        if (this.#heardOf(kind)) resolve();
      };
      this.#heard();
    });
    const early = this.#ended.then(() => {
      throw new Error(`The process ended before it was ${kind}:\n${this.#said}`);
    });
    await Promise.race([came, early]);
  }
}
