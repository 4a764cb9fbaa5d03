import type { ExchangeMonitor } from './exchange-monitor.ts';
import type { GreetedConnection } from './greeted-connection.ts';
import type { ProbeRequest } from './probe-request.ts';
import type { RequestQueue } from './request-queue.ts';

export interface PacedQueueDependencies {
  readonly queue: RequestQueue;
  readonly monitor: ExchangeMonitor;
  /** Returns the keys of the leases that the session holds or waits for. */
  readonly leaseKeys: () => readonly string[];
}

/** The requests to an exchange, as one session takes them: no faster than the rate of recipients allows. */
export class PacedQueue {
  readonly #queue: RequestQueue;
  readonly #monitor: ExchangeMonitor;
  readonly #leaseKeys: () => readonly string[];

  constructor({ queue, monitor, leaseKeys }: PacedQueueDependencies) {
    this.#queue = queue;
    this.#monitor = monitor;
    this.#leaseKeys = leaseKeys;
  }

  /** True if recipients are limited by the second: a request may then wait although there is a session for it. */
  get isRateLimited(): boolean {
    return Number.isFinite(this.#monitor.recipientsAllowed(this.#leaseKeys()).bulk);
  }

  /** Returns how long the first request has to wait although this connection could take it, in milliseconds. */
  msToRecipient(connection: GreetedConnection): number {
    const first = this.#queue.firstFor(connection);
    return first === undefined ? 0 : this.#monitor.msToRecipient(this.#leaseKeys(), first.share.kind);
  }

  /** Takes the requests of the next group, gives them their slots, and counts them as sent. */
  takeGroup(connection: GreetedConnection): readonly ProbeRequest[] {
    const leaseKeys = this.#leaseKeys();
    const requests = this.#queue.takeGroup(connection, this.#monitor.recipientsAllowed(leaseKeys));
    this.#monitor.onSend(leaseKeys, requests);
    for (const request of requests) request.giveSlot();
    return requests;
  }
}
