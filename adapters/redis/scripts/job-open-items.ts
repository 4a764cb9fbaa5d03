import type { RedisScript } from '../client.ts';
import { readItems } from './job-items.ts';
import { jobKeys } from './job-keys.ts';

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
