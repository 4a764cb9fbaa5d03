/**
 * Creates a job. Readers see all of it or nothing, although a single script may not take the time to write 100,000
 * items, and although the data is in three cluster slots.
 *
 * 1. The creation gets a unique number.
 * 2. The first items are staged: written in the job's slot, under a key that contains the creation number and expires
 *    unless more items follow in time. While that key exists, the creator counts as alive.
 * 3. The job is listed: it gets an entry in the index of unfinished jobs, whose readers skip staged jobs, and its
 *    idempotency key, if any, is claimed with the text "<creation number> <id>".
 * 4. The other items are staged, slice by slice.
 * 5. The job is published by one script in the job's slot: if all staged items still exist and no job has the id, the
 *    staged key becomes the job's items and no longer expires, and the record is written. Now the job exists.
 *
 * A creator that dies before step 5 leaves staged items, which expire; an index entry, which a reader then
 * removes; and a claim. Claims do not expire, because a published job must keep its claim until it is
 * deleted. Another creator may replace a claim once its job is neither published nor staged. The first
 * creator cannot publish after that, even if it resumes, because its staged items have expired. So exactly
 * one creator with an idempotency key creates the job, and the others wait until they see it.
 */

import { newJobRecord } from '../../../src/bulk/job.ts';
import { delay } from '../../../src/concurrency/deadline.ts';
import type { Idempotency, JobItem, JobRecord, NewJob } from '../../../src/ports/job-store.ts';
import { type CreateResult, jobExists } from '../../stores/job-rules.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asText } from '../reply-values.ts';
import { jobClaim, jobPublish, jobStage } from '../scripts/job-creation.ts';
import { claimKeyOf, claimText } from './job-claim-text.ts';
import { jobHashArguments, type RedisJob } from './job-fields.ts';
import type { JobIndex } from './job-index.ts';
import { countItemFields, itemArgumentSlices } from './job-items.ts';

/** Time to live of staged items; each slice renews it. */
const stagedTtlMs = 10_000;
/** How often a creator checks the job of another creator that it waits for. */
const pollMs = 25;

type IdempotencyKey = Pick<Idempotency, 'key'>;
/**
 * `exists`: another job has the id. `overtaken`: another creator has claimed the idempotency key. `lapsed`: the staged
 * items have expired.
 */
type Outcome = 'published' | 'exists' | 'overtaken' | 'lapsed';

/** Creates jobs, as described above. */
export class RedisJobCreation {
  readonly #redis: RedisConnection;
  readonly #index: JobIndex;
  readonly #prefix: string;

  constructor(dependencies: { redis: RedisConnection; index: JobIndex; prefix: string }) {
    this.#redis = dependencies.redis;
    this.#index = dependencies.index;
    this.#prefix = dependencies.prefix;
    this.#redis.define(jobClaim, jobPublish, jobStage);
  }

  async create(job: NewJob, items: readonly JobItem[]): Promise<CreateResult> {
    const record = newJobRecord(job, items.length);
    const copy = items.slice();
    for (;;) {
      const claim = await this.#readClaim(record.idempotency);
      const existing = await this.#waitForExisting(claim, record.idempotency);
      if (existing !== undefined) return { created: false, job: existing };
      const announceTo = job.announceTo ?? [];
      const outcome = await this.#tryToCreate(claim, { record, announceTo }, copy);
      if (outcome === 'published') return { created: true, job: record };
      if (outcome === 'exists') return { created: false, job: await this.#findRepeated(record) };
    }
  }

  /** Returns the job with this idempotency key. */
  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    const idempotency = { key: idempotencyKey };
    const found = await this.#readClaimedJob(await this.#readClaim(idempotency), idempotency);
    return found === 'staged' || found === 'abandoned' ? undefined : found;
  }

