import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Adds the key of an entry to its group. The group lasts as long as the last of its entries.
 *
 * KEYS[1] set of keys
 * ARGV[1] key   [2] how many ms the entry lasts
 *
 * Output: 1
 */
export const cacheGroup: RedisScript = {
  name: 'mailproofCacheGroup',
  numberOfKeys: 1,
  lua: `${prelude}
redis.call('SADD', KEYS[1], ARGV[1])
extendTtl(KEYS[1], tonumber(ARGV[2]) + 1000)
return 1
`,
};
