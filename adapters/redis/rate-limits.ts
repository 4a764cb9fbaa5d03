import { randomUUID } from 'node:crypto';
import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { checkTake, type TakeOptions, type TakeResult } from '../stores/sliding-window.ts';
import type { RedisScript } from './client.ts';
import type { RedisConnection } from './connection.ts';
import { asInteger } from './reply-values.ts';
import type { ScriptTime } from './script-time.ts';
import { prelude } from './scripts/prelude.ts';
import type { RedisStoreDependencies } from './store-dependencies.ts';

/** Exact limits shared by all processes that use the same Redis: one log of takes per subject. */
export class RedisRateLimits implements RateLimits {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #prefix: string;
  readonly #process = randomUUID();
  #takes = 0;

  constructor(dependencies: RedisStoreDependencies) {
    this.#redis = dependencies.redis;
    this.#time = dependencies.time;
    this.#prefix = `${dependencies.prefix}:rate:`;
    this.#redis.define(rateTake);
  }

  async take(subject: string, options: TakeOptions): Promise<TakeResult> {
    checkTake(subject, options);
    this.#takes += 1;
    const waitMs = asInteger(
      await this.#redis.run(
        rateTake,
        this.#prefix + subject,
        String(options.limit),
        String(options.windowMs),
        `${this.#process}:${this.#takes}`,
        this.#time.nowArgument,
        this.#time.extraTtlArgument,
      ),
    );
    return waitMs < 0 ? { taken: true } : { taken: false, retryAfterMs: waitMs };
  }
}

/**
 * Counts one use of a subject in a sliding window that ends now, if the limit allows it. A use counts until exactly one
 * window has passed. Times are in microseconds, so that uses within one millisecond of the server are distinct.
 *
 * KEYS[1] the uses by a subject: sorted set by their time
 * ARGV[1] limit   [2] window in ms   [3] unique id of this use
 * ARGV[4] now in ms, or empty for the server time   [5] extra time to live in ms
 *
 * Output: -1: counted | milliseconds until the next use is possible
 */
const rateTake: RedisScript = {
  name: 'mailproofRateTake',
  numberOfKeys: 1,
  lua: `${prelude}
local takes, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local now = micros(ARGV[4])
redis.call('ZREMRANGEBYSCORE', takes, '-inf', int(now - window))
-- If the clock was set back, takes in its future count as made now, so that no caller waits for that time.
for _, take in ipairs(redis.call('ZRANGEBYSCORE', takes, '(' .. int(now), '+inf')) do
  redis.call('ZADD', takes, int(now), take)
end
local count = redis.call('ZCARD', takes)
if count < limit then
  redis.call('ZADD', takes, int(now), ARGV[3])
  extendTtl(takes, tonumber(ARGV[2]) + tonumber(ARGV[5]))
  return -1
end
local oldest = redis.call('ZRANGE', takes, count - limit, count - limit, 'WITHSCORES')
return math.max(1, math.ceil((tonumber(oldest[2]) + window - now) / 1000))
`,
};
