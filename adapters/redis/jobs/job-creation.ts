/**
 * How a job comes into being, all at once for whoever looks, although no script may take the time to write 100,000
 * items, and although what is kept of it lies in three slots of a cluster.
 *
 * 1. A ticket: a number that names this creation and no other.
 * 2. The first items are staged: written in the job's own slot, under a key that carries the ticket, and that
 *    expires unless more is staged in time. As long as that key is there, its creator counts as alive.
 * 3. It is announced. The job gets its entry in the index of unfinished jobs, whose readers pass over what is only
 *    staged; and the idempotency key, if there is one, is claimed for "<ticket> <id>".
 * 4. The other items are staged, slice by slice.
 * 5. It is published. One script, in the job's slot: if all of what was staged is still there, and no job of that
 *    id, then the staged key becomes the job's items and stays, and the record appears, with which the job does.
 *
 * A creator that dies before 5 leaves staged items, which expire, an entry, which a reader of the index takes out
 * once they have, and a claim. Claims do not expire, since after 5 they have to stay: another creator may take one
 * over as soon as the job it names is neither there nor staged any more. The first creator could then not publish
 * even if it woke up again, because 5 needs what has expired. So exactly one of those with one key creates the job,
 * and the others wait until they can see it.
 */

import type { Idempotency, JobItem, JobRecord, NewJob } from '../../../src/ports.ts';
import { jobExists, newJobRecord } from '../../stores/job-rules.ts';
import { systemClock } from '../../system-clock.ts';
import type { RedisConnection } from '../connection.ts';
import { integerOf, textOf } from '../reply.ts';
import { jobClaim } from '../scripts/job-claim.ts';
import { jobPublish } from '../scripts/job-publish.ts';
import { jobStage } from '../scripts/job-stage.ts';
import { jobWords, type StoredJob } from './job-fields.ts';
import type { JobEntry, JobIndex } from './job-index.ts';
import { countFields, itemSlices } from './job-items.ts';

/** How long staged items outlive the last sign of their creator. */
const stagedMs = 10_000;
/** How often those who wait for another creator look. */
const lookEveryMs = 25;

type IdempotencyKey = Pick<Idempotency, 'key'>;
/**
 * `exists`: another job has the id. `overtaken`: somebody else has claimed the key first. `lapsed`: so much time has
 * passed that what was staged is gone.
 */
type Outcome = 'published' | 'exists' | 'overtaken' | 'lapsed';
type Creation = { readonly created: boolean; readonly job: JobRecord };

export class JobCreation {
  readonly #redis: RedisConnection;
  readonly #index: JobIndex;
  readonly #prefix: string;

  constructor(options: { redis: RedisConnection; index: JobIndex; prefix: string }) {
    this.#redis = options.redis;
    this.#index = options.index;
    this.#prefix = options.prefix;
  }

  async create(job: NewJob, items: readonly JobItem[]): Promise<Creation> {
    const record = newJobRecord(job, items.length);
    const given = items.slice();
    for (;;) {
      const claim = await this.#claimOf(record.idempotency);
      const earlier = await this.#earlier(claim, record.idempotency);
      if (earlier !== undefined) return { created: false, job: earlier };
      const outcome = await this.#createOver(claim, record, given);
      if (outcome === 'published') return { created: true, job: record };
      if (outcome === 'exists') return { created: false, job: await this.#repeated(record) };
    }
  }

  /** The job that was created with this idempotency key. */
  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    const idempotency = { key: idempotencyKey };
    const found = await this.#claimed(await this.#claimOf(idempotency), idempotency);
    return found === 'staged' || found === 'gone' ? undefined : found;
  }

