import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';

/**
 * Takes one of the limit within a sliding window, which ends now and to which a take belongs until exactly one
 * window has passed. Counts in microseconds: two takes in one millisecond of the server are not at one time.
 *
 * KEYS[1] the takes of a subject: sorted set by their time
 * ARGV[1] limit   [2] window in ms   [3] a name for this take, used once   [4] now in ms, or empty   [5] slack in ms
 *
 * Output: -1: taken | ms until the next one is free
 */
export const rateTake: RedisScript = {
  name: 'mailproofRateTake',
  numberOfKeys: 1,
  lua: `${numbers}
local takes, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local now = micros(ARGV[4])
redis.call('ZREMRANGEBYSCORE', takes, '-inf', int(now - window))
-- The clock was set back: takes of its future count as made just now, so that nobody waits for that future.
for _, take in ipairs(redis.call('ZRANGEBYSCORE', takes, '(' .. int(now), '+inf')) do
  redis.call('ZADD', takes, int(now), take)
end
local count = redis.call('ZCARD', takes)
if count < limit then
  redis.call('ZADD', takes, int(now), ARGV[3])
  keep(takes, tonumber(ARGV[2]) + tonumber(ARGV[5]))
  return -1
end
local oldest = redis.call('ZRANGE', takes, count - limit, count - limit, 'WITHSCORES')
return math.max(1, math.ceil((tonumber(oldest[2]) + window - now) / 1000))
`,
};
