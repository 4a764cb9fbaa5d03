import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Adds the key of an entry to its group. The group lasts as long as the last of its entries.
 *
 * KEYS[1] set of keys
 * ARGV[1] key   [2] PXAT or PX   [3] when the entry expires, or in how many ms
 *
 * Output: 1
 */
export const cacheGroup: RedisScript = {
  name: 'mailproofCacheGroup',
  numberOfKeys: 1,
  lua: `${prelude}
redis.call('SADD', KEYS[1], ARGV[1])
local ttl = tonumber(ARGV[3])
if ARGV[2] == 'PXAT' then ttl = ttl - millis('') end
extendTtl(KEYS[1], math.max(ttl, 1) + 1000)
return 1
`,
};
