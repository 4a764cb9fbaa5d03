/** An account with keys, and with credits for more than its client will use. */
export interface FundedAccount {
  readonly account: string;
  readonly keys: readonly string[];
}

/** The outcomes of the requests for one address. */
interface Requests {
  answered: number;
  /** The connection ended before the answer was complete: the work may or may not have been done. */
  lost: number;
}

/**
 * Clients with addresses and accounts that no other group uses: all that was charged to these accounts was charged for
 * these addresses.
 */
export class ClientGroup {
  readonly accounts: FundedAccount[] = [];
  readonly #requests = new Map<string, Requests>();

  constructor(...accounts: readonly FundedAccount[]) {
    this.accounts.push(...accounts);
  }

  /**
   * Verifies one address after the other, alternating the keys of the account, until the connection fails or the
   * signal fires. Throws for an answer other than a verdict: no request should be refused.
   */
  async verifyAll(
    url: string,
    account: FundedAccount,
    addresses: Iterable<string>,
    { signal, onAnswer }: { signal: AbortSignal; onAnswer: () => void },
  ): Promise<void> {
    let count = 0;
    for (const address of addresses) {
      const key = account.keys[count % account.keys.length] ?? '';
      count += 1;
      if (!(await this.#verify(url, key, address, signal))) return;
      onAnswer();
    }
  }

  /** Returns whether the answer arrived. */
  async #verify(url: string, key: string, address: string, signal: AbortSignal): Promise<boolean> {
    const requests = this.#requests.get(address) ?? { answered: 0, lost: 0 };
    this.#requests.set(address, requests);
    const answer = await fetchAnswer(`${url}/v1/verify?timeout=10&email=${address}`, key, signal);
    if (answer === undefined) requests.lost += 1;
    else if (answer.status === 200) requests.answered += 1;
    else throw new Error(`${address} was answered with ${answer.status}: ${answer.text}`);
    return answer !== undefined;
  }

  get answered(): string[] {
    return this.#addresses(({ answered }) => answered > 0);
  }

  /** Addresses with a lost request: each is charged at most once, however often it was requested again. */
  get uncertain(): string[] {
    return this.#addresses(({ lost }) => lost > 0);
  }

  /** Addresses with an answer to every request: each is charged exactly once. */
  get certain(): string[] {
    return this.#addresses(({ answered, lost }) => answered > 0 && lost === 0);
  }

  #addresses(matches: (requests: Requests) => boolean): string[] {
    return [...this.#requests].filter(([, requests]) => matches(requests)).map(([address]) => address);
  }
}

async function fetchAnswer(
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
