import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxDescription } from '../../../adapters/sandbox/index.ts';
import type { BulkStorage } from '../bulk-storage.ts';

/** Imports the package built by `npm run build`. */
const script = fileURLToPath(new URL('./service-process.mjs', import.meta.url));

export interface ServiceProcessOptions {
  readonly storage: BulkStorage['location'];
  readonly network: SandboxDescription;
  readonly retryDelaysMs: readonly number[];
  /** The file in which processes note which hold pays for which result. */
  readonly receipts: string;
}

/** A process that serves the HTTP interface and works on jobs. */
export class ServiceProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, ended: Promise<unknown>, url: string) {
    this.#child = child;
    this.#ended = ended;
    this.url = url;
  }

  /** Resolves when the process listens. Rejects with its output if it ends first. */
  static async start(options: ServiceProcessOptions): Promise<ServiceProcess> {
    const child = fork(script, [JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = once(child, 'close');
    const early = ended.then(() => {
      throw new Error(`The process ended before it listened:\n${output}`);
    });
    early.catch(() => {});
    const [{ url }] = (await Promise.race([once(child, 'message'), early])) as [{ url: string }];
    return new ServiceProcess(child, ended, url);
  }

  /** Calls the listener when the process has ended, however it did. */
  onEnd(listener: () => void): void {
    void this.#ended.then(listener);
  }

  /** Ends the process with SIGKILL. Resolves when its connections are closed, too. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Closes server and engine. Resolves when the process has ended. */
  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.send('stop');
    await this.#ended;
  }
}
