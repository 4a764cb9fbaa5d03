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

/**
 * Records once when a job was started, failed or settled, if its state allows that, and whether it was cancelled.
 *
 * KEYS[1] <job>
 * ARGV[1] startedAt | failedAt: of an unfinished job | settledAt: of a failed job   [2] at
 *      [3] 1 if the job was cancelled, else empty
 *
 * Output: null: no such job | 1: set, 0: not set; values of the job's fields
 */
export const jobSetTime: RedisScript = {
  name: 'mailproofJobSetTime',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
local ends = redis.call('HMGET', part('record'), 'completedAt', 'failedAt')
local allowed = {
  startedAt = true,
  failedAt = not ends[1],
  settledAt = ends[2] and true or false,
}
local changed = 0
if allowed[ARGV[1]] then changed = redis.call('HSETNX', part('record'), ARGV[1], ARGV[2]) end
if changed == 1 and ARGV[3] == '1' then redis.call('HSET', part('record'), 'cancelled', '1') end
return { changed, readRecord() }
`,
};

/**
 * Replaces items of a job that is completed or settled, their results and its name.
 *
 * KEYS[1] <job>
 * ARGV[1] items per field   [2] name, empty if it stays   [3] and on, three for each item: position, packed item, packed result or empty
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
if ARGV[2] ~= '' then redis.call('HSET', part('record'), 'name', ARGV[2]) end
local itemsPerField = tonumber(ARGV[1])
local replaced = 0
for n = 3, #ARGV, 3 do
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

/**
 * Acquires or renews the lease on a job, unless the job is completed or settled.
 *
 * KEYS[1] <job>
 * ARGV[1] owner   [2] now, empty for the server's time   [3] duration in ms
 *
 * A lease of another owner that seems to last longer than at first was acquired before the clock was set back. It is
 * shortened to its duration.
 *
 * Output: null: no such job | 1: leased | 0: leased to another owner, or completed, or settled
 */
export const jobLease: RedisScript = {
  name: 'mailproofJobLease',
  numberOfKeys: 1,
  lua: `${prelude}${jobKeys}
if not exists() then return false end
local over = redis.call('HMGET', part('record'), 'completedAt', 'settledAt')
if over[1] or over[2] then return 0 end
local now = millis(ARGV[2])
local held = redis.call('HMGET', part('lease'), 'owner', 'until', 'durationMs')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > now then
  local longestUntil = now + tonumber(held[3])
  if tonumber(held[2]) > longestUntil then
    redis.call('HSET', part('lease'), 'until', int(longestUntil))
  end
  return 0
end
local ends = int(now + tonumber(ARGV[3]))
redis.call('HSET', part('lease'), 'owner', ARGV[1], 'until', ends, 'durationMs', ARGV[3])
return 1
`,
};

/**
 * Releases the lease on a job.
 *
 * KEYS[1] <job>
 * ARGV[1] owner
 *
 * Output: null: no such job | 1: released | 0: not leased, or leased to another owner
 */
export const jobReleaseLease: RedisScript = {
  name: 'mailproofJobUnlease',
  numberOfKeys: 1,
  lua: `${jobKeys}
if not exists() then return false end
if redis.call('HGET', part('lease'), 'owner') ~= ARGV[1] then return 0 end
return redis.call('DEL', part('lease'))
`,
};
