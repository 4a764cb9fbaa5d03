/**
 * Lua functions at the beginning of the scripts of the work queue, and the data of the queue. Scripts find a batch by
 * its id, its lane or its job, so all keys are in one cluster slot.
 *
 * <queue>:batch:<id>     hash of account (in JSON), job, lane, egress (if it has one), body, order, failures and place:
 *                        `lane` (queued), `waiting` (delayed; then also dueAt) or `hand` (active; then also holder, and
 *                        slot, which is empty once it has freed its lane); dropped if it must not be delivered again; retry
 *                        if its attempt is not the first
 * <queue>:job:<job>      set of the ids of all batches of a job
 * <queue>:lane:<lane>    sorted set of the ids of queued batches, by order
 * <queue>:waiting        sorted set of delayed batches, by due time; members are order and id
 * <queue>:due            sorted set of the ids of queued and delayed batches, by when they were or will be due
 * <queue>:retries        the same of those with a retry
 * <queue>:busy           set of the slots of batches that occupy lanes: the lane; and if that has no egress, also a number
 *                        from 1 and the crew
 * <queue>:crews          sorted set of the crews, by when one of their workers was last known to be there. A crew is named
 *                        by the egresses of its workers, sorted, in JSON
 * <queue>:hands          hash from ticket to the id of its active batch
 * <queue>:tickets        sorted set of tickets that may not have reached BullMQ yet, by creation time; members are id
 *                        and due time
 * <queue>:leases         sorted set of the tickets that workers have created for themselves, by when they expire
 * <queue>:egresses       sorted set of egresses, by when a worker was last known to have them; or, if none ever had, by
 *                        when a batch first asked for them
 * <queue>:ready          set of egresses that have ready lanes
 * <queue>:numbers        hash of counters: orders, turns, tickets
 *
 * A lane has a slot for each egress of each crew, at least one for each, or one for all workers if it has an
 * egress itself. It is ready if it has queued batches and a free slot. The ready lanes without an egress are
 * in one rotation, with the prefix <queue>, and those of each egress in another one, with the prefix
 * `<queue>:for <egress> `:
 *
 * <prefix>:turns:<job>     sorted set of the ready lanes of a job, by when they became ready
 * <prefix>:jobs:<account>  sorted set of the jobs of an account with ready lanes, by when they became ready
 * <prefix>:turns           sorted set of the accounts with ready jobs, by when they became ready; also of ready jobs
 *                          whose batches have no account, because an earlier version put them
 *
 * BullMQ carries one ticket for each time that a lane gets ready, and one per due time of delayed batches.
 * Tickets name no batch: the worker that receives one takes the next batch of the rotations that it may have,
 * then the one after it, until there is none. A superfluous ticket is harmless. A ticket may reach a worker
 * that may not have what it is for. It is then passed on a few times, and used up at last: so workers also
 * look for such lanes regularly (`queueAttend`), and create tickets with a lease for themselves.
 *
 * A ticket that leads a worker only to accounts and jobs of which it has enough is used up, too: the worker
 * looks again once it has fewer of their batches, or more room.
 *
 * `now`: server time in milliseconds. `newTickets`: the tickets of this call, to return: id, due time, delay
 * of each. `spareTickets`: tickets that a worker keeps using; as many ready lanes need no new ticket.
 * `serveFor(crew, waitMs, full)` says which crew the calling worker is of, for how long other egresses are
 * waited for, and of which accounts and jobs it may have no further batch now.
 */
