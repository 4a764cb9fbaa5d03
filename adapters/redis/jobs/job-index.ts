import type { JobPosition, JobRecord } from '../../../src/ports/job-store.ts';
import { deletableSince, type FinishedPage, isUnsettled } from '../../stores/job-rules.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asList, asText } from '../reply-values.ts';
import type { ScriptTime } from '../script-time.ts';
import { jobCreationState } from '../scripts/job-creation.ts';
import { jobFields } from '../scripts/job-keys.ts';
import { jobsAfter, jobsFinished } from '../scripts/job-reading.ts';
import { AccountIndex } from './account-index.ts';
import { JobAnnouncements } from './job-announcements.ts';
import { parseJob, type RedisJob } from './job-fields.ts';

/** Entry of the index: one creation of a job, with its position in the order of submission. */
export interface JobEntry {
  readonly id: string;
  readonly submittedAt: number;
  readonly creationNumber: string;
}

interface AccountEntry extends JobEntry {
  readonly account: string | null;
}

const digits = 16;
const entriesAtOnce = 100;

/** A job in the index of finished jobs. */
type FinishedEntry = Pick<JobEntry, 'id' | 'creationNumber'>;

/**
 * Index of the jobs that are not settled, in order of submission: a sorted set whose members all have the same score,
 * and so are ordered by their text "<submittedAt><creationNumber><id>". It is in another cluster slot than the jobs and
 * therefore only a hint: an entry is added before its job exists and removed after the job is settled. Readers check
 * each job, and remove outdated entries.
 *
 * A second sorted set has the jobs that are settled, by the time when they finished. A job is added to it before it
 * leaves the first, so that it is always in one of them. Others have the jobs of each account (account-index.ts).
 */
export class JobIndex {
  readonly #redis: RedisConnection;
  readonly #prefix: string;
  readonly #key: string;
  readonly #time: ScriptTime;
  readonly #ofAccounts: AccountIndex;
  readonly announcements: JobAnnouncements;

  constructor(options: { redis: RedisConnection; prefix: string; time: ScriptTime }) {
    this.#time = options.time;
    this.#redis = options.redis;
    this.#prefix = options.prefix;
    this.#key = `{${options.prefix}:jobs}`;
    this.#redis.define(jobCreationState, jobsAfter, jobsFinished);
    const readCreation = this.readCreation.bind(this);
    this.#ofAccounts = new AccountIndex({ redis: options.redis, key: this.#key, readCreation });
    this.announcements = new JobAnnouncements({
      redis: options.redis,
      time: options.time,
      key: this.#key,
      keyOf: (id) => this.keyOf(id),
      readJob: (id) => this.readJob(id),
    });
  }

  /** Returns the first part of all keys of a job: one cluster slot per job. */
  keyOf(id: string): string {
    return `{${this.#prefix}:job:${id}}`;
  }

