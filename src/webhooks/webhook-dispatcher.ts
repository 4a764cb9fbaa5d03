import { InvalidArgument } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announcement, JobStore } from '../ports/job-store.ts';
import type { Random } from '../ports/random.ts';
import type { WebhookOutcome, WebhookSender } from '../ports/webhook-sender.ts';
import { webhookIdOf, webhookOf } from './job-webhook.ts';
import { type CheckedEndpoint, checkEndpoints, type WebhookEndpoint } from './webhook-endpoint.ts';

/** What became of an event for an endpoint. */
export interface WebhookEvent {
  readonly kind: 'webhook';
  /**
   * `delivered`: the endpoint has accepted it. `failed`: an attempt failed, and another one follows. `given_up`: the last
   * attempt failed. `dropped`: the endpoint will not be told, because the job was deleted after an attempt, ended long
   * ago, or is of an account that the endpoint is not for any more.
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
  readonly jobs: Pick<JobStore, 'leaseAnnouncement' | 'endAnnouncement'>;
  readonly sender: WebhookSender;
  readonly endpoints: readonly CheckedEndpoint[];
  readonly onEvent: (event: WebhookEvent) => void;
}

interface Lane {
  readonly endpoint: CheckedEndpoint;
  readonly attempts: Set<Promise<void>>;
  leasing: Promise<void> | undefined;
  leaseAgain: boolean;
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
/** How often the store is asked for what is due, besides whenever a job of this process ends. */
const pollMs = 5 * secondMs;
/** Longer than an event waits between two attempts: nobody has told the endpoint for so long. */
const tooOldMs = 60 * 24 * hourMs;
/** Attempts at one endpoint at a time, in this process. */
const concurrency = 4;
const sendTimeoutMs = 10 * secondMs;
/** Longer than an attempt takes. */
const leaseMs = minuteMs;

/**
 * Tells endpoints when jobs end. A job says at its creation whom to tell, and the store leases its announcements once it has
 * ended, until each endpoint has accepted. Each endpoint has attempts of its own: one that hangs holds up no other.
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
      attempts: new Set(),
      leasing: undefined,
      leaseAgain: false,
    }));
    if (this.#lanes.length > 0) this.#pollLater();
  }

  /** Returns the names of the endpoints that are told of the jobs of an account. */
  endpointsOf(account: string | null): readonly string[] {
    return this.#dependencies.endpoints
      .filter((endpoint) => isFor(endpoint, account))
      .map(({ name }) => name);
  }

  /** Announces what is due, without waiting for the next poll. */
  announce(): void {
    for (const lane of this.#lanes) this.#announceTo(lane);
  }

  /** Waits for the attempts under way, each of which takes ten seconds at most. What is left is announced later. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelPoll();
    for (const lane of this.#lanes) {
      await lane.leasing;
      await Promise.all(lane.attempts);
    }
  }

  #pollLater(): void {
    const poll = () => {
      this.announce();
      this.#pollLater();
    };
    this.#cancelPoll = this.#dependencies.clock.after(pollMs, poll, { background: true });
  }

  /** Leases what is due, as far as there are attempts free, and makes them. */
  #announceTo(lane: Lane): void {
    if (this.#closed) return;
    lane.leaseAgain = true;
    lane.leasing ??= this.#leaseAll(lane)
      // The next poll tries again.
      .catch(() => {})
      .finally(() => {
        lane.leasing = undefined;
        // Something became due, or an attempt became free, after the last look.
        if (lane.leaseAgain && lane.attempts.size < concurrency) this.#announceTo(lane);
      });
  }

  async #leaseAll(lane: Lane): Promise<void> {
    const { jobs } = this.#dependencies;
    while (!this.#closed && lane.attempts.size < concurrency) {
      lane.leaseAgain = false;
      const leased = await jobs.leaseAnnouncement(lane.endpoint.name, { leaseMs });
      if (leased === undefined) return;
      this.#start(lane, leased);
    }
  }

