import type { RedisScript } from '../client.ts';
import { jobRecords } from './job-records.ts';
import { numbers } from './numbers.ts';

/**
 * Records attempts, each once, and moves the counters. An attempt is left out if the job is finished, the item is
 * final or not there, or another attempt would have to come first.
 *
 * KEYS[1] <job>
 * ARGV[1] at   [2] and on, four for each attempt: position, attempt, mark of the item after it, value of the result
 *
 * Output: nothing: no such job | positions recorded, values of the job's fields
 */
export const jobRecord: RedisScript = {
  name: 'mailproofJobRecord',
  numberOfKeys: 1,
  lua: `${numbers}${jobRecords}
local record, marks, results = part('record'), part('marks'), part('results')
if not exists() then return false end
local ends = redis.call('HMGET', record, 'completedAt', 'failedAt')
if ends[1] or ends[2] then return { {}, readRecord() } end

local first, last = math.huge, 0
for n = 2, #ARGV, 4 do
  local position = tonumber(ARGV[n])
  first, last = math.min(first, position), math.max(last, position)
end
-- Few commands with many words: a thousand attempts in one call hold up the others for some three milliseconds.
local stored = #ARGV > 1 and redis.call('GETRANGE', marks, int(first), int(last)) or ''
local codes = { f = '102', F = '70', p = '112', P = '80' }
local provisional = { p = 1, P = 1 }
local safe = { F = 1, P = 1 }
local markNow, attemptsNow = {}, {}
local function markOf(position)
  local place = tonumber(position) - first + 1
  return markNow[position] or string.sub(stored, place, place)
end
local function attemptsOf(position, mark)
  if mark == '-' then return 0 end
  return attemptsNow[position] or tonumber(string.match(redis.call('HGET', results, position), '^%d+'))
end

local recorded, processed, retrying, retried, safes = {}, 0, 0, 0, 0
local newMarks, newResults = {}, {}
for n = 2, #ARGV, 4 do
  local position, attempt, mark = ARGV[n], tonumber(ARGV[n + 1]), ARGV[n + 2]
  local before = markOf(position)
  local open = before == '-' or provisional[before]
  if open and attempt == attemptsOf(position, before) + 1 then
    markNow[position], attemptsNow[position] = mark, attempt
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
  local through = retrying == 0 and processed == tonumber(redis.call('HGET', record, 'total'))
  if through then redis.call('HSET', record, 'completedAt', ARGV[1]) end
end
return { recorded, readRecord() }
`,
};
