import { mostPassed, releaseRememberedMs } from '../../stores/lease-waiters.ts';
import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';

/**
 * Requests leases on an exchange. Waiting processes form a queue and are served in order, those with an urgent caller
 * first: without the queue, a process that already holds leases would always be faster than the others. While others wait,
 * a process gets one lease at a time. A process that does not ask again in time loses its place in the queue. Those served
 * after a process keep to its limit if that is smaller than their own: else they would take every lease that becomes free,
 * and it would wait for ever.
 *
 * What seems to last longer than at first, because the clock was set back, is shortened: it ends no later than if it had
 * begun now.
 *
 * KEYS[1] leases: sorted set of ids by expiry   [2] pause: text "until reason duration"
 * KEYS[3] queue: sorted set of processes by arrival   [4] sorted set of the same by when they lose their place
 * KEYS[5] hash of the same to the max of each, and of "PROCESS:passed" to how often urgent ones went before it
 * KEYS[6] those of them with an urgent caller: sorted set as in [4]   [7] until when the last release is remembered
 * ARGV[1] max   [2] leaseMs   [3] id of the first lease; the others append ":2", ":3" …
 * ARGV[4] process   [5] number of its waiting callers   [6] number of leases wanted
 * ARGV[7] time in ms after which a silent process loses its place
 * ARGV[8] now, or empty for the server time   [9] extra time to live in ms
 * ARGV[10] 1 if an urgent caller is among the waiting ones   [11] 1 if it matters whether one was released lately
 *
 * Output: leases, count, leases before, 1 if one was released lately | pause, remaining ms, reason | wait
 */
export const leaseAcquire: RedisScript = {
  name: 'mailproofLeaseAcquire',
  numberOfKeys: 7,
  lua: `${prelude}
local leases, queue, deadlines, limits, urgent = KEYS[1], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local process = ARGV[4]
local now, extraTtl = millis(ARGV[8]), tonumber(ARGV[9])

local function grant(count, held)
  local leaseMs = tonumber(ARGV[2])
  for number = 1, count do
    local id = number == 1 and ARGV[3] or ARGV[3] .. ':' .. number
    redis.call('ZADD', leases, int(now + leaseMs), id)
  end
  extendTtl(leases, leaseMs + extraTtl)
  local released = ARGV[11] == '1' and redis.call('GET', KEYS[7])
  return { 'leases', count, held, released and tonumber(released) > now and 1 or 0 }
end
-- Most leases are taken where nobody has or wants one.
if redis.call('EXISTS', leases, KEYS[2], queue) == 0 and ARGV[5] == ARGV[6] then
  return grant(math.min(tonumber(ARGV[1]), tonumber(ARGV[6])), 0)
end

local function leaveQueue(waiting)
  redis.call('ZREM', queue, waiting)
  redis.call('ZREM', deadlines, waiting)
  redis.call('HDEL', limits, waiting, waiting .. ':passed')
  redis.call('ZREM', urgent, waiting)
end
local function moveToEnd()
  local last = redis.call('ZRANGE', queue, -1, -1, 'WITHSCORES')
  redis.call('ZADD', queue, int(tonumber(last[2] or 0) + 1), process)
end
local function renewPlace()
  local queueTimeoutMs = tonumber(ARGV[7])
  redis.call('ZADD', deadlines, int(now + queueTimeoutMs), process)
  redis.call('HSET', limits, process, ARGV[1])
  if ARGV[10] == '1' then
    redis.call('ZADD', urgent, int(now + queueTimeoutMs), process)
  else
    redis.call('ZREM', urgent, process)
  end
  for _, key in ipairs({ queue, deadlines, limits, urgent }) do extendTtl(key, queueTimeoutMs + extraTtl) end
end
-- Those that are served before this process, and whether it is in the queue.
local function place()
  local isUrgent = {}
  for _, name in ipairs(redis.call('ZRANGE', urgent, 0, -1)) do isUrgent[name] = true end
  isUrgent[process] = ARGV[10] == '1'
  local all, isFirst = redis.call('ZRANGE', queue, 0, -1), isUrgent
  local patient, passed = {}, {}
  for _, name in ipairs(all) do
    if not isUrgent[name] then
      table.insert(patient, name)
      table.insert(passed, name .. ':passed')
    end
  end
  if #patient > 0 then
    for index, times in ipairs(redis.call('HMGET', limits, unpack(passed))) do
      if tonumber(times or 0) >= ${mostPassed} then isFirst[patient[index]] = true end
    end
  end
  local before, queued = {}, false
  for _, other in ipairs(all) do
    if other == process then
      queued = true
    elseif isFirst[other] and not isFirst[process] or not queued and (isFirst[other] or not isFirst[process]) then
      table.insert(before, other)
    end
  end
  return before, queued, patient
end
local function smallestLimit(before)
  local smallest = tonumber(ARGV[1])
  if #before == 0 then return smallest end
  for _, limit in ipairs(redis.call('HMGET', limits, unpack(before))) do
    smallest = math.min(smallest, tonumber(limit))
  end
  return smallest
end

local pause = redis.call('GET', KEYS[2])
if pause then
  local untilMs, reason, durationMs = string.match(pause, '^(%d+) (%a+) (%d+)$')
  local remainingMs = math.min(tonumber(untilMs) - now, tonumber(durationMs))
  if remainingMs < tonumber(untilMs) - now then
    redis.call('SET', KEYS[2], int(now + remainingMs) .. ' ' .. reason .. ' ' .. durationMs, 'KEEPTTL')
  end
  if remainingMs > 0 then
    leaveQueue(process)
    return { 'pause', int(remainingMs), reason }
  end
end

local function shortenLater(key, longestMs)
  local latest = int(now + longestMs)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. latest, '+inf')) do
    redis.call('ZADD', key, latest, member)
  end
end
shortenLater(leases, tonumber(ARGV[2]))
shortenLater(deadlines, tonumber(ARGV[7]))
shortenLater(urgent, tonumber(ARGV[7]))

for _, expired in ipairs(redis.call('ZRANGEBYSCORE', deadlines, '-inf', int(now))) do leaveQueue(expired) end
redis.call('ZREMRANGEBYSCORE', leases, '-inf', int(now))
local held = redis.call('ZCARD', leases)
local before, queued, patient = place()
local free = smallestLimit(before) - held
if free <= #before then
  if not queued then moveToEnd() end
  renewPlace()
  return { 'wait' }
end

redis.call('HDEL', limits, process .. ':passed')
if ARGV[10] == '1' then
  for _, name in ipairs(patient) do redis.call('HINCRBY', limits, name .. ':passed', 1) end
end
local others = redis.call('ZCARD', queue) - (queued and 1 or 0)
local count = others > 0 and 1 or math.min(free, tonumber(ARGV[6]))
if tonumber(ARGV[5]) > count then
  moveToEnd()
  renewPlace()
elseif queued then
  leaveQueue(process)
end
return grant(count, held)
`,
};

