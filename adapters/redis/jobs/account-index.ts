import type { JobPosition, JobRecord } from '../../../src/ports/job-store.ts';
import type { RedisConnection } from '../connection.ts';
import { asList, asText } from '../reply-values.ts';
import type { RedisJob } from './job-fields.ts';

/** One creation of a job. */
export type JobCreation = JobPosition & { readonly creationNumber: string };

type ReadCreation = (entry: JobCreation) => Promise<RedisJob | 'staged' | 'abandoned'>;

const digits = 16;
const entriesAtOnce = 100;

/**
 * The jobs of each account: a sorted set an account, whose members have the same score, and so are ordered by their text
 * "<submittedAt><id> NUL <creationNumber>". As the other indexes it is a hint: an entry is added before its job exists, and readers
 * remove those whose job will never exist, or was deleted.
 */
export class AccountIndex {
  readonly #redis: RedisConnection;
  readonly #key: string;
  readonly #readCreation: ReadCreation;

  /** `key`: the beginning of the keys of all indexes. */
  constructor(options: { redis: RedisConnection; key: string; readCreation: ReadCreation }) {
    this.#redis = options.redis;
    this.#key = options.key;
    this.#readCreation = options.readCreation;
  }

  async add(account: string | null, entry: JobCreation): Promise<void> {
    if (account !== null) await this.#redis.command('ZADD', this.#keyOf(account), '0', memberOf(entry));
  }

  async remove(account: string | null, entry: JobCreation): Promise<void> {
    if (account !== null) await this.#redis.command('ZREM', this.#keyOf(account), memberOf(entry));
  }

  /** Returns jobs before a position, newest first. */
  async newest(
    account: string,
    { limit, before }: { limit: number; before?: JobPosition | undefined },
  ): Promise<JobRecord[]> {
    const jobs: JobRecord[] = [];
    let from = before === undefined ? '+' : `(${positionText(before)}`;
    while (jobs.length < limit) {
      const most = Math.min(entriesAtOnce, limit - jobs.length);
      const range = [from, '-', 'LIMIT', '0', String(most)];
      const reply = await this.#redis.command('ZREVRANGEBYLEX', this.#keyOf(account), ...range);
      const members = asList(reply).map(asText);
      const found = await Promise.all(members.map((member) => this.#read(account, entryOf(member))));
      jobs.push(...found.filter((job) => job !== undefined));
      if (members.length < most) break;
      from = `(${members.at(-1)}`;
    }
    return jobs;
  }

  /** Returns the job of an entry, if it exists. */
  async #read(account: string, entry: JobCreation): Promise<JobRecord | undefined> {
    const found = await this.#readCreation(entry);
    if (found === 'staged') return undefined;
    if (found !== 'abandoned' && found.creationNumber === entry.creationNumber) return found.record;
    await this.remove(account, entry);
    return undefined;
  }

  #keyOf(account: string): string {
    return `${this.#key}:account:${account}`;
  }
}

function positionText({ submittedAt, id }: JobPosition): string {
  return String(submittedAt).padStart(digits, '0') + id;
}

function memberOf(entry: JobCreation): string {
  return `${positionText(entry)}\0${entry.creationNumber}`;
}

function entryOf(member: string): JobCreation {
  const end = member.lastIndexOf('\0');
  return {
    submittedAt: Number(member.slice(0, digits)),
    id: member.slice(digits, end),
    creationNumber: member.slice(end + 1),
  };
}
