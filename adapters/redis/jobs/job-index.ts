import type { JobRecord } from '../../../src/ports.ts';
import { isUnsettled } from '../../stores/job-rules.ts';
import type { RedisConnection } from '../connection.ts';
import { integerOf, listOf, textOf } from '../reply.ts';
import { jobLook } from '../scripts/job-look.ts';
import { type StoredJob, storedJob } from './job-fields.ts';

/** What a creation is known by: its job's place in the order of submission. */
export interface JobEntry {
  readonly id: string;
  readonly submittedAt: number;
  readonly ticket: string;
}

const digits = 16;
const entriesAtOnce = 100;

/**
 * Which jobs somebody has to drive on, in order of submission: a sorted set of one score, and so ordered by its
 * texts "<submittedAt><ticket><id>". It lies in another slot than the jobs, and is therefore only a hint: a job is
 * in it from before it is there until after it is finished. Whoever reads it asks each job, and takes out what
 * nobody needs any more.
 */
export class JobIndex {
  readonly #redis: RedisConnection;
  readonly #prefix: string;
  readonly #key: string;

  constructor(options: { redis: RedisConnection; prefix: string }) {
    this.#redis = options.redis;
    this.#prefix = options.prefix;
    this.#key = `{${options.prefix}:jobs}`;
  }

  /** What all keys of a job begin with: one slot for each job. */
  tag(id: string): string {
    return `{${this.#prefix}:job:${id}}`;
  }

  /** A number given to one creation alone, higher than those given before. */
  async nextTicket(): Promise<string> {
    return String(integerOf(await this.#redis.command('INCR', `${this.#key}:tickets`)));
  }

  async add(entry: JobEntry): Promise<void> {
    await this.#redis.command('ZADD', `${this.#key}:unfinished`, '0', memberOf(entry));
  }

  async remove(entry: JobEntry): Promise<void> {
    await this.#redis.command('ZREM', `${this.#key}:unfinished`, memberOf(entry));
  }

  /** What has become of a creation. `gone`: no job will ever come of it. */
  async look(entry: Pick<JobEntry, 'id' | 'ticket'>): Promise<StoredJob | 'staged' | 'gone'> {
    const [outcome, values] = listOf(await this.#redis.run(jobLook, this.tag(entry.id), entry.ticket));
    if (outcome === 'staged' || outcome === 'gone') return outcome;
    return storedJob(listOf(values)) ?? 'gone';
  }

  async unfinished(options: { limit: number; after: JobEntry | undefined }): Promise<JobRecord[]> {
    const records: JobRecord[] = [];
    let from = options.after === undefined ? '-' : `(${memberOf(options.after)}`;
    while (records.length < options.limit) {
      const most = Math.min(entriesAtOnce, options.limit - records.length);
      const members = await this.#members(from, most);
      const found = await Promise.all(members.map((member) => this.#driven(entryOf(member))));
      records.push(...found.filter((record) => record !== undefined));
      if (members.length < most) break;
      from = `(${members.at(-1)}`;
    }
    return records;
  }

  async #members(from: string, most: number): Promise<string[]> {
    const range = [from, '+', 'LIMIT', '0', String(most)];
    const members = await this.#redis.command('ZRANGEBYLEX', `${this.#key}:unfinished`, ...range);
    return listOf(members).map(textOf);
  }

  /** The job of an entry, if somebody has to drive it on. */
  async #driven(entry: JobEntry): Promise<JobRecord | undefined> {
    const found = await this.look(entry);
    if (found === 'staged') return undefined;
    // A job of another ticket has an entry of its own.
    if (found !== 'gone' && found.ticket === entry.ticket && isUnsettled(found.record)) return found.record;
    // None of this ever changes again, so that nothing is lost by it.
    await this.remove(entry);
    return undefined;
  }
}

function memberOf({ submittedAt, ticket, id }: JobEntry): string {
  return String(submittedAt).padStart(digits, '0') + ticket.padStart(digits, '0') + id;
}

function entryOf(member: string): JobEntry {
  return {
    submittedAt: Number(member.slice(0, digits)),
    ticket: String(Number(member.slice(digits, 2 * digits))),
    id: member.slice(2 * digits),
  };
}