  /** Waits while somebody is creating it. Undefined: the key is free to claim. */
  async #earlier(claim: string, idempotency: IdempotencyKey | null): Promise<JobRecord | undefined> {
    for (;;) {
      const found = await this.#claimed(claim, idempotency);
      if (found === 'gone') return undefined;
      if (found !== 'staged') return found;
      await new Promise<void>((resolve) => systemClock.after(lookEveryMs, resolve));
    }
  }

  async #claimed(claim: string, idempotency: IdempotencyKey | null): Promise<JobRecord | 'staged' | 'gone'> {
    const [, ticket, id] = /^(\d+) (.*)$/s.exec(claim) ?? [];
    if (ticket === undefined || id === undefined) return 'gone';
    const found = await this.#index.look({ ticket, id });
    if (found === 'gone' || found === 'staged') return found;
    // Without the key it is another's job, under an id that the creator with this claim wanted too.
    return found.record.idempotency?.key === idempotency?.key ? found.record : 'gone';
  }

  /** The job whose id was asked for again, with its key. Any other one is a conflict. */
  async #repeated({ id, idempotency }: JobRecord): Promise<JobRecord> {
    const job = idempotency === null ? undefined : await this.find(idempotency.key);
    if (job === undefined) throw jobExists(id);
    return job;
  }

  /** Once, over the claim that was seen. Whatever is not published leaves no job. */
  async #createOver(seen: string, record: JobRecord, items: readonly JobItem[]): Promise<Outcome> {
    const tag = this.#index.tag(record.id);
    const [found, ticket] = await Promise.all([
      this.#redis.command('EXISTS', `${tag}:record`),
      this.#index.nextTicket(),
    ]);
    if (integerOf(found) === 1) return 'exists';
    const stored = { record, ticket };
    let announced = false;
    for (const words of itemSlices(items)) {
      await this.#redis.run(jobStage, tag, ticket, String(stagedMs), ...words);
      announced ||= await this.#announce(stored, seen);
      if (!announced) break;
    }
    const outcome = announced ? await this.#publish(stored) : 'overtaken';
    if (outcome !== 'published') await this.#withdraw(stored);
    return outcome;
  }

  /** False: the idempotency key is somebody else's now. */
  async #announce({ record, ticket }: StoredJob, seen: string): Promise<boolean> {
    const entry = { ...record, ticket };
    const [claimed] = await Promise.all([
      record.idempotency === null || this.#claim(record.idempotency, seen, claimText(entry)),
      this.#index.add(entry),
    ]);
    return claimed;
  }

  async #publish({ record, ticket }: StoredJob): Promise<Outcome> {
    const words = [ticket, String(countFields(record.total)), String(record.total)];
    words.push(...jobWords({ record, ticket }));
    return outcomeOf(await this.#redis.run(jobPublish, this.#index.tag(record.id), ...words));
  }

  /** Leaves nothing behind at once, where that is possible; otherwise it goes by itself. */
  async #withdraw({ record, ticket }: StoredJob): Promise<void> {
    const entry = { ...record, ticket };
    await Promise.allSettled([
      record.idempotency === null || this.#claim(record.idempotency, claimText(entry), ''),
      this.#index.remove(entry),
      this.#redis.command('UNLINK', `${this.#index.tag(entry.id)}:staged:${ticket}`),
    ]);
  }

  /** Empty where nobody has claimed the key, or there is none. */
  async #claimOf(idempotency: IdempotencyKey | null): Promise<string> {
    if (idempotency === null) return '';
    return textOf((await this.#redis.command('GET', this.#claimKey(idempotency))) ?? '');
  }

  async #claim(idempotency: IdempotencyKey, seen: string, wanted: string): Promise<boolean> {
    return integerOf(await this.#redis.run(jobClaim, this.#claimKey(idempotency), seen, wanted)) === 1;
  }

  #claimKey({ key }: IdempotencyKey): string {
    return `${this.#prefix}:job-claim:${key}`;
  }
}

function claimText({ ticket, id }: JobEntry): string {
  return `${ticket} ${id}`;
}

function outcomeOf(reply: unknown): Outcome {
  if (reply === 'published' || reply === 'exists' || reply === 'lapsed') return reply;
  throw new TypeError('What became of a job was expected.');
}
