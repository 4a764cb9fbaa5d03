import { statuses } from '../../stores/job-rules.ts';
import type { RedisScript } from '../client.ts';
import { jobKeys } from './job-keys.ts';
import { prelude } from './prelude.ts';

/**
 * Records attempts, each once, and updates the counters. Skips an attempt if the job is finished, the item is final
 * or does not exist, or the attempt does not follow the item's last one.
 *
 * KEYS[1] <job>
 * ARGV[1] at   [2] and on, six for each attempt: position, attempt, mark of the item after it, result to store, its status,
 *      when the item is due again or empty
 *
 * Output: null: no such job | positions recorded, values of the job's fields
 */
export const jobRecord: RedisScript = {
  name: 'mailproofJobRecord',
  numberOfKeys: 1,
  lua: `${prelude}${jobKeys}
local record, marks, results, retries = part('record'), part('marks'), part('results'), part('retries')
if not exists() then return false end
local ends = redis.call('HMGET', record, 'completedAt', 'failedAt')
if ends[1] or ends[2] then return { {}, readRecord() } end

local first, last = math.huge, 0
for n = 2, #ARGV, 6 do
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

local statuses = { ${[...statuses]
    .reverse()
    .map((status) => `'${status}'`)
    .join(', ')} }
-- The items recorded by this call that wait for a retry: their members of the sorted set.
local waiting = {}
-- Takes an item out of those that wait. Returns the status that it had.
local function takeWaiting(position)
  local member = waiting[position]
  waiting[position] = nil
  if member then return member.status end
  for _, status in ipairs(statuses) do
    if redis.call('ZREM', retries, position .. ':' .. status) == 1 then return status end
  end
end

local recorded, processed, retrying, retried, safes = {}, 0, 0, 0, 0
local counts = { risky = 0, invalid = 0, unknown = 0 }
local function count(status, change)
  if counts[status] then counts[status] = counts[status] + change end
end
local newMarks, newResults = {}, {}
for n = 2, #ARGV, 6 do
  local position, attempt, mark = ARGV[n], tonumber(ARGV[n + 1]), ARGV[n + 2]
  local status, retryAt = ARGV[n + 4], ARGV[n + 5]
  local before = markOf(position)
  local open = before == '-' or provisional[before]
  if open and attempt == attemptsOf(position, before) + 1 then
    newMarkOf[position], newAttemptsOf[position] = mark, attempt
    local last = #recorded + 1
    recorded[last] = position
    newMarks[4 * last - 3], newMarks[4 * last - 2] = 'SET', 'u8'
    newMarks[4 * last - 1], newMarks[4 * last] = '#' .. position, codes[mark]
    newResults[2 * last - 1], newResults[2 * last] = position, ARGV[n + 3]
    if provisional[before] then count(takeWaiting(position), -1) end
    count(status, 1)
    if retryAt ~= '' then waiting[position] = { status = status, dueAt = retryAt } end
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
  for status, change in pairs(counts) do
    if change ~= 0 then redis.call('HINCRBY', record, status, change) end
  end
  local newRetries = {}
  for position, member in pairs(waiting) do
    newRetries[#newRetries + 1] = member.dueAt
    newRetries[#newRetries + 1] = position .. ':' .. member.status
  end
  if #newRetries > 0 then redis.call('ZADD', retries, unpack(newRetries)) end
  local completed = retrying == 0 and processed == tonumber(redis.call('HGET', record, 'total'))
  if completed then redis.call('HSET', record, 'completedAt', ARGV[1]) end
end
return { recorded, readRecord() }
`,
};
