import type { Clock } from '../ports/clock.ts';
import type { JobStore } from '../ports/job-store.ts';
import type { Random } from '../ports/random.ts';
import type { LeasedDelivery, WebhookQueue } from '../ports/webhook-queue.ts';
import type { WebhookOutcome, WebhookSender } from '../ports/webhook-sender.ts';
import { webhookIdOf, webhookOf } from './job-webhook.ts';
import type { CheckedEndpoint } from './webhook-endpoint.ts';

/** What became of an event for an endpoint. */
export interface WebhookEvent {
  readonly kind: 'webhook';
  /**
   * `delivered`: the endpoint has accepted it. `failed`: an attempt failed, and another one follows. `given_up`: the last
   * attempt failed. `dropped`: the endpoint will not be told, because too much waits for it, the job was deleted, or it is
   * of an account that the endpoint is not for any more.
   */
  readonly change: 'delivered' | 'failed' | 'given_up' | 'dropped';
  /** The endpoint, by its name. */
  readonly endpoint: string;
  readonly jobId: string;
  /** Why it was not delivered; undefined if it was. */
  readonly reason: string | undefined;
}

export interface WebhookDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly jobs: Pick<JobStore, 'get'>;
  readonly queue: WebhookQueue;
  readonly sender: WebhookSender;
  readonly endpoints: readonly CheckedEndpoint[];
  readonly onEvent: (event: WebhookEvent) => void;
}

interface Lane {
  readonly endpoint: CheckedEndpoint;
  /** The jobs whose deliveries are being worked on; true if the job has ended meanwhile. */
  readonly active: Map<string, boolean>;
  readonly handling: Set<Promise<void>>;
  taking: Promise<void> | undefined;
  takeAgain: boolean;
}

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** From one attempt to the next: about a day from the first to the last. Each is varied by a tenth. */
const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  8 * hourMs,
];
/** How often the queue is asked for what is due, besides whenever a job of this process ends. */
const pollMs = 5 * secondMs;
/** How often a job is looked at that ends in another process, or whose process dies before it has said so. */
const jobCheckMs = minuteMs;
/** A job that is not there for so many checks was never created, or is deleted. */
const maxChecksWithoutJob = 5;
/** In the queue, what is above this counts checks without a job: no attempt was made yet. Up to it, attempts that failed. */
const maxFailedAttempts = retryDelaysMs.length;
/** Attempts at one endpoint at a time, in this process. */
const concurrency = 4;
const sendTimeoutMs = 10 * secondMs;
/** Longer than an attempt takes. */
const leaseMs = minuteMs;
/** About 70,000 jobs for an endpoint, and 17,000 of an account. */
const maxBytes = 16 * 1024 * 1024;
const maxBytesOfAccount = maxBytes / 4;

/**
 * Tells endpoints when jobs end. What is to be told is stored before the job is created, so that no process can die in
 * between. From then on the job is looked at until it has ended, and the endpoint is then told until it has accepted.
 * Each endpoint has attempts of its own: one that hangs holds up no other.
 */
export class WebhookDispatcher {
  readonly #dependencies: WebhookDependencies;
  readonly #lanes: readonly Lane[];
  #cancelPoll = () => {};
  #closed = false;

