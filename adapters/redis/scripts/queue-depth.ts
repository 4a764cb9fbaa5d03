import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Returns how much there is to do.
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
local all = tonumber(redis.call('HGET', queue .. ':numbers', 'batches') or 0)
local delayed = redis.call('ZCOUNT', queue .. ':waiting', '(' .. int(now), '+inf')
local active = redis.call('ZCARD', queue .. ':leases')
local oldest = tonumber(redis.call('ZRANGE', queue .. ':retries', 0, 0, 'WITHSCORES')[2] or now)
return { all - delayed - active, delayed, active, math.max(0, now - oldest) }
`,
};