  /** Waits while another creator is at work. Returns undefined if the key can be claimed. */
  async #waitForExisting(claim: string, idempotency: IdempotencyKey | null): Promise<JobRecord | undefined> {
    for (;;) {
      const found = await this.#readClaimedJob(claim, idempotency);
      if (found === 'abandoned') return undefined;
      if (found !== 'staged') return found;
      await delay(systemClock, pollMs);
    }
  }

  async #readClaimedJob(
    claim: string,
    idempotency: IdempotencyKey | null,
  ): Promise<JobRecord | 'staged' | 'abandoned'> {
    const [, creationNumber, id] = /^(\d+) (.*)$/s.exec(claim) ?? [];
    if (creationNumber === undefined || id === undefined) return 'abandoned';
    const found = await this.#index.readCreation({ creationNumber, id });
    if (found === 'abandoned' || found === 'staged') return found;
    // A job with another key belongs to a creator that wanted the same id.
    return found.record.idempotency?.key === idempotency?.key ? found.record : 'abandoned';
  }

  /** Returns the existing job if it has the same idempotency key. Any other job with the id is a conflict. */
  async #findRepeated({ id, idempotency }: JobRecord): Promise<JobRecord> {
    const job = idempotency === null ? undefined : await this.find(idempotency.key);
    if (job === undefined) throw jobExists(id);
    return job;
  }

  /** Tries once, replacing the claim `seen`. Leaves no job unless it is published. */
  async #tryToCreate(
    seen: string,
    { record, announceTo }: { readonly record: JobRecord; readonly announceTo: readonly string[] },
    items: readonly JobItem[],
  ): Promise<Outcome> {
    const key = this.#index.keyOf(record.id);
    const [found, creationNumber] = await Promise.all([
      this.#redis.command('EXISTS', `${key}:record`),
      this.#index.allocateCreationNumber(),
    ]);
    if (asInteger(found) === 1) return 'exists';
    const job = { record, creationNumber };
    let listed = false;
    for (const args of itemArgumentSlices(items)) {
      await this.#redis.run(jobStage, key, creationNumber, String(stagedTtlMs), ...args);
      listed ||= await this.#list(job, seen);
      if (!listed) break;
    }
    const outcome = listed ? await this.#publish(job, announceTo) : 'overtaken';
    if (outcome !== 'published') await this.#withdraw(job);
    return outcome;
  }

  /** Returns false if another creator has claimed the idempotency key. */
  async #list({ record, creationNumber }: RedisJob, seen: string): Promise<boolean> {
    const entry = { ...record, creationNumber };
    const [claimed] = await Promise.all([
      record.idempotency === null || this.#claim(record.idempotency, seen, claimText(entry)),
      this.#index.add(entry),
    ]);
    return claimed;
  }

  async #publish({ record, creationNumber }: RedisJob, announceTo: readonly string[]): Promise<Outcome> {
    const args = [creationNumber, String(countItemFields(record.total)), String(record.total)];
    args.push(announceTo.join(' '), ...jobHashArguments({ record, creationNumber }));
    return outcomeOf(await this.#redis.run(jobPublish, this.#index.keyOf(record.id), ...args));
  }

  /** Removes all traces now if possible; otherwise they expire or readers remove them. */
  async #withdraw({ record, creationNumber }: RedisJob): Promise<void> {
    const entry = { ...record, creationNumber };
    await Promise.allSettled([
      record.idempotency === null || this.#claim(record.idempotency, claimText(entry), ''),
      this.#index.forget(entry),
      this.#redis.command('UNLINK', `${this.#index.keyOf(entry.id)}:staged:${creationNumber}`),
    ]);
  }

  /** Returns the claim text; empty if the key is not claimed, or the job has none. */
  async #readClaim(idempotency: IdempotencyKey | null): Promise<string> {
    if (idempotency === null) return '';
    return asText((await this.#redis.command('GET', this.#claimKey(idempotency))) ?? '');
  }

  async #claim(idempotency: IdempotencyKey, seen: string, replacement: string): Promise<boolean> {
    return asInteger(await this.#redis.run(jobClaim, this.#claimKey(idempotency), seen, replacement)) === 1;
  }

  #claimKey({ key }: IdempotencyKey): string {
    return claimKeyOf(this.#prefix, key);
  }
}

function outcomeOf(reply: unknown): Outcome {
  if (reply === 'published' || reply === 'exists' || reply === 'lapsed') return reply;
  throw new TypeError('What became of a job was expected.');
}
