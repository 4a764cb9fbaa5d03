import type { Budgets } from '../../src/budgets/budgets.ts';
import { countedNetwork } from '../../src/ip-address.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { FruitlessRequests } from './fruitless-requests.ts';
import { clientAddressOf } from './hosts/client-address.ts';
import type { RequestView } from './request-view.ts';

/**
 * Requests of clients that nobody knows: without a valid key or session, or for nothing that exists. Each client address, or IPv6 /64,
 * has a budget of them.
 */
export class StrangerRequests {
  readonly #requests: FruitlessRequests;
  readonly #addressHeader: string | undefined;

  /** `clientAddressHeader`: in which our own proxy names the client. */
  constructor({
    clientAddressHeader,
    ...options
  }: {
    readonly budgets: Pick<Budgets, 'limitOf' | 'refusal'>;
    readonly clock: Clock;
    readonly clientAddressHeader: string | undefined;
  }) {
    this.#requests = new FruitlessRequests('stranger_requests', options);
    this.#addressHeader = clientAddressHeader?.toLowerCase();
  }

  /** Counts a request. Rejects with BudgetExceeded, or if its client has gone. */
  async count(request: RequestView): Promise<void> {
    const address = clientAddressOf(request, this.#addressHeader);
    const client = address === undefined ? '' : countedNetwork(address);
    await this.#requests.check(client, request);
    this.#requests.count(client);
  }
}