  constructor(dependencies: WebhookDependencies) {
    this.#dependencies = dependencies;
    this.#lanes = dependencies.endpoints.map((endpoint) => ({
      endpoint,
      active: new Map(),
      handling: new Set(),
      taking: undefined,
      takeAgain: false,
    }));
    if (this.#lanes.length > 0) this.#pollLater();
  }

  /** Stores that endpoints are to be told of a job, which is about to be created. Rejects if the store fails. */
  async expectEnd({
    id: jobId,
    account,
  }: {
    readonly id: string;
    readonly account: string | null;
  }): Promise<void> {
    const { queue, onEvent } = this.#dependencies;
    const limits = { delayMs: jobCheckMs, maxBytes, maxBytesOfAccount };
    for (const { endpoint } of this.#lanes) {
      const { name } = endpoint;
      if (!isFor(endpoint, account)) continue;
      const added = await queue.add({ endpoint: name, jobId, account }, limits);
      const reason = 'Too many events wait for this endpoint.';
      if (added === 'full') onEvent({ kind: 'webhook', change: 'dropped', endpoint: name, jobId, reason });
    }
  }

  /** Tells the endpoints of a job that has ended, without waiting for the next look at it. */
  announceEnd(jobId: string): void {
    for (const lane of this.#lanes) {
      if (lane.active.has(jobId)) lane.active.set(jobId, true);
      this.#dependencies.queue
        .hasten(lane.endpoint.name, jobId)
        // The next look at the job finds that it has ended.
        .then(
          () => this.#deliver(lane),
          () => {},
        );
    }
  }

  /** Waits for the attempts under way, each of which takes ten seconds at most. What is left is delivered later. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelPoll();
    for (const lane of this.#lanes) {
      await lane.taking;
      await Promise.all(lane.handling);
    }
  }

  #pollLater(): void {
    this.#cancelPoll = this.#dependencies.clock.after(pollMs, () => {
      for (const lane of this.#lanes) this.#deliver(lane);
      this.#pollLater();
    });
  }

  /** Takes what is due, as far as there are attempts free, and works on it. */
  #deliver(lane: Lane): void {
    if (this.#closed) return;
    lane.takeAgain = true;
    lane.taking ??= this.#takeAll(lane)
      // The next poll tries again.
      .catch(() => {})
      .finally(() => {
        lane.taking = undefined;
        // Something became due, or an attempt became free, after the last look.
        if (lane.takeAgain && lane.handling.size < concurrency) this.#deliver(lane);
      });
  }

  async #takeAll(lane: Lane): Promise<void> {
    const { queue } = this.#dependencies;
    while (lane.takeAgain && !this.#closed && lane.handling.size < concurrency) {
      lane.takeAgain = false;
      const limit = concurrency - lane.handling.size;
      const taken = await queue.take(lane.endpoint.name, { limit, leaseMs });
      for (const delivery of taken) this.#start(lane, delivery);
    }
  }

  #start(lane: Lane, delivery: LeasedDelivery): void {
    const { jobId } = delivery;
    lane.active.set(jobId, false);
    const handled = this.#handle(lane, delivery)
      // If a store fails, the delivery is due again when its lease has expired.
      .catch(() => {})
      .finally(() => {
        lane.active.delete(jobId);
        lane.handling.delete(handled);
        this.#deliver(lane);
      });
    lane.handling.add(handled);
  }

  async #handle(lane: Lane, delivery: LeasedDelivery): Promise<void> {
    const { jobs, queue } = this.#dependencies;
    const { jobId, account } = delivery;
    if (!isFor(lane.endpoint, account)) {
      // Stored while the endpoint of this name was one of another account, or of all.
      const reason = 'The endpoint is told of the jobs of one account alone, and this job is of another.';
      return this.#drop(delivery, reason);
    }
    const job = await jobs.get(jobId);
    if (job === undefined) return this.#missJob(delivery);
    const webhook = webhookOf(job);
    if (webhook !== undefined) return this.#send(lane.endpoint, delivery, JSON.stringify(webhook));
    const hasEnded = lane.active.get(jobId) === true;
    await queue.postpone(delivery, { delayMs: hasEnded ? 0 : jobCheckMs, failures: 0 });
  }

  async #missJob(delivery: LeasedDelivery): Promise<void> {
    const { queue } = this.#dependencies;
    const { failures } = delivery;
    if (failedAttempts(failures) > 0)
      return this.#drop(delivery, 'The job was deleted before the endpoint accepted the event.');
    const missed = Math.max(failures, maxFailedAttempts) + 1;
    if (missed >= maxFailedAttempts + maxChecksWithoutJob) await queue.remove(delivery);
    else await queue.postpone(delivery, { delayMs: jobCheckMs, failures: missed });
  }

  async #drop(delivery: LeasedDelivery, reason: string): Promise<void> {
    const { queue, onEvent } = this.#dependencies;
    const { endpoint, jobId } = delivery;
    const isRemoved = await queue.remove(delivery);
    if (isRemoved) onEvent({ kind: 'webhook', change: 'dropped', endpoint, jobId, reason });
  }

  async #send(endpoint: CheckedEndpoint, delivery: LeasedDelivery, body: string): Promise<void> {
    const { queue, sender, onEvent } = this.#dependencies;
    const { jobId } = delivery;
    const { name, url, secrets, allowPrivateHosts } = endpoint;
    const id = webhookIdOf(jobId);
    const message = { url, id, body, secrets, allowPrivateHosts, timeoutMs: sendTimeoutMs };
    const outcome = await sender.send(message).catch(failedToSend);
    const event = { kind: 'webhook', endpoint: name, jobId } as const;
    if (outcome.kind === 'delivered') {
      await queue.remove(delivery);
      onEvent({ ...event, change: 'delivered', reason: undefined });
      return;
    }
    const { reason } = outcome;
    const failures = failedAttempts(delivery.failures);
    const delayMs = this.#retryDelayMs(failures);
    if (delayMs === undefined) {
      await queue.remove(delivery);
      onEvent({ ...event, change: 'given_up', reason });
    } else {
      await queue.postpone(delivery, { delayMs, failures: failures + 1 });
      onEvent({ ...event, change: 'failed', reason });
    }
  }

  /** Returns the delay after so many failures before this one; undefined if this attempt was the last. */
  #retryDelayMs(failures: number): number | undefined {
    const delayMs = retryDelaysMs[failures];
    return delayMs && Math.round(delayMs * (0.9 + 0.2 * this.#dependencies.random.next()));
  }
}

/** Returns how many attempts have failed, from what the queue counts. */
function failedAttempts(failures: number): number {
  return failures > maxFailedAttempts ? 0 : failures;
}

function isFor(endpoint: CheckedEndpoint, account: string | null): boolean {
  return endpoint.account === undefined || endpoint.account === account;
}

/** A sender should not reject. If it does, the attempt counts, so that there is an end to them. */
function failedToSend(error: unknown): WebhookOutcome {
  return { kind: 'failed', reason: error instanceof Error ? error.message : 'the sender failed' };
}