  /** Returns a new creation number, higher than all before. */
  async allocateCreationNumber(): Promise<string> {
    return String(asInteger(await this.#redis.command('INCR', `${this.#key}:tickets`)));
  }

  async add(entry: AccountEntry): Promise<void> {
    await Promise.all([
      this.#redis.command('ZADD', `${this.#key}:unfinished`, '0', memberOf(entry)),
      this.#ofAccounts.add(entry.account, entry),
    ]);
  }

  /** Removes what is left of a job that was deleted, or will never exist. */
  async forget(entry: AccountEntry): Promise<void> {
    // Another process may have added it again while the job was being deleted.
    await Promise.all([this.remove(entry), this.removeFinished(entry), this.removeOfAccount(entry)]);
  }

  async removeOfAccount(entry: AccountEntry): Promise<void> {
    await this.#ofAccounts.remove(entry.account, entry);
  }

  /** Returns jobs of an account, newest first. */
  async ofAccount(
    account: string,
    options: { limit: number; before?: JobPosition | undefined },
  ): Promise<readonly JobRecord[]> {
    return this.#ofAccounts.newest(account, options);
  }

  async readJob(id: string): Promise<RedisJob | undefined> {
    return parseJob(asList(await this.#redis.command('HMGET', `${this.keyOf(id)}:record`, ...jobFields)));
  }

  /** Announces a job that has finished, and moves it to the finished ones if it is completed or settled. */
  async finish(job: RedisJob): Promise<void> {
    await this.announcements.add(job);
    const finishedAt = deletableSince(job.record);
    if (finishedAt === undefined) return;
    const entry = { ...job.record, creationNumber: job.creationNumber };
    await this.#redis.command('ZADD', `${this.#key}:finished`, String(finishedAt), finishedMemberOf(entry));
    await this.remove(entry);
  }

  /** Returns jobs that finished at least `olderThanMs` ago, oldest first. */
  async finished(options: { olderThanMs: number; limit: number }): Promise<FinishedEntry[]> {
    const args = [String(options.olderThanMs), String(options.limit), this.#time.nowArgument];
    const members = asList(await this.#redis.run(jobsFinished, `${this.#key}:finished`, ...args));
    return members.map(asText).map(finishedEntryOf);
  }

  /** Returns a page of the jobs in the index of finished ones. The cursor is "<score> <member>". */
  async finishedPage({ limit, cursor = '' }: { limit: number; cursor?: string }): Promise<FinishedPage> {
    const jobs: JobRecord[] = [];
    for (let from = cursor; ; ) {
      const [score = ''] = from.split(' ', 1);
      const args = [String(limit - jobs.length), score, from.slice(score.length + 1)];
      const reply = asList(await this.#redis.run(jobsAfter, `${this.#key}:finished`, ...args)).map(asText);
      const members = reply.filter((_, index) => index % 2 === 0);
      const found = await Promise.all(members.map((member) => this.readCreation(finishedEntryOf(member))));
      for (const job of found)
        if (job !== 'staged' && job !== 'abandoned' && !isUnsettled(job.record)) jobs.push(job.record);
      if (members.length < Number(args[0])) return { jobs, cursor: null };
      from = `${reply.at(-1)} ${members.at(-1)}`;
      if (jobs.length === limit) return { jobs, cursor: from };
    }
  }

  async removeFinished(entry: FinishedEntry): Promise<void> {
    await this.#redis.command('ZREM', `${this.#key}:finished`, finishedMemberOf(entry));
  }

  async remove(entry: JobEntry): Promise<void> {
    await this.#redis.command('ZREM', `${this.#key}:unfinished`, memberOf(entry));
  }

  /** Returns the state of a creation. `abandoned`: it will never become a job. */
  async readCreation(
    entry: Pick<JobEntry, 'id' | 'creationNumber'>,
  ): Promise<RedisJob | 'staged' | 'abandoned'> {
    const [outcome, values] = asList(
      await this.#redis.run(jobCreationState, this.keyOf(entry.id), entry.creationNumber),
    );
    if (outcome === 'staged' || outcome === 'abandoned') return outcome;
    return parseJob(asList(values)) ?? 'abandoned';
  }

  async unfinished(options: { limit: number; after: JobEntry | undefined }): Promise<JobRecord[]> {
    const records: JobRecord[] = [];
    let from = options.after === undefined ? '-' : `(${memberOf(options.after)}`;
    while (records.length < options.limit) {
      const most = Math.min(entriesAtOnce, options.limit - records.length);
      const members = await this.#members(from, most);
      const found = await Promise.all(members.map((member) => this.#readUnsettled(entryOf(member))));
      records.push(...found.filter((record) => record !== undefined));
      if (members.length < most) break;
      from = `(${members.at(-1)}`;
    }
    return records;
  }

  /** Returns the jobs that are being created. The items of a creator that died expire. */
  async drafts(): Promise<JobPosition[]> {
    const drafts: JobPosition[] = [];
    for (let from = '-'; ; ) {
      const members = await this.#members(from, entriesAtOnce);
      const entries = members.map(entryOf);
      const found = await Promise.all(entries.map((entry) => this.readCreation(entry)));
      for (const [index, { id, submittedAt }] of entries.entries())
        if (found[index] === 'staged') drafts.push({ id, submittedAt });
      if (members.length < entriesAtOnce) return drafts;
      from = `(${members.at(-1)}`;
    }
  }

  async #members(from: string, most: number): Promise<string[]> {
    const range = [from, '+', 'LIMIT', '0', String(most)];
    const members = await this.#redis.command('ZRANGEBYLEX', `${this.#key}:unfinished`, ...range);
    return asList(members).map(asText);
  }

  /** Returns the job of an entry if it is not settled. Removes outdated entries. */
  async #readUnsettled(entry: JobEntry): Promise<JobRecord | undefined> {
    const found = await this.readCreation(entry);
    if (found === 'staged') return undefined;
    // A job with another creation number has its own entry.
    const isCurrent = found !== 'abandoned' && found.creationNumber === entry.creationNumber;
    if (isCurrent && isUnsettled(found.record)) return found.record;
    // These states are final, so nothing is lost.
    if (isCurrent) await this.finish(found);
    else await this.remove(entry);
    return undefined;
  }
}

function finishedMemberOf({ creationNumber, id }: FinishedEntry): string {
  return `${creationNumber} ${id}`;
}

function finishedEntryOf(member: string): FinishedEntry {
  const [creationNumber = ''] = member.split(' ', 1);
  return { creationNumber, id: member.slice(creationNumber.length + 1) };
}

function memberOf({ submittedAt, creationNumber, id }: JobEntry): string {
  return String(submittedAt).padStart(digits, '0') + creationNumber.padStart(digits, '0') + id;
}

function entryOf(member: string): JobEntry {
  return {
    submittedAt: Number(member.slice(0, digits)),
    creationNumber: String(Number(member.slice(digits, 2 * digits))),
    id: member.slice(2 * digits),
  };
}
