import type { Clock } from '../../src/ports/clock.ts';
import type { Tallies, TallyChange, TallyCount, TallyMark } from '../../src/ports/tallies.ts';
import { checkPositiveInteger } from '../stores/argument-checks.ts';
import { bytesBesideName, checkTally, checkTallyChanges, checkTallyKey } from '../stores/tally-rules.ts';
import type { RedisConnection } from './connection.ts';
import { TextExpiry, writeText } from './expiring-texts.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import { tallyAdd, tallyAddMarked } from './scripts/tally-add.ts';
import { tallyRead } from './scripts/tally-read.ts';

/** Tallies in Redis, shared by all processes that use it. Each is one hash, and each of its marks a text in the same slot. */
export class RedisTallies implements Tallies {
  readonly #redis: RedisConnection;
  readonly #prefix: string;
  readonly #expiry: TextExpiry;

  constructor({
    redis,
    prefix,
    clock,
  }: {
    readonly redis: RedisConnection;
    readonly prefix: string;
    readonly clock: Clock | undefined;
  }) {
    this.#redis = redis;
    this.#prefix = `${prefix}:tally:`;
    this.#expiry = new TextExpiry(clock);
  }

  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    checkTallyChanges(tally, changes, { maxBytes });
    await this.#redis.run(
      tallyAdd,
      this.#keyOf(tally),
      String(maxBytes),
      String(bytesBesideName),
      ...pairsOf(changes),
    );
  }

  async addMarked(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes, mark }: { readonly maxBytes: number; readonly mark: TallyMark },
  ): Promise<boolean> {
    checkTallyChanges(tally, changes, { maxBytes, mark });
    const reply = await this.#redis.run(
      tallyAddMarked,
      this.#keyOf(tally),
      this.#markKeyOf(tally, mark.key),
      String(maxBytes),
      String(bytesBesideName),
      writeText(mark),
      this.#expiry.ttl(mark.expiresAt) ?? '',
      this.#expiry.now(),
      mark.expected === undefined ? '' : `=${mark.expected}`,
      ...pairsOf(changes),
    );
    return asInteger(reply) === 1;
  }

  async readMark(tally: string, key: string): Promise<string | undefined> {
    checkTally(tally);
    checkTallyKey(key);
    const reply = await this.#redis.command('GET', this.#markKeyOf(tally, key));
    return reply === null ? undefined : this.#expiry.current(asText(reply))?.value;
  }

  async removeMark(tally: string, key: string): Promise<void> {
    checkTally(tally);
    checkTallyKey(key);
    await this.#redis.command('DEL', this.#markKeyOf(tally, key));
  }

  /** Redis removes them by itself. */
  async removeExpired({ limit }: { readonly limit: number }): Promise<number> {
    checkPositiveInteger('limit', limit);
    return 0;
  }

  async read(tally: string): Promise<readonly TallyCount[]> {
    checkTally(tally);
    const flat = asList(await this.#redis.run(tallyRead, this.#keyOf(tally)));
    const counts: TallyCount[] = [];
    for (let index = 0; index < flat.length; index += 2) {
      const name = asText(flat[index]);
      if (name !== '') counts.push({ name, count: asInteger(flat[index + 1]) });
    }
    return counts;
  }

  async clear(tally: string): Promise<void> {
    checkTally(tally);
    await this.#redis.command('DEL', this.#keyOf(tally));
  }

  /** Has no braces, so that all of it decides the slot. */
  #keyOf(tally: string): string {
    return this.#prefix + tally.replace(/[{}%]/g, (character) => encodeURIComponent(character));
  }

  /** In braces, the key of the tally decides the slot of the mark, too. */
  #markKeyOf(tally: string, key: string): string {
    return `{${this.#keyOf(tally)}}:mark:${key}`;
  }
}

function pairsOf(changes: readonly TallyChange[]): readonly string[] {
  return changes.flatMap(({ name, by }) => [name, String(by)]);
}
