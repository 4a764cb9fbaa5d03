import type { JobRecord } from '../../../src/ports.ts';
import { isUnsettled } from '../../stores/job-rules.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asList, asText } from '../reply-values.ts';
import { jobCreationState } from '../scripts/job-creation-state.ts';
import { parseJob, type RedisJob } from './job-fields.ts';

/** Entry of the index: one creation of a job, with its position in the order of submission. */
export interface JobEntry {
  readonly id: string;
  readonly submittedAt: number;
  readonly creationNumber: string;
}

const digits = 16;
const entriesAtOnce = 100;

/**
 * Index of the jobs that are not settled, in order of submission: a sorted set whose members all have the same score,
 * and so are ordered by their text "<submittedAt><creationNumber><id>". It is in another cluster slot than the jobs and
 * therefore only a hint: an entry is added before its job exists and removed after the job is settled. Readers check
 * each job, and remove outdated entries.
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

  /** Returns the first part of all keys of a job: one cluster slot per job. */
  keyOf(id: string): string {
    return `{${this.#prefix}:job:${id}}`;
  }

  /** Returns a new creation number, higher than all before. */
  async allocateCreationNumber(): Promise<string> {
    return String(asInteger(await this.#redis.command('INCR', `${this.#key}:tickets`)));
  }

  async add(entry: JobEntry): Promise<void> {
    await this.#redis.command('ZADD', `${this.#key}:unfinished`, '0', memberOf(entry));
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
    if (found !== 'abandoned' && found.creationNumber === entry.creationNumber && isUnsettled(found.record))
      return found.record;
    // These states are final, so nothing is lost.
    await this.remove(entry);
    return undefined;
  }
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
