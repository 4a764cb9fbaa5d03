import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

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

/**
 * Replaces an entry of the cache that has a certain value, or is missing.
 *
 * KEYS[1] the entry: "expiresAt value"
 * ARGV[1] the new entry   [2] how many ms it lasts, or empty to remove the entry
 * [3] now, or empty if Redis has deleted what has expired   [4] the value to be replaced; left out: no entry
 *
 * Output: 1, or 0 if another entry is there
 */
export const cacheReplace: RedisScript = {
  name: 'mailproofCacheReplace',
  numberOfKeys: 1,
  lua: `
local found = redis.call('GET', KEYS[1])
local value = nil
if found then
  local space = string.find(found, ' ', 1, true)
  local expiresAt = tonumber(string.sub(found, 1, space - 1))
  if ARGV[3] == '' or expiresAt > tonumber(ARGV[3]) then value = string.sub(found, space + 1) end
end
if value ~= ARGV[4] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return 1
`,
};
