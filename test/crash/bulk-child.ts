import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxDescription } from '../../adapters/sandbox/index.ts';
import type { SubmitOptions } from '../../src/bulk/jobs.ts';
import type { PolicyOptions } from '../../src/exchange/policy.ts';

/** Imports the package built by `npm run build`. */
const script = fileURLToPath(new URL('./bulk-process.mjs', import.meta.url));

export interface BulkChildOptions {
  /** `location` is the path of a file, or a URL. */
  readonly storage: { readonly kind: 'sqlite' | 'redis' | 'postgres'; readonly location: string };
  readonly network: SandboxDescription;
  readonly retryDelaysMs: readonly number[];
  /** Default: two connections to each exchange, so that nothing is found out by trying. */
  readonly limits?: PolicyOptions;
  /**
   * How long a job stays with a process that does not renew its lease. Default 400, and 1,500 on Redis: a busy machine
   * may then let a living process lose its jobs, and break off its sessions.
   */
  readonly leaseMs?: number;
  /** How long each call of the ledger waits before and after. Default 0. */
  readonly ledgerPauseMs?: number;
}

type Message =
  | { readonly kind: 'ready' | 'busy' | 'submitting' }
  | { readonly kind: 'submitted'; readonly jobId: string }
  | { readonly kind: 'connections'; readonly connections: number };
type MessageOf<Kind extends Message['kind']> = Extract<Message, { readonly kind: Kind }>;

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

  /** Resolves with its connections to mail servers now. */
  async connections(): Promise<number> {
    const before = this.#messages.length;
    this.#process.send({ kind: 'count' });
    const { connections } = await this.#message('connections', before);
    return connections;
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

  /** Resolves with the first message of a kind, perhaps of those after the first few. Rejects with the output of the process if it ends first. */
  async #message<Kind extends Message['kind']>(kind: Kind, after = 0): Promise<MessageOf<Kind>> {
    const received = new Promise<MessageOf<Kind>>((resolve) => {
      this.#onMessage = () => {
        const isOfKind = (message: Message): message is MessageOf<Kind> => message.kind === kind;
        const found = this.#messages.slice(after).find(isOfKind);
        if (found !== undefined) resolve(found);
      };
      this.#onMessage();
    });
    const early = this.#ended.then(() => {
      throw new Error(`The process ended before it was ${kind}:\n${this.#output}`);
    });
    return Promise.race([received, early]);
  }
}
