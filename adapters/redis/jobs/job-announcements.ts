import { randomUUID } from 'node:crypto';
import type { Announcement } from '../../../src/ports/job-store.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asList, asText } from '../reply-values.ts';
import type { ScriptTime } from '../script-time.ts';
import { jobAnnouncementEnd, jobAnnouncementLease } from '../scripts/job-announcements.ts';
import type { RedisJob } from './job-fields.ts';

interface AnnouncementDependencies {
  readonly redis: RedisConnection;
  readonly time: ScriptTime;
  /** The beginning of the keys of all endpoints. */
  readonly key: string;
  /** Returns the first part of all keys of a job. */
  readonly keyOf: (id: string) => string;
  readonly readJob: (id: string) => Promise<RedisJob | undefined>;
}

/**
 * Which endpoints are to be told of the ends of which jobs: an index in another cluster slot than the jobs,
 * and therefore only a hint. Each job has the set of the endpoints that it is still to be announced to, and
 * they are checked there.
 */
export class JobAnnouncements {
  readonly #dependencies: AnnouncementDependencies;

  constructor(dependencies: AnnouncementDependencies) {
    this.#dependencies = dependencies;
    dependencies.redis.define(jobAnnouncementEnd, jobAnnouncementLease);
  }

  /** Adds a job that has finished. May be repeated. */
  async add(job: RedisJob): Promise<void> {
    const { redis } = this.#dependencies;
    const endpoints = asList(await redis.command('SMEMBERS', this.#endpointsOf(job.record.id)));
    const text = textOf(job);
    await Promise.all(
      endpoints.map((endpoint) => redis.command('ZADD', this.#keyOf(asText(endpoint)), 'NX', '0', text)),
    );
  }

  /** For a job that is being deleted. Those that were leased stay. */
  async forget(job: RedisJob): Promise<void> {
    const { redis } = this.#dependencies;
    const text = textOf(job);
    const endpoints = asList(await redis.command('SMEMBERS', this.#endpointsOf(job.record.id)));
    for (const endpoint of endpoints) {
      const key = this.#keyOf(asText(endpoint));
      if (asInteger(await redis.command('HEXISTS', `${key}:leases`, text)) === 1) continue;
      await Promise.all([redis.command('ZREM', key, text), redis.command('ZREM', `${key}:turns`, text)]);
    }
  }

  async lease(endpoint: string, leaseMs: number): Promise<Announcement | undefined> {
    const { redis, time, readJob } = this.#dependencies;
    for (;;) {
      const leaseId = randomUUID();
      const args = [time.nowArgument, leaseId, String(leaseMs)];
      const [found, failures] = asList(await redis.run(jobAnnouncementLease, this.#keyOf(endpoint), ...args));
      if (found === undefined) return undefined;
      const text = asText(found);
      const [, creationNumber, jobId] = JSON.parse(text) as [string | null, string, string];
      const [job, isOpen] = await Promise.all([
        readJob(jobId),
        redis.command('SISMEMBER', this.#endpointsOf(jobId), endpoint),
      ]);
      const isThere = job?.creationNumber === creationNumber;
      const announcement = { endpoint, jobId, failures: asInteger(failures), leaseId: `${leaseId} ${text}` };
      if (!isThere) return { ...announcement, job: undefined };
      if (asInteger(isOpen) === 1) return { ...announcement, job: job.record };
      await this.end(announcement, undefined);
    }
  }

  async end(
    { endpoint, jobId, leaseId }: Omit<Announcement, 'job'>,
    retryMs: number | undefined,
  ): Promise<boolean> {
    const { redis, time } = this.#dependencies;
    const [id = ''] = leaseId.split(' ', 1);
    const args = [time.nowArgument, leaseId.slice(id.length + 1), id, String(retryMs ?? '')];
    const isEnded = asInteger(await redis.run(jobAnnouncementEnd, this.#keyOf(endpoint), ...args)) === 1;
    if (isEnded && retryMs === undefined) await redis.command('SREM', this.#endpointsOf(jobId), endpoint);
    return isEnded;
  }

  #keyOf(endpoint: string): string {
    return `${this.#dependencies.key}:announcements:${endpoint}`;
  }

  #endpointsOf(jobId: string): string {
    return `${this.#dependencies.keyOf(jobId)}:announce`;
  }
}

function textOf({ record, creationNumber }: RedisJob): string {
  return JSON.stringify([record.account, creationNumber, record.id]);
}
