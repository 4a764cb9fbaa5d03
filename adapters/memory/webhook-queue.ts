import { randomUUID } from 'node:crypto';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LeasedDelivery, WebhookDelivery, WebhookQueue } from '../../src/ports/webhook-queue.ts';
import { BinaryHeap } from '../stores/binary-heap.ts';
import {
  bytesOf,
  checkAbandoned,
  checkAdded,
  checkEndpoint,
  checkPostponed,
  checkTaken,
} from '../stores/webhook-rules.ts';

interface Entry {
  readonly delivery: WebhookDelivery;
  failures: number;
  /** By the steady reading of the clock, like all times here. */
  dueAt: number;
  touchedAt: number;
  leaseId: string | undefined;
}

/** When an entry was due as it was put into the heap: it counts only if that is still so. */
interface Due {
  readonly entry: Entry;
  readonly at: number;
}

interface AccountLane {
  readonly due: BinaryHeap<Due>;
  bytes: number;
  /** The account that was served longest ago is served next. */
  served: number;
}

interface EndpointLane {
  readonly entries: Map<string, Entry>;
  readonly accounts: Map<string | null, AccountLane>;
  bytes: number;
}

/** Deliveries in the memory of this process. They end with it. */
export class MemoryWebhookQueue implements WebhookQueue {
  readonly #clock: Clock;
  readonly #endpoints = new Map<string, EndpointLane>();
  #lastServed = 0;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async add(
    delivery: WebhookDelivery,
    options: Parameters<WebhookQueue['add']>[1],
  ): Promise<'added' | 'present' | 'full'> {
    checkAdded(delivery, options);
    const { endpoint, jobId, account } = delivery;
    const lane = this.#laneOf(endpoint);
    if (lane.entries.has(jobId)) return 'present';
    const ofAccount = accountLaneOf(lane, account);
    const bytes = bytesOf(delivery);
    const isFull =
      lane.bytes + bytes > options.maxBytes || ofAccount.bytes + bytes > options.maxBytesOfAccount;
    if (isFull) {
      this.#dropIfEmpty(endpoint, account);
      return 'full';
    }
    lane.bytes += bytes;
    ofAccount.bytes += bytes;
    const entry: Entry = {
      delivery: { endpoint, jobId, account },
      failures: 0,
      dueAt: 0,
      touchedAt: 0,
      leaseId: undefined,
    };
    lane.entries.set(jobId, entry);
    this.#setDue(entry, options.delayMs);
    return 'added';
  }

  async take(
    endpoint: string,
    options: Parameters<WebhookQueue['take']>[1],
  ): Promise<readonly LeasedDelivery[]> {
    checkTaken(endpoint, options);
    const taken: LeasedDelivery[] = [];
    while (taken.length < options.limit) {
      const entry = this.#nextDue(endpoint);
      if (entry === undefined) break;
      const leaseId = randomUUID();
      this.#setDue(entry, options.leaseMs);
      entry.leaseId = leaseId;
      taken.push({ ...entry.delivery, failures: entry.failures, leaseId });
    }
    return taken;
  }

  async postpone(
    delivery: LeasedDelivery,
    options: Parameters<WebhookQueue['postpone']>[1],
  ): Promise<boolean> {
    checkPostponed(delivery, options);
    const entry = this.#leased(delivery);
    if (entry === undefined) return false;
    entry.leaseId = undefined;
    entry.failures = options.failures;
    this.#setDue(entry, options.delayMs);
    return true;
  }

  async remove(delivery: LeasedDelivery): Promise<boolean> {
    const entry = this.#leased(delivery);
    if (entry !== undefined) this.#remove(entry);
    return entry !== undefined;
  }

  async hasten(endpoint: string, jobId: string): Promise<void> {
    checkEndpoint(endpoint);
    const entry = this.#endpoints.get(endpoint)?.entries.get(jobId);
    if (entry === undefined) return;
    const isLeased = entry.leaseId !== undefined && entry.dueAt > steadyNow(this.#clock);
    if (isLeased) return;
    entry.leaseId = undefined;
    this.#setDue(entry, 0);
  }

  async removeAbandoned(options: Parameters<WebhookQueue['removeAbandoned']>[0]): Promise<number> {
    checkAbandoned(options);
    const latest = steadyNow(this.#clock) - options.olderThanMs;
    const all = [...this.#endpoints.values()].flatMap(({ entries }) => [...entries.values()]);
    const abandoned = all.filter(({ touchedAt }) => touchedAt <= latest).slice(0, options.limit);
    for (const entry of abandoned) this.#remove(entry);
    return abandoned.length;
  }

  #laneOf(endpoint: string): EndpointLane {
    const known = this.#endpoints.get(endpoint);
    if (known !== undefined) return known;
    const lane: EndpointLane = { entries: new Map(), accounts: new Map(), bytes: 0 };
    this.#endpoints.set(endpoint, lane);
    return lane;
  }

  #leased({ endpoint, jobId, leaseId }: LeasedDelivery): Entry | undefined {
    const entry = this.#endpoints.get(endpoint)?.entries.get(jobId);
    return entry?.leaseId === leaseId ? entry : undefined;
  }

  #setDue(entry: Entry, delayMs: number): void {
    const { endpoint, account } = entry.delivery;
    const now = steadyNow(this.#clock);
    entry.touchedAt = now;
    entry.dueAt = now + delayMs;
    accountLaneOf(this.#laneOf(endpoint), account).due.push({ entry, at: entry.dueAt });
  }

  /** Takes the next due entry of the account whose turn it is. */
  #nextDue(endpoint: string): Entry | undefined {
    const now = steadyNow(this.#clock);
    let next: AccountLane | undefined;
    for (const lane of this.#endpoints.get(endpoint)?.accounts.values() ?? []) {
      if (next !== undefined && lane.served >= next.served) continue;
      dropOutdated(lane);
      if ((lane.due.first?.at ?? Number.POSITIVE_INFINITY) <= now) next = lane;
    }
    if (next === undefined) return undefined;
    this.#lastServed += 1;
    next.served = this.#lastServed;
    return next.due.pop()?.entry;
  }

  #remove(entry: Entry): void {
    const { endpoint, jobId, account } = entry.delivery;
    const lane = this.#laneOf(endpoint);
    const bytes = bytesOf(entry.delivery);
    lane.entries.delete(jobId);
    lane.bytes -= bytes;
    accountLaneOf(lane, account).bytes -= bytes;
    // No element of a heap counts for it any more.
    entry.dueAt = Number.NaN;
    entry.leaseId = undefined;
    this.#dropIfEmpty(endpoint, account);
  }

  #dropIfEmpty(endpoint: string, account: string | null): void {
    const lane = this.#laneOf(endpoint);
    if (lane.accounts.get(account)?.bytes === 0) lane.accounts.delete(account);
    if (lane.bytes === 0) this.#endpoints.delete(endpoint);
  }
}

function accountLaneOf(lane: EndpointLane, account: string | null): AccountLane {
  const known = lane.accounts.get(account);
  if (known !== undefined) return known;
  const due = new BinaryHeap<Due>((one, other) => one.at < other.at);
  const created: AccountLane = { due, bytes: 0, served: 0 };
  lane.accounts.set(account, created);
  return created;
}

/** Entries that were hastened, leased or removed since are in the heap under another time, or no longer. */
function dropOutdated({ due }: AccountLane): void {
  for (let first = due.first; first !== undefined && first.at !== first.entry.dueAt; first = due.first)
    due.pop();
}
