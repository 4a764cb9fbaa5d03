import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * `addCounts(tally, first)`: adds to the counts of a tally. `tally` is a hash of counts by name; its field with the empty name has
 * the bytes that they take. ARGV[1] has the most bytes, [2] the bytes of a count beside its name, and [first] and so on a name,
 * what is added, a name ….
 */
const counting = `${prelude}
local function addCounts(tally, first)
  local most, beside = tonumber(ARGV[1]), tonumber(ARGV[2])
  local bytes = tonumber(redis.call('HGET', tally, '') or 0)
  local function set(name, before, count)
    if count > 0 then
      if not before then bytes = bytes + #name + beside end
      redis.call('HSET', tally, name, int(count))
    elseif before then
      bytes = bytes - #name - beside
      redis.call('HDEL', tally, name)
    end
  end
  for index = first, #ARGV, 2 do
    local before = redis.call('HGET', tally, ARGV[index])
    set(ARGV[index], before, tonumber(before or 0) + tonumber(ARGV[index + 1]))
  end
  if bytes > most then
    local flat, counts = redis.call('HGETALL', tally), {}
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
  if bytes > 0 then redis.call('HSET', tally, '', int(bytes)) else redis.call('DEL', tally) end
end
`;

/**
 * Adds to the counts of a tally.
 *
 * KEYS[1] the tally
 * ARGV[1] most bytes   [2] bytes of a count beside its name   [3] name   [4] what is added   [5] name …
 *
 * Output: 1
 */
export const tallyAdd: RedisScript = {
  name: 'mailproofTallyAdd',
  numberOfKeys: 1,
  lua: `${counting}
addCounts(KEYS[1], 3)
return 1
`,
};

/**
 * Adds to the counts of a tally and sets a mark, if that has a certain value, or is missing.
 *
 * KEYS[1] the tally   [2] the mark: "expiresAt value"
 * ARGV[1] most bytes   [2] bytes of a count beside its name
 * [3] the new mark   [4] how many ms it lasts, or empty to remove it
 * [5] now, or empty if Redis has deleted what has expired   [6] the value to be replaced after "=", or empty: no mark
 * [7] name   [8] what is added   [9] name …
 *
 * Output: 1, or 0 if another mark is there
 */
export const tallyAddMarked: RedisScript = {
  name: 'mailproofTallyAddMarked',
  numberOfKeys: 2,
  lua: `${counting}
local found = redis.call('GET', KEYS[2])
local value = ''
if found then
  local space = string.find(found, ' ', 1, true)
  local expiresAt = tonumber(string.sub(found, 1, space - 1))
  if ARGV[5] == '' or expiresAt > tonumber(ARGV[5]) then value = '=' .. string.sub(found, space + 1) end
end
if value ~= ARGV[6] then return 0 end
if ARGV[4] == '' then redis.call('DEL', KEYS[2]) else redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4]) end
addCounts(KEYS[1], 7)
return 1
`,
};
