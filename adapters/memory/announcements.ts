import { randomUUID } from 'node:crypto';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Announcement } from '../../src/ports/job-store.ts';
import { accountText } from '../stores/job-rules.ts';

interface Entry {
  readonly jobId: string;
  readonly account: string;
  failures: number;
  /** By the steady reading of the clock. */
  dueAt: number;
  leaseId: string | undefined;
}

interface Endpoint {
  readonly entries: Map<string, Entry>;
  /** The account that was served last: the next one has its turn. */
  served: string;
}

/** Which endpoints are to be told of the ends of which jobs. */
export class MemoryAnnouncements {
  readonly #clock: Clock;
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(name: string, job: { readonly id: string; readonly account: string | null }): void {
    const endpoint = this.#endpoints.get(name) ?? { entries: new Map(), served: '' };
    this.#endpoints.set(name, endpoint);
    const entry = { jobId: job.id, account: accountText(job), failures: 0, leaseId: undefined };
    endpoint.entries.set(job.id, { ...entry, dueAt: steadyNow(this.#clock) });
  }

  /** For a job that was deleted. */
  forget(name: string, jobId: string): void {
    const entries = this.#endpoints.get(name)?.entries;
    const entry = entries?.get(jobId);
    if (entry?.failures === 0 && entry.leaseId === undefined) entries?.delete(jobId);
  }

  lease(
    name: string,
    leaseMs: number,
  ): (Pick<Entry, 'jobId' | 'failures'> & { leaseId: string }) | undefined {
    const endpoint = this.#endpoints.get(name);
    const now = steadyNow(this.#clock);
    let next: Entry | undefined;
    for (const entry of endpoint?.entries.values() ?? [])
      if (entry.dueAt <= now && (next === undefined || isBefore(entry, next, endpoint?.served ?? '')))
        next = entry;
    if (endpoint === undefined || next === undefined) return undefined;
    endpoint.served = next.account;
    const leaseId = randomUUID();
    next.leaseId = leaseId;
    next.dueAt = now + leaseMs;
    return { jobId: next.jobId, failures: next.failures, leaseId };
  }

  end({ endpoint, jobId, leaseId }: Announcement, retryMs: number | undefined): boolean {
    const entries = this.#endpoints.get(endpoint)?.entries;
    const entry = entries?.get(jobId);
    if (entry?.leaseId !== leaseId) return false;
    if (retryMs === undefined) return entries?.delete(jobId) ?? false;
    entry.leaseId = undefined;
    entry.failures += 1;
    entry.dueAt = steadyNow(this.#clock) + retryMs;
    return true;
  }
}

/** The accounts take turns in the order of their names, beginning after the one served last. */
function isBefore(one: Entry, other: Entry, served: string): boolean {
  if (one.account === other.account) return one.dueAt < other.dueAt;
  const hasWaited = one.account > served;
  return hasWaited === other.account > served ? one.account < other.account : hasWaited;
}
