import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Returns how much there is to do. Batches that an earlier version put are not counted until they have been active.
 *
 * KEYS[1] <queue>
 *
 * Output: numbers of batches that are queued, delayed and active; for how many ms the oldest due retry has been due
 */
export const queueDepth: RedisScript = {
  name: 'mailproofQueueDepth',
  numberOfKeys: 1,
  lua: `${prelude}
local queue, now = KEYS[1], millis('')
local waiting = redis.call('ZCARD', queue .. ':due')
local queued = redis.call('ZCOUNT', queue .. ':due', '-inf', int(now))
local oldest = tonumber(redis.call('ZRANGE', queue .. ':retries', 0, 0, 'WITHSCORES')[2] or now)
return { queued, waiting - queued, redis.call('HLEN', queue .. ':hands'), math.max(0, now - oldest) }
`,
};
