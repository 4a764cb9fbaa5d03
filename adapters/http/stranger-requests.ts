import { boundedMap } from '../../src/bounded-map.ts';
import { budgetTable } from '../../src/budgets/budget-table.ts';
import type { Budgets } from '../../src/budgets/budgets.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { countedNetwork } from '../../src/ip-address.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { clientAddressOf } from './hosts/client-address.ts';
import type { RequestView } from './request-view.ts';

const maxClients = 10_000;
const { windowMs } = budgetTable.stranger_requests;

interface Window {
  readonly begunAt: number;
  requests: number;
}

/**
 * Requests of clients that nobody knows: without a valid key or session, or for nothing that exists. Each client address, or IPv6 /64,
 * has a budget of them. A refusal is answered when the budget has room again, and further requests of its connection wait for it: so
 * clients that ignore refusals cost no more than their connections.
 */
export class StrangerRequests {
  readonly #budgets: Pick<Budgets, 'limitOf' | 'refusal'>;
  readonly #clock: Clock;
  readonly #addressHeader: string | undefined;
  readonly #windows = boundedMap<string, Window>(maxClients);

  /** `clientAddressHeader`: in which our own proxy names the client. */
  constructor(options: {
    readonly budgets: Pick<Budgets, 'limitOf' | 'refusal'>;
    readonly clock: Clock;
    readonly clientAddressHeader: string | undefined;
  }) {
    this.#budgets = options.budgets;
    this.#clock = options.clock;
    this.#addressHeader = options.clientAddressHeader?.toLowerCase();
  }

  /** Counts a request before anything else is done for it. Rejects with BudgetExceeded, or if its client has gone. */
  async count(request: RequestView): Promise<void> {
    const address = clientAddressOf(request, this.#addressHeader);
    const client = address === undefined ? '' : countedNetwork(address);
    const now = steadyNow(this.#clock);
    const begun = this.#windows.get(client);
    const window =
      begun !== undefined && now - begun.begunAt < windowMs ? begun : { begunAt: now, requests: 0 };
    if (window !== begun) this.#windows.set(client, window);
    window.requests += 1;
    if (window.requests <= this.#budgets.limitOf('stranger_requests')) return;
    const leftMs = Math.ceil(window.begunAt + windowMs - now);
    await delay(this.#clock, leftMs, request.signal);
    throw this.#budgets.refusal('stranger_requests', leftMs);
  }
}
