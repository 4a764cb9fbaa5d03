import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';

/**
 * Finds open items in order of position.
 *
 * KEYS[1] <job>
 * ARGV[1] the first position to look at   [2] how many at most
 *
 * Output: nothing: no such job | positions, and the value of the result of each or nothing
 */
export const jobOpen: RedisScript = {
  name: 'mailproofJobOpen',
  numberOfKeys: 1,
  lua: `${jobRecords}
if not exists() then return false end
local marks = redis.call('GETRANGE', part('marks'), ARGV[1], -1)
local first, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local positions = {}
local place = string.find(marks, '[-pP]')
while place and #positions < limit do
  positions[#positions + 1] = first + place - 1
  place = string.find(marks, '[-pP]', place + 1)
end
if #positions == 0 then return { {}, {} } end
return { positions, redis.call('HMGET', part('results'), unpack(positions)) }
`,
};
