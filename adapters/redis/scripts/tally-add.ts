import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Adds to the counts of a tally.
 *
 * KEYS[1] hash of counts by name; its field with the empty name has the bytes that they take
 * ARGV[1] most bytes   [2] bytes of a count beside its name   [3] name   [4] what is added   [5] name …
 *
 * Output: 1
 */
export const tallyAdd: RedisScript = {
  name: 'mailproofTallyAdd',
  numberOfKeys: 1,
  lua: `${prelude}
local most, beside = tonumber(ARGV[1]), tonumber(ARGV[2])
local bytes = tonumber(redis.call('HGET', KEYS[1], '') or 0)
local function set(name, before, count)
  if count > 0 then
    if not before then bytes = bytes + #name + beside end
    redis.call('HSET', KEYS[1], name, int(count))
  elseif before then
    bytes = bytes - #name - beside
    redis.call('HDEL', KEYS[1], name)
  end
end
for index = 3, #ARGV, 2 do
  local before = redis.call('HGET', KEYS[1], ARGV[index])
  set(ARGV[index], before, tonumber(before or 0) + tonumber(ARGV[index + 1]))
end
if bytes > most then
  local flat, counts = redis.call('HGETALL', KEYS[1]), {}
  for index = 1, #flat, 2 do
    if flat[index] ~= '' then counts[#counts + 1] = { flat[index], tonumber(flat[index + 1]) } end
  end
  table.sort(counts, function(one, other) return one[2] < other[2] end)
  local left, excess = bytes, 0
  for _, count in ipairs(counts) do
    if left <= most and count[2] > excess then break end
    excess = count[2]
    left = left - #count[1] - beside
  end
  for _, count in ipairs(counts) do set(count[1], true, count[2] - excess) end
end
if bytes > 0 then redis.call('HSET', KEYS[1], '', int(bytes)) else redis.call('DEL', KEYS[1]) end
return 1
`,
};
