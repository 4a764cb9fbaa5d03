import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Records attempts, each once, and updates the counters. Skips an attempt if the job is finished, the item is final
 * or does not exist, or the attempt does not follow the item's last one.
 *
 * KEYS[1] <job>
 * ARGV[1] at   [2] and on, four for each attempt: position, attempt, mark of the item after it, result to store
 *
 * Output: null: no such job | positions recorded, values of the job's fields
 */
export const jobRecord: RedisScript = {
  name: 'mailproofJobRecord',
  numberOfKeys: 1,
  lua: `${prelude}${jobKeys}
local record, marks, results = part('record'), part('marks'), part('results')
if not exists() then return false end
local ends = redis.call('HMGET', record, 'completedAt', 'failedAt')
if ends[1] or ends[2] then return { {}, readRecord() } end

local first, last = math.huge, 0
for n = 2, #ARGV, 4 do
  local position = tonumber(ARGV[n])
  first, last = math.min(first, position), math.max(last, position)
end
-- Few commands with many arguments: a call with a thousand attempts blocks Redis for about three milliseconds.
local stored = #ARGV > 1 and redis.call('GETRANGE', marks, int(first), int(last)) or ''
local codes = { f = '102', F = '70', p = '112', P = '80' }
local provisional = { p = 1, P = 1 }
local safe = { F = 1, P = 1 }
local newMarkOf, newAttemptsOf = {}, {}
local function markOf(position)
  local index = tonumber(position) - first + 1
  return newMarkOf[position] or string.sub(stored, index, index)
end
local function attemptsOf(position, mark)
  if mark == '-' then return 0 end
  return newAttemptsOf[position] or tonumber(string.match(redis.call('HGET', results, position), '^%d+'))
end

local recorded, processed, retrying, retried, safes = {}, 0, 0, 0, 0
local newMarks, newResults = {}, {}
for n = 2, #ARGV, 4 do
  local position, attempt, mark = ARGV[n], tonumber(ARGV[n + 1]), ARGV[n + 2]
  local before = markOf(position)
  local open = before == '-' or provisional[before]
  if open and attempt == attemptsOf(position, before) + 1 then
    newMarkOf[position], newAttemptsOf[position] = mark, attempt
    local count = #recorded + 1
    recorded[count] = position
    newMarks[4 * count - 3], newMarks[4 * count - 2] = 'SET', 'u8'
    newMarks[4 * count - 1], newMarks[4 * count] = '#' .. position, codes[mark]
    newResults[2 * count - 1], newResults[2 * count] = position, ARGV[n + 3]
    if before == '-' then processed = processed + 1 end
    if attempt > 1 then retried = retried + 1 end
    retrying = retrying + (provisional[mark] or 0) - (provisional[before] or 0)
    safes = safes + (safe[mark] or 0) - (safe[before] or 0)
  end
end

if #recorded > 0 then
  redis.call('BITFIELD', marks, unpack(newMarks))
  redis.call('HSET', results, unpack(newResults))
  processed = redis.call('HINCRBY', record, 'processed', processed)
  retrying = redis.call('HINCRBY', record, 'retrying', retrying)
  redis.call('HINCRBY', record, 'retried', retried)
  redis.call('HINCRBY', record, 'safe', safes)
  local completed = retrying == 0 and processed == tonumber(redis.call('HGET', record, 'total'))
  if completed then redis.call('HSET', record, 'completedAt', ARGV[1]) end
end
return { recorded, readRecord() }
`,
};
