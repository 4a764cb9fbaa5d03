import { randomUUID } from 'node:crypto';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Announcement, JobPosition } from '../../src/ports/job-store.ts';
import { accountText } from '../stores/job-rules.ts';

/** Where the jobs of each account are, oldest first. Times of submission rarely go back: most jobs come to the end. */
export class AccountJobs {
  readonly #positions = new Map<string, JobPosition[]>();

  add(account: string, { submittedAt, id }: JobPosition): void {
    const positions = this.#positions.get(account) ?? [];
    const position = { submittedAt, id };
    positions.splice(countBefore(positions, position), 0, position);
    this.#positions.set(account, positions);
  }

  remove(account: string, position: JobPosition): void {
    const positions = this.#positions.get(account) ?? [];
    positions.splice(countBefore(positions, position), 1);
    if (positions.length === 0) this.#positions.delete(account);
  }

  /** Returns the ids of at most `limit` jobs before a position, newest first; without one, of the newest. */
  newest(
    account: string,
    { limit, before }: { limit: number; before?: JobPosition | undefined },
  ): readonly string[] {
    const positions = this.#positions.get(account) ?? [];
    const end = before === undefined ? positions.length : countBefore(positions, before);
    const page = positions.slice(Math.max(0, end - limit), end);
    return page.map(({ id }) => id).reverse();
  }
}

/** Returns how many positions are before another one. */
function countBefore(positions: readonly JobPosition[], position: JobPosition): number {
  let low = 0;
  for (let high = positions.length; low < high; ) {
    const middle = Math.floor((low + high) / 2);
    const found = positions[middle];
    if (found !== undefined && compare(found, position) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(one: JobPosition, other: JobPosition): number {
  return one.submittedAt - other.submittedAt || Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));
}

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
