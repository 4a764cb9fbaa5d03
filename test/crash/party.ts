/** An account with keys, and credits for more than it will ask. */
export interface Purse {
  readonly account: string;
  readonly keys: readonly string[];
}

/** What came of the requests about one address. */
interface Requests {
  answered: number;
  /** The connection ended before the answer was complete: nobody knows whether the work was done. */
  lost: number;
}

/**
 * Clients that ask about addresses nobody else asks about, at the cost of accounts nobody else uses: what they were
 * charged can only be for these.
 */
export class Party {
  readonly purses: Purse[] = [];
  readonly #requests = new Map<string, Requests>();

  constructor(...purses: readonly Purse[]) {
    this.purses.push(...purses);
  }

  /**
   * Asks one after the other, with the keys of the purse in turn, until the connection fails or the signal fires.
   * Throws for an answer other than a verdict: nobody should be refused here.
   */
  async askAll(
    url: string,
    purse: Purse,
    addresses: Iterable<string>,
    { signal, onAnswer }: { signal: AbortSignal; onAnswer: () => void },
  ): Promise<void> {
    let turn = 0;
    for (const address of addresses) {
      const key = purse.keys[turn % purse.keys.length] ?? '';
      turn += 1;
      if (!(await this.#ask(url, key, address, signal))) return;
      onAnswer();
    }
  }

  /** True if the answer came. */
  async #ask(url: string, key: string, address: string, signal: AbortSignal): Promise<boolean> {
    const requests = this.#requests.get(address) ?? { answered: 0, lost: 0 };
    this.#requests.set(address, requests);
    const answer = await answerOf(`${url}/v1/verify?timeout=10&email=${address}`, key, signal);
    if (answer === undefined) requests.lost += 1;
    else if (answer.status === 200) requests.answered += 1;
    else throw new Error(`${address} was answered with ${answer.status}: ${answer.text}`);
    return answer !== undefined;
  }

  get answered(): string[] {
    return this.#addresses(({ answered }) => answered > 0);
  }

  /** Addresses with a lost request: each charged once or not at all, however often it was asked again. */
  get doubtful(): string[] {
    return this.#addresses(({ lost }) => lost > 0);
  }

  /** Addresses with an answer to every request: each charged exactly once. */
  get certain(): string[] {
    return this.#addresses(({ answered, lost }) => answered > 0 && lost === 0);
  }

  #addresses(fits: (requests: Requests) => boolean): string[] {
    return [...this.#requests].filter(([, requests]) => fits(requests)).map(([address]) => address);
  }
}

async function answerOf(
  url: string,
  key: string,
  signal: AbortSignal,
): Promise<{ status: number; text: string } | undefined> {
  try {
    const response = await fetch(url, { headers: { 'X-API-Key': key }, signal });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}
