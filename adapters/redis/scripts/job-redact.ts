import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Replaces items of a job that is completed or settled, and their results.
 *
 * KEYS[1] <job>
 * ARGV[1] items per field   [2] and on, three for each item: position, packed item, packed result or empty
 *
 * Output: null: no such job | number of items replaced
 */
export const jobRedact: RedisScript = {
  name: 'mailproofJobRedact',
  numberOfKeys: 1,
  lua: `${prelude}${jobKeys}
if not exists() then return false end
local ends = redis.call('HMGET', part('record'), 'completedAt', 'settledAt')
if not ends[1] and not ends[2] then return 0 end
local itemsPerField = tonumber(ARGV[1])
local replaced = 0
for n = 2, #ARGV, 3 do
  local position, item, result = tonumber(ARGV[n]), ARGV[n + 1], ARGV[n + 2]
  local field = int(math.floor(position / itemsPerField))
  local lines = {}
  for line in string.gmatch((redis.call('HGET', part('items'), field) or ''), '[^\\n]+') do
    lines[#lines + 1] = line
  end
  local index = position % itemsPerField + 1
  if lines[index] then
    lines[index] = item
    redis.call('HSET', part('items'), field, table.concat(lines, '\\n'))
    local stored = result ~= '' and redis.call('HGET', part('results'), ARGV[n])
    if stored then
      redis.call('HSET', part('results'), ARGV[n], string.match(stored, '^%d+ %S+ ') .. result)
    end
    replaced = replaced + 1
  end
end
return replaced
`,
};