  #start(lane: Lane, announcement: Announcement): void {
    const attempt = this.#tell(lane.endpoint, announcement)
      // If the store fails, the announcement is due again when its lease has expired.
      .catch(() => {})
      .finally(() => {
        lane.attempts.delete(attempt);
        this.#announceTo(lane);
      });
    lane.attempts.add(attempt);
  }

  async #tell(endpoint: CheckedEndpoint, announcement: Announcement): Promise<void> {
    const { jobs, sender, clock, onEvent } = this.#dependencies;
    const { jobId, job, failures } = announcement;
    if (job === undefined)
      return this.#drop(
        announcement,
        failures === 0 ? undefined : 'The job was deleted before the endpoint accepted the event.',
      );
    // Created while the endpoint of this name was one of another account, or of all.
    if (!isFor(endpoint, job.account))
      return this.#drop(
        announcement,
        'The endpoint is told of the jobs of one account alone, and this job is of another.',
      );
    const webhook = webhookOf(job);
    if (webhook === undefined)
      throw new Error('A store has leased the announcement of a job that has not ended.');
    if (clock.now() - (job.completedAt ?? job.failedAt ?? 0) > tooOldMs)
      return this.#drop(announcement, 'The job ended more than 60 days ago.');
    const { name, url, secrets, allowPrivateHosts } = endpoint;
    const body = JSON.stringify(webhook);
    const message = {
      url,
      id: webhookIdOf(jobId),
      body,
      secrets,
      allowPrivateHosts,
      timeoutMs: sendTimeoutMs,
    };
    const outcome = await sender.send(message).catch(failedToSend);
    const event = { kind: 'webhook', endpoint: name, jobId } as const;
    if (outcome.kind === 'delivered') {
      await jobs.endAnnouncement(announcement);
      onEvent({ ...event, change: 'delivered', reason: undefined });
      return;
    }
    const { reason } = outcome;
    const retryMs = this.#retryMs(failures);
    await jobs.endAnnouncement(announcement, retryMs === undefined ? {} : { retryMs });
    onEvent({ ...event, change: retryMs === undefined ? 'given_up' : 'failed', reason });
  }

  async #drop(announcement: Announcement, reason: string | undefined): Promise<void> {
    const { jobs, onEvent } = this.#dependencies;
    const { endpoint, jobId } = announcement;
    const isEnded = await jobs.endAnnouncement(announcement);
    if (isEnded && reason !== undefined)
      onEvent({ kind: 'webhook', change: 'dropped', endpoint, jobId, reason });
  }

  /** Returns the delay after so many failures before this one; undefined if this attempt was the last. */
  #retryMs(failures: number): number | undefined {
    const delayMs = retryDelaysMs[failures];
    return delayMs && Math.round(delayMs * (0.9 + 0.2 * this.#dependencies.random.next()));
  }
}

/** Undefined without endpoints. Throws InvalidArgument. */
export function createDispatcher(
  ports: Pick<WebhookDependencies, 'clock' | 'random' | 'jobs'> & {
    readonly webhookSender?: WebhookSender | undefined;
  },
  options: WebhookEndpoint | readonly WebhookEndpoint[] | undefined,
  onEvent: (event: WebhookEvent) => void,
): WebhookDispatcher | undefined {
  const endpoints = checkEndpoints(options);
  if (endpoints.length === 0) return undefined;
  const { clock, random, jobs, webhookSender: sender } = ports;
  if (sender === undefined)
    throw new InvalidArgument(
      'webhooks',
      'webhooks needs the port webhookSender of netPorts(). Add it, or leave the option out.',
    );
  return new WebhookDispatcher({ clock, random, jobs, sender, endpoints, onEvent });
}

function isFor(endpoint: CheckedEndpoint, account: string | null): boolean {
  return endpoint.account === undefined || endpoint.account === account;
}

/** A sender should not reject. If it does, the attempt counts, so that there is an end to them. */
function failedToSend(error: unknown): WebhookOutcome {
  return { kind: 'failed', reason: error instanceof Error ? error.message : 'the sender failed' };
}
