/** The work on bodies, of all requests together, takes about this long per iteration of the event loop. */
const maxMsPerIteration = 1;

/**
 * Spreads the work on the bodies of all requests over iterations of the event loop, so that it holds up no others. It
 * goes round by account, so that no account's bodies wait for all those of another.
 */
export class LoopShare {
  readonly #readMs: () => number;
  /** The pieces of work that wait, by account. The next account is the first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #spentMs = 0;
  #willGoOn = false;

  constructor({ readMs = () => performance.now() }: { readMs?: () => number } = {}) {
    this.#readMs = readMs;
  }

  /** Runs a short piece of work in turn. The pieces of one account run in the order of the calls. */
  run<Result>(account: string, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const piece = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      const waiting = this.#waiting.get(account);
      if (waiting === undefined) this.#waiting.set(account, [piece]);
      else waiting.push(piece);
      this.#work();
    });
  }

  #work(): void {
    while (this.#spentMs < maxMsPerIteration) {
      const piece = this.#takeNext();
      if (piece === undefined) break;
      const startedAt = this.#readMs();
      piece();
      this.#spentMs += this.#readMs() - startedAt;
    }
    this.#goOnInNextIteration();
  }

  #takeNext(): (() => void) | undefined {
    for (const [account, pieces] of this.#waiting) {
      const piece = pieces.shift();
      this.#waiting.delete(account);
      if (pieces.length > 0) this.#waiting.set(account, pieces);
      return piece;
    }
    return undefined;
  }

  #goOnInNextIteration(): void {
    if (this.#willGoOn) return;
    this.#willGoOn = true;
    setImmediate(() => {
      this.#willGoOn = false;
      this.#spentMs = 0;
      if (this.#waiting.size > 0) this.#work();
    });
  }
}
