import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Records what a worker reports of its batches, then delivers further ones to it. Reports on batches that it does not hold
 * any more do nothing, so they may be repeated. At its heartbeats, a worker also says which egresses it has, and renews the
 * leases of its batches, and what has lost its worker is queued again.
 *
 * A batch whose delivery is lost with the reply is delivered again once its lease has expired.
 *
 * KEYS[1] <queue>
 * ARGV[1] egress set of the worker   [2] wait for other egresses in ms   [3] accounts and jobs that it may have no further
 * batch of   [4] length of a lease in ms   [5] most batches to deliver   [6] holder of these   [7] 1 for a heartbeat
 * [8] number of reports; then id, holder, what is reported (`freed` its lane, `done`, `failed` or `unfinished`) and the delay
 * of a failed one in ms, of each; then id and holder of each batch to renew
 *
 * Output: in how many ms the worker should call again because a batch is due then, or -1; 1 if ready lanes were left because
 * the worker has its share of their accounts or jobs, or 0; the positions of lost batches among those to renew; then body,
 * failures and 1 if its lane has another one, or 0, of each batch
 */
export const queueDeliver: RedisScript = {
  name: 'mailproofQueueDeliver',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
serveFor(ARGV[1], ARGV[2], ARGV[3])
local leaseMs, most, holder, isHeartbeat = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6], ARGV[7] == '1'
local leases, lost = queue .. ':leases', {}
local firstRenewed = 9 + 4 * tonumber(ARGV[8])

for index = 9, firstRenewed - 1, 4 do
  local id, heldBy, outcome, delayMs = unpack(ARGV, index, index + 3)
  if isHeld(id, heldBy) then
    if outcome == 'freed' then
      local batch = readBatch(id)
      leaveSlot(batch)
      markReady(batch)
    else settle(id, outcome, tonumber(delayMs)) end
  end
end

if isHeartbeat then
  for egress in pairs(has) do redis.call('ZADD', queue .. ':egresses', int(now), egress) end
  redis.call('ZREMRANGEBYSCORE', queue .. ':egresses', '-inf', int(now - 2 * egressWaitMs - 86400000))
  -- An egress set is there as long as its leases last.
  redis.call('ZREMRANGEBYSCORE', queue .. ':sets', '-inf', int(now - leaseMs))
  local isNewSet = redis.call('ZADD', queue .. ':sets', int(now), ownSet) == 1
  redis.call('PEXPIRE', queue .. ':sets', int(leaseMs))
  for index = firstRenewed, #ARGV, 2 do
    if isHeld(ARGV[index], ARGV[index + 1]) then redis.call('ZADD', leases, int(now + leaseMs), ARGV[index])
    else lost[#lost + 1] = (index - firstRenewed) / 2 end
  end
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', int(now), 'LIMIT', 0, 100)) do
    settle(id, 'unfinished')
  end
  if isNewSet then
    for _, id in ipairs(redis.call('ZRANGE', leases, 0, -1)) do markReady(readBatch(id)) end
  end
end
enqueueDue()

local reply = { -1, 0, lost }
local delivered = 0
while delivered < most do
  local id = takeNext(holder, leaseMs)
  if not id then break end
  delivered = delivered + 1
  local body, failures, lane = unpack(redis.call('HMGET', batchKey(id), 'body', 'failures', 'lane'))
  reply[#reply + 1] = body
  reply[#reply + 1] = tonumber(failures)
  reply[#reply + 1] = redis.call('EXISTS', queue .. ':lane:' .. lane)
end
if leftFull then reply[2] = 1 end

-- What is left is for other workers of the set.
local mayBeLeft = delivered == most or leftFull
if mayBeLeft and redis.call('EXISTS', queue .. ':wake:' .. ownSet) == 0 then
  isFull = {}
  if nextOfAll() then toWake[ownSet] = true end
end
wakeWorkers()

local dueAt = tonumber(redis.call('ZRANGE', queue .. ':waiting', 0, 0, 'WITHSCORES')[2])
local alarmAt = tonumber(redis.call('GET', queue .. ':alarm') or 0)
-- A timer may be a little early.
if dueAt and (alarmAt <= now + 10 or dueAt < alarmAt) then
  reply[1] = math.max(0, dueAt - now)
  redis.call('SET', queue .. ':alarm', int(dueAt), 'PX', int(reply[1] + 1000))
end
return reply
`,
};
