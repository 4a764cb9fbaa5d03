/**
 * Lua functions at the beginning of the scripts of the work queue, and the data of the queue. Scripts find a batch by
 * its id, its lane or its job, so all keys are in one cluster slot.
 *
 * <queue>:batch:<id>     hash of account (in JSON), job, lane, egress (if it has one), body, order, failures and place:
 *                        `lane` (queued), `waiting` (delayed; then also dueAt) or `hand` (active; then also holder);
 *                        dropped if it must not be delivered again
 * <queue>:job:<job>      set of the ids of all batches of a job
 * <queue>:lane:<lane>    sorted set of the ids of queued batches, by order
 * <queue>:waiting        sorted set of delayed batches, by due time; members are order and id
 * <queue>:busy           set of lanes with an active batch
 * <queue>:hands          hash from ticket to the id of its active batch
 * <queue>:tickets        sorted set of tickets that may not have reached BullMQ yet, by creation time; members are id
 *                        and due time
 * <queue>:leases         sorted set of the tickets that workers have created for themselves, by when they expire
 * <queue>:egresses       sorted set of egresses, by when a worker was last known to have them; or, if none ever had, by
 *                        when a batch first asked for them
 * <queue>:ready          set of egresses that have ready lanes
 * <queue>:numbers        hash of counters: orders, turns, tickets
 *
 * A lane is ready if it has queued batches and none of them is active. The ready lanes without an egress are in one
 * rotation, with the prefix <queue>, and those of each egress in another one, with the prefix `<queue>:for <egress> `:
 *
 * <prefix>:turns:<job>     sorted set of the ready lanes of a job, by when they became ready
 * <prefix>:jobs:<account>  sorted set of the jobs of an account with ready lanes, by when they became ready
 * <prefix>:turns           sorted set of the accounts with ready jobs, by when they became ready; also of ready jobs
 *                          whose batches have no account, because an earlier version put them
 *
 * BullMQ carries one ticket per ready lane, and one per due time of delayed batches. Tickets name no batch: the worker
 * that receives one takes the next batch of the rotations that it may serve, then the one after it, until there is none.
 * A superfluous ticket is harmless. A ticket for a lane with an egress may reach a worker without that egress, and is
 * then used up: so workers look for such lanes regularly (`queueAttend`), and create tickets with a lease for themselves.
 *
 * `now`: server time in milliseconds. `newTickets`: the tickets of this call, to return: id, due time, delay of each.
 * `spareTickets`: tickets that a worker keeps using; as many ready lanes need no new ticket. `serveFor(egresses, waitMs)`
 * says which egresses the calling worker has, in JSON, and for how long the others are waited for.
 */
