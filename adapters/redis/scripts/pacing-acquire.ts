import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';

/**
 * Asks for leases on an exchange. Processes that wait form a queue, and each is served in its turn: one that holds
 * leases and wants more would otherwise always be quicker than the others. While others wait it is given one lease
 * at a time. A process that does not ask again within its patience has lost its place.
 *
 * KEYS[1] leases: sorted set of ids by expiry   [2] pause: text "until reason"
 * KEYS[3] queue: sorted set of processes by ticket   [4] sorted set of the same by when they lose their place
 * ARGV[1] maxConnections   [2] leaseMs   [3] id of the first lease; those of others have ":2", ":3" … added
 * ARGV[4] process   [5] how many wait in it   [6] how many leases are wanted
 * ARGV[7] patience in ms   [8] now, or empty   [9] slack in ms
 *
 * Output: leases, how many | pause, until, reason | wait
 */
export const pacingAcquire: RedisScript = {
  name: 'mailproofPacingAcquire',
  numberOfKeys: 4,
  lua: `${numbers}
local leases, queue, places = KEYS[1], KEYS[3], KEYS[4]
local process = ARGV[4]
local now, slack = millis(ARGV[8]), tonumber(ARGV[9])

local function leave(which)
  redis.call('ZREM', queue, which)
  redis.call('ZREM', places, which)
end
local function lineUp()
  local last = redis.call('ZRANGE', queue, -1, -1, 'WITHSCORES')
  redis.call('ZADD', queue, int(tonumber(last[2] or 0) + 1), process)
end
local function stay()
  local patience = tonumber(ARGV[7])
  redis.call('ZADD', places, int(now + patience), process)
  keep(queue, patience + slack)
  keep(places, patience + slack)
end

local pause = redis.call('GET', KEYS[2])
if pause then
  local till, reason = string.match(pause, '^(%d+) (%a+)$')
  if tonumber(till) > now then
    leave(process)
    return { 'pause', till, reason }
  end
end

for _, gone in ipairs(redis.call('ZRANGEBYSCORE', places, '-inf', int(now))) do leave(gone) end
redis.call('ZREMRANGEBYSCORE', leases, '-inf', int(now))
local free = tonumber(ARGV[1]) - redis.call('ZCARD', leases)
local rank = redis.call('ZRANK', queue, process)
local queued = redis.call('ZCARD', queue)
local ahead = rank or queued
if free <= ahead then
  if not rank then lineUp() end
  stay()
  return { 'wait' }
end

local others = rank and queued - 1 or queued
local count = others > 0 and 1 or math.min(free, tonumber(ARGV[6]))
local leaseMs = tonumber(ARGV[2])
for number = 1, count do
  local id = number == 1 and ARGV[3] or ARGV[3] .. ':' .. number
  redis.call('ZADD', leases, int(now + leaseMs), id)
end
keep(leases, leaseMs + slack)
if tonumber(ARGV[5]) > count then
  lineUp()
  stay()
elseif rank then
  leave(process)
end
return { 'leases', count }
`,
};
