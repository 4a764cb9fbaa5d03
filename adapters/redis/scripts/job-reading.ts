import { pageCharacters } from '../../../src/ports/job-store.ts';
import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';
import { prelude } from './prelude.ts';

/** Items per field of the hash of items. More would save memory, but single items would be slower to read. */
export const itemsPerField = 16;

/**
 * `readItems(positions)`: the items at these positions, as far as they have room on a page, and the stored result of each or null. An
 * item is null if there is no such position. A packed item has no fewer bytes than its texts have characters.
 */
const readItems = `
local function readItems(positions)
  local items, read, characters = {}, {}, 0
  local field, lines
  for _, position in ipairs(positions) do
    local first = math.floor(position / ${itemsPerField})
    if first ~= field then
      field, lines = first, {}
      local packed = redis.call('HGET', part('items'), string.format('%.0f', field))
      for line in string.gmatch(packed or '', '[^\\n]+') do lines[#lines + 1] = line end
    end
    local line = lines[position - field * ${itemsPerField} + 1] or false
    if line then
      if characters > 0 and characters + #line > ${pageCharacters} then break end
      characters = characters + #line
    end
    items[#items + 1] = line
    read[#read + 1] = string.format('%.0f', position)
  end
  if #read == 0 then return { {}, {} } end
  return { items, redis.call('HMGET', part('results'), unpack(read)) }
end
`;

/**
 * Returns items.
 *
 * KEYS[1] <job>
 * ARGV    positions
 *
 * Output: null: no such job | the packed items, and the stored result of each or null
 */
export const jobItems: RedisScript = {
  name: 'mailproofJobItems',
  numberOfKeys: 1,
  lua: `${jobKeys}${readItems}
if not exists() then return false end
local positions = {}
for index, position in ipairs(ARGV) do positions[index] = tonumber(position) end
return readItems(positions)
`,
};

/**
 * Returns the open items, in order of position.
 *
 * KEYS[1] <job>
 * ARGV[1] first position   [2] most items to return
 *
 * Output: null: no such job | positions, and as many of the packed items at these as have room, with the stored result of each or null
 */
export const jobOpenItems: RedisScript = {
  name: 'mailproofJobOpenItems',
  numberOfKeys: 1,
  lua: `${jobKeys}${readItems}
if not exists() then return false end
local marks = redis.call('GETRANGE', part('marks'), ARGV[1], -1)
local first, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local positions = {}
local index = string.find(marks, '[-pP]')
while index and #positions < limit do
  positions[#positions + 1] = first + index - 1
  index = string.find(marks, '[-pP]', index + 1)
end
return { positions, readItems(positions) }
`,
};

/**
 * Returns when the first of the items that wait for a retry is due.
 *
 * KEYS[1] <job>
 *
 * Output: null: no such job | the time | empty: none waits
 */
export const jobNextRetry: RedisScript = {
  name: 'mailproofJobNextRetry',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
return redis.call('ZRANGE', part('retries'), 0, 0, 'WITHSCORES')[2] or ''
`,
};

/**
 * Returns a page of the finished jobs.
 *
 * KEYS[1] sorted set of "<creation number> <id>" by the time when the job finished
 * ARGV[1] most jobs to return   [2] score, [3] member of the last job of the page before, or empty
 *
 * If that job is gone, the page begins with the first of those that finished in the same millisecond.
 *
 * Output: members, each followed by its score
 */
export const jobsAfter: RedisScript = {
  name: 'mailproofJobsAfter',
  numberOfKeys: 1,
  lua: `
local first = 0
if ARGV[2] ~= '' then
  local rank = redis.call('ZRANK', KEYS[1], ARGV[3])
  first = rank and rank + 1 or redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[2])
end
return redis.call('ZRANGE', KEYS[1], first, first + tonumber(ARGV[1]) - 1, 'WITHSCORES')
`,
};

/**
 * Returns the jobs that finished first.
 *
 * KEYS[1] sorted set of "<creation number> <id>" by the time when the job finished
 * ARGV[1] least age in ms   [2] most jobs to return   [3] now, or empty for the server time
 *
 * Output: members, oldest first
 */
export const jobsFinished: RedisScript = {
  name: 'mailproofJobsFinished',
  numberOfKeys: 1,
  lua: `${prelude}
local latest = millis(ARGV[3]) - tonumber(ARGV[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', int(latest), 'LIMIT', 0, ARGV[2])
`,
};
