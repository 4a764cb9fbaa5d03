import { abortable } from './deadline.ts';

/** Lets those who come to a domain at once go there one after the other, in the order of their coming. */
export class DomainTurns {
  /** Who waits, by domain. An empty line: somebody is there, and nobody waits. */
  readonly #lines = new Map<string, (() => void)[]>();

  /** Waits for one's turn; the returned function, called once, ends it. Rejects with the signal's reason. */
  async take(domain: string, signal: AbortSignal): Promise<() => void> {
    const line = this.#lines.get(domain);
    if (line === undefined) this.#lines.set(domain, []);
    else await this.#stand(domain, line, signal);
    return () => this.#pass(domain);
  }

  async #stand(domain: string, line: (() => void)[], signal: AbortSignal): Promise<void> {
    let called = false;
    let call = () => {};
    const turn = new Promise<void>((resolve) => {
      call = () => {
        called = true;
        resolve();
      };
    });
    line.push(call);
    try {
      await abortable(turn, signal);
    } catch (error) {
      if (called) this.#pass(domain);
      else line.splice(line.indexOf(call), 1);
      throw error;
    }
  }

  #pass(domain: string): void {
    const next = this.#lines.get(domain)?.shift();
    if (next === undefined) this.#lines.delete(domain);
    else next();
  }
}
