import type { RedisScript } from '../client.ts';

/**
 * Writes an entry of the cache, unless there is one.
 *
 * KEYS[1] the entry: "expiresAt value"
 * ARGV[1] the new entry   [2] how many ms it lasts   [3] now, or empty if Redis has deleted what has expired
 *
 * Output: the entry that is there
 */
export const cacheAdd: RedisScript = {
  name: 'mailproofCacheAdd',
  numberOfKeys: 1,
  lua: `
local found = redis.call('GET', KEYS[1])
if found and (ARGV[3] == '' or tonumber(string.match(found, '^%S+')) > tonumber(ARGV[3])) then return found end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`,
};