export const queueLanes = `
local queue = KEYS[1]
local now = millis('')
local newTickets = {}
local spareTickets = 0
local crew, has, egressWaitMs = nil, {}, math.huge
-- Accounts in JSON, and jobs, of which the worker may have no further batch.
local isFull = {}
-- Whether the worker has left ready lanes to workers with other egresses, or that have none of their batches.
local leftToOthers = false

local function mayServe(egress)
  if not egress or has[egress] then return true end
  local since = redis.call('ZSCORE', queue .. ':egresses', egress)
  return not since or tonumber(since) + egressWaitMs <= now
end
local function slotOf(lane, egress, ofCrew, number)
  return egress and lane or lane .. ' ' .. number .. ' ' .. ofCrew
end
local function freeSlot(lane, egress, ofCrew)
  local count = egress and 1 or math.max(1, #cjson.decode(ofCrew))
  for number = 1, count do
    local slot = slotOf(lane, egress, ofCrew, number)
    if redis.call('SISMEMBER', queue .. ':busy', slot) == 0 then return slot end
  end
  return false
end
local function isFree(lane, egress, ofCrew)
  return freeSlot(lane, egress, ofCrew) ~= false
end
local function hasFreeSlot(lane, egress)
  if egress then return isFree(lane, egress) end
  local crews = redis.call('ZRANGE', queue .. ':crews', 0, -1)
  for _, each in ipairs(crews) do
    if isFree(lane, egress, each) then return true end
  end
  return #crews == 0
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
  local account, job, lane, egress, order, slot, dropped =
    unpack(redis.call('HMGET', batchKey(id), 'account', 'job', 'lane', 'egress', 'order', 'slot', 'dropped'))
  return { id = id, account = account, job = job, lane = lane, egress = egress, order = order, slot = slot,
    dropped = dropped }
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
-- Of a batch of the lane, its lane, egress, job and account are looked at.
local function markReady(batch)
  local lane, egress = batch.lane, batch.egress
  if redis.call('EXISTS', queue .. ':lane:' .. lane) == 0 then return end
  if not hasFreeSlot(lane, egress) then return end
  local prefix = prefixOf(egress)
  if redis.call('ZADD', prefix .. ':turns:' .. batch.job, 'NX', nextNumber('turns'), lane) == 0 then return end
  markJobReady(prefix, batch.account, batch.job)
  if egress then redis.call('SADD', queue .. ':ready', egress) end
  local isFullHere = isFull[batch.account] or isFull[batch.job]
  if spareTickets > 0 and not isFullHere and mayServe(egress) and isFree(lane, egress, crew) then
    spareTickets = spareTickets - 1
  else createTicket('turn-' .. nextNumber('tickets'), now) end
end
local function expect(id, dueAt)
  redis.call('ZADD', queue .. ':due', 'NX', int(dueAt), id)
  if redis.call('HEXISTS', batchKey(id), 'retry') == 1 then
    redis.call('ZADD', queue .. ':retries', 'NX', int(dueAt), id)
  end
end
local function expectNoMore(id)
  redis.call('ZREM', queue .. ':due', id)
  redis.call('ZREM', queue .. ':retries', id)
end
local function enqueue(batch)
  expect(batch.id, now)
  redis.call('HSET', batchKey(batch.id), 'place', 'lane')
  redis.call('ZADD', queue .. ':lane:' .. batch.lane, batch.order, batch.id)
  markReady(batch)
end
local function delayedMember(order, id)
  return string.format('%016.0f ', tonumber(order)) .. id
end
local function delay(id, order, dueAt)
  expect(id, dueAt)
  redis.call('HSET', batchKey(id), 'place', 'waiting', 'dueAt', int(dueAt))
  redis.call('ZADD', queue .. ':waiting', int(dueAt), delayedMember(order, id))
  -- Batches due at about the same time share a ticket.
  local ticketDueAt = math.ceil(dueAt / 100) * 100
  createTicket('due-' .. int(ticketDueAt), ticketDueAt)
end
local function remove(id, job)
  expectNoMore(id)
  redis.call('DEL', batchKey(id))
  redis.call('SREM', queue .. ':job:' .. job, id)
end
-- Frees the lane of an active batch.
local function leaveSlot(batch)
  -- A batch that an earlier version made active has no slot.
  redis.call('SREM', queue .. ':busy', batch.slot or batch.lane)
  redis.call('HSET', batchKey(batch.id), 'slot', '')
  batch.slot = ''
end
-- Takes an active batch from the hand that has it, without queueing it again.
local function takeBack(ticket, batch)
  redis.call('HDEL', queue .. ':hands', ticket)
  leaveSlot(batch)
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
-- The body of a batch, and 1 if its lane has another one that is queued, or 0.
local function deliver(id, holder)
  redis.call('HSET', batchKey(id), 'place', 'hand', 'holder', holder)
  local body, lane = unpack(redis.call('HMGET', batchKey(id), 'body', 'lane'))
  return body, redis.call('EXISTS', queue .. ':lane:' .. lane)
end
local function replyWith(id, holder)
  local body, hasNext = deliver(id, holder)
  return { body, hasNext, unpack(newTickets) }
end
local function replyWithNone()
  return { '', 0, unpack(newTickets) }
end
local function serveFor(ofCrew, waitMs, full)
  crew, egressWaitMs = ofCrew, tonumber(waitMs)
  for _, name in ipairs(cjson.decode(full)) do isFull[name] = true end
  for _, egress in ipairs(cjson.decode(crew)) do has[egress] = true end
  if redis.call('ZADD', queue .. ':crews', int(now), crew) == 0 then return end
  for _, id in ipairs(redis.call('HVALS', queue .. ':hands')) do markReady(readBatch(id)) end
end
-- The members of a sorted set in their order. It must not be changed meanwhile.
local function members(key)
  local page, index, first = {}, 0, 0
  return function()
    index = index + 1
    if index > #page and (first == 0 or #page == 20) then
      page, index = redis.call('ZRANGE', key, first, first + 19), 1
      first = first + #page
    end
    return page[index]
  end
end
-- The next ready lane of a rotation that the crew may have, with its account (false if an earlier version put it) and job;
-- or a job without a lane, which has to leave the rotation.
local function nextLane(prefix, egress)
  local function ofJob(account, job, turn)
    local found = { prefix = prefix, account = account, job = job, egress = egress, turn = turn }
    local isEmpty = true
    for lane in members(prefix .. ':turns:' .. job) do
      isEmpty = false
      if isFree(lane, egress, crew) then
        found.lane = lane
        return found
      end
      leftToOthers = true
    end
    return isEmpty and found
  end
  for turn in members(prefix .. ':turns') do
    if not isFull[turn] then
      local hasJobs, found = false, nil
      for job in members(prefix .. ':jobs:' .. turn) do
        hasJobs, found = true, not isFull[job] and ofJob(turn, job, turn)
        if found then return found end
      end
      found = not hasJobs and ofJob(false, turn, turn)
      if found then return found end
    end
  end
end
-- The lane whose turn it is, of all rotations that the worker may serve.
local function nextOfAll()
  local earliest, next = math.huge, nil
  local function consider(prefix, egress)
    local found = nextLane(prefix, egress)
    local turn = found and tonumber(redis.call('ZSCORE', prefix .. ':turns', found.turn))
    if turn and turn < earliest then earliest, next = turn, found end
    return found
  end
  consider(queue, false)
  for _, egress in ipairs(redis.call('SMEMBERS', queue .. ':ready')) do
    local prefix = prefixOf(egress)
    if not mayServe(egress) then leftToOthers = true
    elseif not consider(prefix, egress) and redis.call('EXISTS', prefix .. ':turns') == 0 then
      redis.call('SREM', queue .. ':ready', egress)
    end
  end
  return next
end
-- Removes a lane from its rotation. The other lanes of its job come before it, then the other jobs, and accounts.
local function leaveRotation(found)
  local prefix, readyLanes = found.prefix, found.prefix .. ':turns:' .. found.job
  local readyJobs = prefix .. ':jobs:' .. found.turn
  if found.lane then redis.call('ZREM', readyLanes, found.lane) end
  redis.call('ZREM', prefix .. ':turns', found.turn)
  redis.call('ZREM', readyJobs, found.job)
  if redis.call('EXISTS', readyLanes) == 1 then
    markJobReady(prefix, found.account, found.job)
  elseif redis.call('EXISTS', readyJobs) == 1 then
    redis.call('ZADD', prefix .. ':turns', nextNumber('turns'), found.turn)
  end
end
local function takeNext(ticket)
  for found in nextOfAll do
    leaveRotation(found)
    local lane, egress = found.lane, found.egress
    local id = lane and redis.call('ZPOPMIN', queue .. ':lane:' .. lane)[1]
    if id then
      expectNoMore(id)
      local slot = freeSlot(lane, egress, crew)
      redis.call('SADD', queue .. ':busy', slot)
      redis.call('HSET', batchKey(id), 'slot', slot)
      redis.call('HSET', queue .. ':hands', ticket, id)
      markReady(found)
      return id
    end
  end
end
-- Delivers up to so many batches, each for a new ticket with a lease.
local function deliverOwn(most, holder, leaseMs)
  local delivered = {}
  for _ = 1, most do
    local ticket = 'own-' .. nextNumber('tickets')
    local id = takeNext(ticket)
    if not id then break end
    redis.call('ZADD', queue .. ':leases', int(now + leaseMs), ticket)
    local body, hasNext = deliver(id, holder)
    for _, value in ipairs({ ticket, body, hasNext }) do delivered[#delivered + 1] = value end
  end
  return delivered
end
local function deliverNext(ticket, holder)
  enqueueDue()
  local id = takeNext(ticket)
  return id and replyWith(id, holder) or replyWithNone()
end
`;