/**
 * Pauses an exchange for a time: no new leases. A longer existing pause stays.
 *
 * KEYS[1] pause: text "until reason duration"
 * ARGV[1] duration in ms   [2] reason   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 1: paused | 0: the time has passed, or a longer pause exists
 */
export const leasePause: RedisScript = {
  name: 'mailproofLeasePause',
  numberOfKeys: 1,
  lua: `${prelude}
local durationMs, now = tonumber(ARGV[1]), millis(ARGV[3])
if durationMs <= 0 then return 0 end
local earlier = redis.call('GET', KEYS[1])
if earlier then
  local untilMs, earlierMs = string.match(earlier, '^(%d+) %a+ (%d+)$')
  if math.min(tonumber(untilMs) - now, tonumber(earlierMs)) >= durationMs then return 0 end
end
local pause = int(now + durationMs) .. ' ' .. ARGV[2] .. ' ' .. int(durationMs)
redis.call('SET', KEYS[1], pause, 'PX', int(durationMs + tonumber(ARGV[4])))
return 1
`,
};

/**
 * Ends a lease, and remembers its release.
 *
 * KEYS[1] leases of an exchange: sorted set of ids by expiry   [2] until when the last release is remembered
 * ARGV[1] id of the lease   [2] now, or empty for the server time   [3] extra time to live in ms
 */
export const leaseRelease: RedisScript = {
  name: 'mailproofLeaseRelease',
  numberOfKeys: 2,
  lua: `${prelude}
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return end
local ends = int(millis(ARGV[2]) + ${releaseRememberedMs})
redis.call('SET', KEYS[2], ends, 'PX', int(${releaseRememberedMs} + tonumber(ARGV[3])))
`,
};

/**
 * Renews a lease that has not expired.
 *
 * KEYS[1] leases of an exchange: sorted set of ids by expiry
 * KEYS[2] processes with an urgent caller: sorted set by when they lose their place
 * ARGV[1] id of the lease   [2] leaseMs   [3] now, or empty for the server time   [4] extra time to live in ms
 *
 * Output: 0: expired or released | 1: renewed until now + leaseMs | 2: the same, and an urgent caller waits
 */
export const leaseRenew: RedisScript = {
  name: 'mailproofLeaseRenew',
  numberOfKeys: 2,
  lua: `${prelude}
local now, leaseMs = millis(ARGV[3]), tonumber(ARGV[2])
local expiresAt = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not expiresAt or tonumber(expiresAt) <= now then return 0 end
redis.call('ZADD', KEYS[1], int(now + leaseMs), ARGV[1])
extendTtl(KEYS[1], leaseMs + tonumber(ARGV[4]))
return redis.call('ZCOUNT', KEYS[2], '(' .. int(now), '+inf') > 0 and 2 or 1
`,
};
