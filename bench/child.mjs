import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process that answers one IPC message after another. */
export class Child {
  #process;
  #name;
  #exit;

  constructor(url, args = [], { execArgv = [] } = {}) {
    this.#name = [fileURLToPath(url), ...args].join(' ');
    this.#process = fork(url, args, { serialization: 'advanced', execArgv });
    this.#exit = once(this.#process, 'exit');
  }

  /** Sends a message and waits for the answer. Rejects when the process ends instead. */
  async ask(message) {
    const answer = once(this.#process, 'message').then(([value]) => value);
    const end = this.#exit.then(([code, signal]) => {
      throw new Error(`${this.#name} ended with ${signal ?? code} and gave no answer.`);
    });
    this.#process.send(message);
    return Promise.race([answer, end]);
  }

  async end() {
    this.#process.kill('SIGKILL');
    await this.#exit;
  }
}
