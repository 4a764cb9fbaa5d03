import type { Tallies, TallyChange, TallyCount } from '../../src/ports/tallies.ts';
import { bytesBesideName, checkTally, checkTallyChanges } from '../stores/tally-rules.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger, asList, asText } from './reply-values.ts';
import { tallyAdd } from './scripts/tally-add.ts';
import { tallyRead } from './scripts/tally-read.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Tallies in Redis, shared by all processes that use it. Each is one hash. */
export class RedisTallies implements Tallies {
  readonly #redis: RedisConnection;
  readonly #prefix: string;

  constructor({ redis, prefix }: Pick<RedisStoreDependencies, 'redis' | 'prefix'>) {
    this.#redis = redis;
    this.#prefix = `${prefix}:tally:`;
  }

  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    checkTallyChanges(tally, changes, maxBytes);
    const pairs = changes.flatMap(({ name, by }) => [name, String(by)]);
    await this.#redis.run(
      tallyAdd,
      this.#prefix + tally,
      String(maxBytes),
      String(bytesBesideName),
      ...pairs,
    );
  }

  async read(tally: string): Promise<readonly TallyCount[]> {
    checkTally(tally);
    const flat = asList(await this.#redis.run(tallyRead, this.#prefix + tally));
    const counts: TallyCount[] = [];
    for (let index = 0; index < flat.length; index += 2) {
      const name = asText(flat[index]);
      if (name !== '') counts.push({ name, count: asInteger(flat[index + 1]) });
    }
    return counts;
  }

  async clear(tally: string): Promise<void> {
    checkTally(tally);
    await this.#redis.command('DEL', this.#prefix + tally);
  }
}
