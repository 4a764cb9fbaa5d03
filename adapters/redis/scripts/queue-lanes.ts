/**
 * Lua functions at the beginning of the scripts of the work queue, and the data of the queue. Scripts find a batch by
 * its id, its lane or its job, so all keys are in one cluster slot.
 *
 * <queue>:batch:<id>     hash of account (in JSON), job, lane, body, order, failures and place: `lane` (queued), `waiting`
 *                        (delayed; then also dueAt) or `hand` (active; then also holder); dropped if it must not be
 *                        delivered again
 * <queue>:job:<job>      set of the ids of all batches of a job
 * <queue>:lane:<lane>    sorted set of the ids of queued batches, by order
 * <queue>:waiting        sorted set of delayed batches, by due time; members are order and id
 * <queue>:busy           set of lanes with an active batch
 * <queue>:turns:<job>    sorted set of the ready lanes of a job, by when they became ready
 * <queue>:jobs:<account> sorted set of the jobs of an account with ready lanes, by when they became ready
 * <queue>:turns          sorted set of the accounts with ready jobs, by when they became ready; also of ready jobs whose
 *                        batches have no account, because an earlier version put them
 * <queue>:hands          hash from ticket to the id of its active batch
 * <queue>:tickets        sorted set of tickets that may not have reached BullMQ yet, by creation time; members are id
 *                        and due time
 * <queue>:numbers        hash of counters: orders, turns, tickets
 *
 * A lane is ready if it has queued batches and none of them is active. BullMQ carries one ticket per ready lane, and one
 * per due time of delayed batches. Tickets name no batch: the worker that receives one takes the next batch of the round
 * robin, then the one after it, until there is none. A superfluous ticket is harmless.
 *
 * `now`: server time in milliseconds. `newTickets`: the tickets of this call, to return: id, due time, delay of each.
 * `spareTickets`: tickets that a worker keeps using; as many ready lanes need no new ticket.
 */
export const queueLanes = `
local queue = KEYS[1]
local now = millis('')
local newTickets = {}
local spareTickets = 0

local function nextNumber(name)
  return int(redis.call('HINCRBY', queue .. ':numbers', name, 1))
end
local function batchKey(id)
  return queue .. ':batch:' .. id
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
local function markJobReady(account, job)
  if account then redis.call('ZADD', queue .. ':jobs:' .. account, 'NX', nextNumber('turns'), job) end
  redis.call('ZADD', queue .. ':turns', 'NX', nextNumber('turns'), account or job)
end
local function markReady(account, job, lane)
  if redis.call('SISMEMBER', queue .. ':busy', lane) == 1 then return end
  if redis.call('EXISTS', queue .. ':lane:' .. lane) == 0 then return end
  local readyLanes = queue .. ':turns:' .. job
  if redis.call('ZADD', readyLanes, 'NX', nextNumber('turns'), lane) == 0 then return end
  markJobReady(account, job)
  if spareTickets > 0 then spareTickets = spareTickets - 1 else createTicket('turn-' .. nextNumber('tickets'), now) end
end
local function enqueue(id, account, job, lane, order)
  redis.call('HSET', batchKey(id), 'place', 'lane')
  redis.call('ZADD', queue .. ':lane:' .. lane, order, id)
  markReady(account, job, lane)
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
local function enqueueDue()
  local limit = 100
  local due = redis.call('ZRANGEBYSCORE', queue .. ':waiting', '-inf', int(now), 'LIMIT', 0, limit)
  for _, member in ipairs(due) do
    redis.call('ZREM', queue .. ':waiting', member)
    local id = string.sub(member, 18)
    local account, job, lane, order = unpack(redis.call('HMGET', batchKey(id), 'account', 'job', 'lane', 'order'))
    enqueue(id, account, job, lane, order)
  end
  if #due == limit then createTicket('turn-' .. nextNumber('tickets'), now) end
end
local function deliver(id, holder)
  redis.call('HSET', batchKey(id), 'place', 'hand', 'holder', holder)
  return { redis.call('HGET', batchKey(id), 'body'), unpack(newTickets) }
end
local function deliverNext(ticket, holder)
  enqueueDue()
  local turn = redis.call('ZPOPMIN', queue .. ':turns')[1]
  while turn do
    local readyJobs = queue .. ':jobs:' .. turn
    local account, job = turn, redis.call('ZPOPMIN', readyJobs)[1]
    if not job then account, job = false, turn end
    local readyLanes = queue .. ':turns:' .. job
    local lane = redis.call('ZPOPMIN', readyLanes)[1]
    if redis.call('EXISTS', readyLanes) == 1 then
      markJobReady(account, job)
    elseif redis.call('EXISTS', readyJobs) == 1 then
      redis.call('ZADD', queue .. ':turns', nextNumber('turns'), account)
    end
    local id = lane and redis.call('ZPOPMIN', queue .. ':lane:' .. lane)[1]
    if id then
      redis.call('SADD', queue .. ':busy', lane)
      redis.call('HSET', queue .. ':hands', ticket, id)
      return deliver(id, holder)
    end
    turn = redis.call('ZPOPMIN', queue .. ':turns')[1]
  end
  return { '', unpack(newTickets) }
end
`;