export const queueLanes = `
local queue = KEYS[1]
local now = millis('')
local newTickets = {}
local spareTickets = 0
local has, egressWaitMs = {}, math.huge

local function serveFor(egresses, waitMs)
  for _, egress in ipairs(cjson.decode(egresses)) do has[egress] = true end
  egressWaitMs = tonumber(waitMs)
end
local function mayServe(egress)
  if not egress or has[egress] then return true end
  local since = redis.call('ZSCORE', queue .. ':egresses', egress)
  return not since or tonumber(since) + egressWaitMs <= now
end
local function prefixOf(egress)
  return egress and queue .. ':for ' .. egress .. ' ' or queue
end
local function nextNumber(name)
  return int(redis.call('HINCRBY', queue .. ':numbers', name, 1))
end
local function batchKey(id)
  return queue .. ':batch:' .. id
end
local function readBatch(id)
  local account, job, lane, egress, order, dropped =
    unpack(redis.call('HMGET', batchKey(id), 'account', 'job', 'lane', 'egress', 'order', 'dropped'))
  return { id = id, account = account, job = job, lane = lane, egress = egress, order = order, dropped = dropped }
end
local function returnTicket(ticket, dueAt)
  newTickets[#newTickets + 1] = ticket
  newTickets[#newTickets + 1] = int(dueAt)
  newTickets[#newTickets + 1] = int(math.max(0, dueAt - now))
end
local function createTicket(ticket, dueAt)
  redis.call('ZADD', queue .. ':tickets', 'NX', int(now), ticket .. ' ' .. int(dueAt))
  returnTicket(ticket, dueAt)
end
-- Accounts are in JSON, so none is called as a job is. A batch that an earlier version put has none: false.
local function markJobReady(prefix, account, job)
  if account then redis.call('ZADD', prefix .. ':jobs:' .. account, 'NX', nextNumber('turns'), job) end
  redis.call('ZADD', prefix .. ':turns', 'NX', nextNumber('turns'), account or job)
end
local function markReady(batch)
  local lane, egress = batch.lane, batch.egress
  if redis.call('SISMEMBER', queue .. ':busy', lane) == 1 then return end
  if redis.call('EXISTS', queue .. ':lane:' .. lane) == 0 then return end
  local prefix = prefixOf(egress)
  if redis.call('ZADD', prefix .. ':turns:' .. batch.job, 'NX', nextNumber('turns'), lane) == 0 then return end
  markJobReady(prefix, batch.account, batch.job)
  if egress then redis.call('SADD', queue .. ':ready', egress) end
  if spareTickets > 0 and mayServe(egress) then spareTickets = spareTickets - 1
  else createTicket('turn-' .. nextNumber('tickets'), now) end
end
local function enqueue(batch)
  redis.call('HSET', batchKey(batch.id), 'place', 'lane')
  redis.call('ZADD', queue .. ':lane:' .. batch.lane, batch.order, batch.id)
  markReady(batch)
end
local function delayedMember(order, id)
  return string.format('%016.0f ', tonumber(order)) .. id
end
local function delay(id, order, dueAt)
  redis.call('HSET', batchKey(id), 'place', 'waiting', 'dueAt', int(dueAt))
  redis.call('ZADD', queue .. ':waiting', int(dueAt), delayedMember(order, id))
  -- Batches due at about the same time share a ticket.
  local ticketDueAt = math.ceil(dueAt / 100) * 100
  createTicket('due-' .. int(ticketDueAt), ticketDueAt)
end
local function remove(id, job)
  redis.call('DEL', batchKey(id))
  redis.call('SREM', queue .. ':job:' .. job, id)
end
-- Takes an active batch from the hand that has it, without queueing it again.
local function takeBack(ticket, batch)
  redis.call('HDEL', queue .. ':hands', ticket)
  redis.call('SREM', queue .. ':busy', batch.lane)
end
local function requeue(ticket, batch)
  takeBack(ticket, batch)
  if batch.dropped then remove(batch.id, batch.job) else enqueue(batch) end
  markReady(batch)
end
local function enqueueDue()
  local limit = 100
  local due = redis.call('ZRANGEBYSCORE', queue .. ':waiting', '-inf', int(now), 'LIMIT', 0, limit)
  for _, member in ipairs(due) do
    redis.call('ZREM', queue .. ':waiting', member)
    enqueue(readBatch(string.sub(member, 18)))
  end
  if #due == limit then createTicket('turn-' .. nextNumber('tickets'), now) end
end
local function deliver(id, holder)
  redis.call('HSET', batchKey(id), 'place', 'hand', 'holder', holder)
  return { redis.call('HGET', batchKey(id), 'body'), unpack(newTickets) }
end
-- The rotation that the worker may serve, and whose turn it is. Only those of egresses, if told so.
local function nextPrefix(ofEgresses)
  local earliest, prefix = math.huge, nil
  local function consider(candidate)
    local turn = redis.call('ZRANGE', candidate .. ':turns', 0, 0, 'WITHSCORES')[2]
    if turn and tonumber(turn) < earliest then earliest, prefix = tonumber(turn), candidate end
    return turn
  end
  if not ofEgresses then consider(queue) end
  for _, egress in ipairs(redis.call('SMEMBERS', queue .. ':ready')) do
    if mayServe(egress) and not consider(prefixOf(egress)) then redis.call('SREM', queue .. ':ready', egress) end
  end
  return prefix
end
local function takeNext(ticket, ofEgresses)
  local prefix = nextPrefix(ofEgresses)
  while prefix do
    local turn = redis.call('ZPOPMIN', prefix .. ':turns')[1]
    local readyJobs = prefix .. ':jobs:' .. turn
    local account, job = turn, redis.call('ZPOPMIN', readyJobs)[1]
    if not job then account, job = false, turn end
    local readyLanes = prefix .. ':turns:' .. job
    local lane = redis.call('ZPOPMIN', readyLanes)[1]
    if redis.call('EXISTS', readyLanes) == 1 then
      markJobReady(prefix, account, job)
    elseif redis.call('EXISTS', readyJobs) == 1 then
      redis.call('ZADD', prefix .. ':turns', nextNumber('turns'), account)
    end
    local id = lane and redis.call('ZPOPMIN', queue .. ':lane:' .. lane)[1]
    if id then
      redis.call('SADD', queue .. ':busy', lane)
      redis.call('HSET', queue .. ':hands', ticket, id)
      return id
    end
    prefix = nextPrefix(ofEgresses)
  end
end
local function deliverNext(ticket, holder)
  enqueueDue()
  local id = takeNext(ticket, false)
  if id then return deliver(id, holder) end
  return { '', unpack(newTickets) }
end
`;
