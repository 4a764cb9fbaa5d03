import type { RedisScript } from '../client.ts';

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
