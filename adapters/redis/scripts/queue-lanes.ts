/**
 * Lua functions at the beginning of the scripts of the work queue, and the data of the queue. Scripts find a batch by
 * its id, its lane or its job, so all keys are in one cluster slot.
 *
 * <queue>:batch:<id>     hash of account (in JSON), job, lane, egress (if it has one), body, order and failures; once it
 *                        was delivered also holder, and slot, which is empty once it has freed its lane; dropped if it
 *                        must not be delivered again; retry if its attempt is not the first
 * <queue>:job:<job>      set of the ids of all batches of a job
 * <queue>:lane:<lane>    sorted set of the ids of queued batches, by order
 * <queue>:waiting        sorted set of delayed batches, by due time; members are order and id
 * <queue>:leases         sorted set of the ids of active batches, by when they are lost unless they are renewed
 * <queue>:retries        sorted set of the ids of queued and delayed batches with a retry, by when they were or will be due
 * <queue>:busy           hash of how many batches occupy each slot: a lane with an egress; otherwise a lane and egress set
 * <queue>:sets           sorted set of the egress sets, by when one of their workers was last known to be there. A set is
 *                        named by its egresses, sorted, in JSON
 * <queue>:egresses       sorted set of egresses, by when a worker was last known to have them; or, if none ever had, by
 *                        when a batch first asked for them
 * <queue>:ready          set of egresses that have ready lanes
 * <queue>:numbers        hash of counters: orders, turns; how many batches there are
 * <queue>:alarm          the due time for which a worker has set its alarm
 * <queue>:wake:<set>     list with an element if there may be batches for workers of the set
 * <queue>:news:<set>     list with an element if there may be batches of other jobs than before
 *
 * A lane has a slot for each egress of each egress set, at least one for each, or one for all workers if it has an
 * egress itself. It is ready if it has queued batches and a free slot. The ready lanes without an egress are
 * in one rotation, with the prefix <queue>, and those of each egress in another one, with the prefix
 * `<queue>:for <egress> `:
 *
 * <prefix>:turns:<job>     sorted set of the ready lanes of a job, by when they became ready
 * <prefix>:jobs:<account>  sorted set of the jobs of an account with ready lanes, by when they became ready
 * <prefix>:turns           sorted set of the accounts with ready jobs, by when they became ready
 *
 * Workers ask for batches (`queueDeliver`) before they wait for an element of their lists, so these need not last. A
 * worker that has its share of every job with ready lanes waits for news only.
 *
 * `now`: server time in milliseconds. `serveFor(set, waitMs, full)` says which egress set the calling worker is of, for how
 * long other egresses are waited for, and of which accounts and jobs it may have no further batch now. `wakeWorkers` comes
 * last in each script that may have made lanes ready.
 */
export const queueLanes = `
local queue = KEYS[1]
local now = millis('')
local ownSet, has, egressWaitMs, decoded = nil, {}, math.huge, {}
-- Accounts in JSON, and jobs, of which the worker may have no further batch; and whether it has left ready lanes of them.
local isFull, leftFull = {}, false
-- What lanes became ready during this call, by lane; egress sets to wake, and to tell that there is a new job.
local readied, toWake, toTell = {}, {}, {}

local function mayServe(egress)
  if not egress or has[egress] then return true end
  local since = redis.call('ZSCORE', queue .. ':egresses', egress)
  return not since or tonumber(since) + egressWaitMs <= now
end
local function slotOf(lane, egress, set)
  return egress and lane or lane .. ' ' .. set
end
-- What an egress set has, as a list.
local function egressesOf(set)
  decoded[set] = decoded[set] or cjson.decode(set)
  return decoded[set]
end
local function isFree(lane, egress, set)
  local most = egress and 1 or math.max(1, #egressesOf(set))
  return tonumber(redis.call('HGET', queue .. ':busy', slotOf(lane, egress, set)) or 0) < most
end
local function egressSets()
  return redis.call('ZRANGE', queue .. ':sets', 0, -1)
end
local function hasFreeSlot(lane, egress)
  if egress then return isFree(lane, egress) end
  local sets = egressSets()
  for _, set in ipairs(sets) do
    if isFree(lane, egress, set) then return true end
  end
  return #sets == 0
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
-- Returns whether the job was not in the rotation.
local function addJob(prefix, account, job)
  local isNew = redis.call('ZADD', prefix .. ':jobs:' .. account, 'NX', nextNumber('turns'), job) == 1
  redis.call('ZADD', prefix .. ':turns', 'NX', nextNumber('turns'), account)
  return isNew
end
-- Returns whether the lane is ready, and was not in its rotation; and whether its job was not.
local function addLane(batch)
  local lane, egress = batch.lane, batch.egress
  if redis.call('EXISTS', queue .. ':lane:' .. lane) == 0 or not hasFreeSlot(lane, egress) then return false end
  local prefix = prefixOf(egress)
  if redis.call('ZADD', prefix .. ':turns:' .. batch.job, 'NX', nextNumber('turns'), lane) == 0 then return false end
  if egress then redis.call('SADD', queue .. ':ready', egress) end
  return true, addJob(prefix, batch.account, batch.job)
end
-- Of a batch of the lane, its lane, egress, job and account are looked at.
local function markReady(batch)
  local isNew, isNewJob = addLane(batch)
  if isNew then readied[batch.lane] = { batch = batch, isNewJob = isNewJob } end
end
local function expect(id, dueAt)
  if redis.call('HEXISTS', batchKey(id), 'retry') == 1 then
    redis.call('ZADD', queue .. ':retries', 'NX', int(dueAt), id)
  end
end
local function enqueue(batch)
  expect(batch.id, now)
  redis.call('ZADD', queue .. ':lane:' .. batch.lane, batch.order, batch.id)
  markReady(batch)
end
local function delayedMember(order, id)
  return string.format('%016.0f ', tonumber(order)) .. id
end
local function delay(id, order, dueAt)
  expect(id, dueAt)
  redis.call('ZADD', queue .. ':waiting', int(dueAt), delayedMember(order, id))
end
local function remove(id, job)
  redis.call('ZREM', queue .. ':retries', id)
  redis.call('DEL', batchKey(id))
  redis.call('SREM', queue .. ':job:' .. job, id)
  redis.call('HINCRBY', queue .. ':numbers', 'batches', -1)
end
local function enqueueDue()
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', queue .. ':waiting', '-inf', int(now), 'LIMIT', 0, 100)) do
    redis.call('ZREM', queue .. ':waiting', member)
    enqueue(readBatch(string.sub(member, 18)))
  end
end
-- Frees the lane of an active batch.
local function leaveSlot(batch)
  if batch.slot == '' then return end
  if redis.call('HINCRBY', queue .. ':busy', batch.slot, -1) == 0 then redis.call('HDEL', queue .. ':busy', batch.slot) end
  redis.call('HSET', batchKey(batch.id), 'slot', '')
end
local function isHeld(id, holder)
  return redis.call('HGET', batchKey(id), 'holder') == holder and redis.call('ZSCORE', queue .. ':leases', id)
end
-- Ends the delivery of an active batch: it is done, failed (and delayed), or unfinished (and queued again).
local function settle(id, outcome, delayMs)
  local batch = readBatch(id)
  leaveSlot(batch)
  redis.call('ZREM', queue .. ':leases', id)
  if outcome == 'done' or batch.dropped then
    remove(id, batch.job)
  elseif outcome == 'failed' then
    redis.call('HINCRBY', batchKey(id), 'failures', 1)
    delay(id, batch.order, now + delayMs)
  else enqueue(batch) end
  markReady(batch)
end
local function serveFor(set, waitMs, full)
  ownSet, egressWaitMs = set, tonumber(waitMs)
  for _, name in ipairs(cjson.decode(full)) do isFull[name] = true end
  for _, egress in ipairs(egressesOf(set)) do has[egress] = true end
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
local function mayHave(name)
  if isFull[name] then leftFull = true end
  return not isFull[name]
end
-- The next ready lane of a rotation that the worker may have, with its account and job; or a job without a lane, which has to
-- leave the rotation.
local function nextLane(prefix, egress)
  for account in members(prefix .. ':turns') do
    if mayHave(account) then
      for job in members(prefix .. ':jobs:' .. account) do
        if mayHave(job) then
          local found, isEmpty = { prefix = prefix, account = account, job = job, egress = egress }, true
          for lane in members(prefix .. ':turns:' .. job) do
            isEmpty = false
            if isFree(lane, egress, ownSet) then
              found.lane = lane
              return found
            end
          end
          if isEmpty then return found end
        end
      end
    end
  end
end
-- The lane whose turn it is, of all rotations that the worker may serve.
local function nextOfAll()
  local earliest, next = math.huge, nil
  local function consider(prefix, egress)
    local found = nextLane(prefix, egress)
    local turn = found and tonumber(redis.call('ZSCORE', prefix .. ':turns', found.account))
    if turn and turn < earliest then earliest, next = turn, found end
  end
  consider(queue, false)
  for _, egress in ipairs(redis.call('SMEMBERS', queue .. ':ready')) do
    local prefix = prefixOf(egress)
    if redis.call('EXISTS', prefix .. ':turns') == 0 then redis.call('SREM', queue .. ':ready', egress)
    elseif mayServe(egress) then consider(prefix, egress) end
  end
  return next
end
-- Removes a lane from its rotation. The other lanes of its job come before it, then the other jobs, and accounts.
local function leaveRotation(found)
  local prefix, readyLanes = found.prefix, found.prefix .. ':turns:' .. found.job
  local readyJobs = prefix .. ':jobs:' .. found.account
  if found.lane then redis.call('ZREM', readyLanes, found.lane) end
  redis.call('ZREM', prefix .. ':turns', found.account)
  redis.call('ZREM', readyJobs, found.job)
  if redis.call('EXISTS', readyLanes) == 1 then
    addJob(prefix, found.account, found.job)
  elseif redis.call('EXISTS', readyJobs) == 1 then
    redis.call('ZADD', prefix .. ':turns', nextNumber('turns'), found.account)
  end
end
-- Makes the next batch active, and returns its id.
local function takeNext(holder, leaseMs)
  for found in nextOfAll do
    leaveRotation(found)
    local lane, egress = found.lane, found.egress
    local id = lane and redis.call('ZPOPMIN', queue .. ':lane:' .. lane)[1]
    if id then
      local slot = slotOf(lane, egress, ownSet)
      redis.call('HINCRBY', queue .. ':busy', slot, 1)
      redis.call('HSET', batchKey(id), 'holder', holder, 'slot', slot)
      redis.call('ZADD', queue .. ':leases', int(now + leaseMs), id)
      redis.call('ZREM', queue .. ':retries', id)
      addLane(found)
      return id
    end
  end
end
local function announce(list, sets)
  for set in pairs(sets) do
    local key = queue .. ':' .. list .. ':' .. set
    if redis.call('EXISTS', key) == 0 then
      redis.call('RPUSH', key, 1)
      redis.call('PEXPIRE', key, 10000)
    end
  end
end
local function mayTake(set, lane, egress)
  if not egress then return isFree(lane, egress, set) end
  for _, each in ipairs(egressesOf(set)) do
    if each == egress then return isFree(lane, egress, set) end
  end
end
-- Wakes a worker of each egress set that may have a lane that became ready.
local function wakeWorkers()
  for lane, each in pairs(readied) do
    local egress = each.batch.egress
    if redis.call('ZSCORE', prefixOf(egress) .. ':turns:' .. each.batch.job, lane) then
      for _, set in ipairs(egressSets()) do
        local isKnown = toWake[set] and (toTell[set] or not each.isNewJob)
        if not isKnown and mayTake(set, lane, egress) then
          toWake[set] = true
          if each.isNewJob then toTell[set] = true end
        end
      end
    end
  end
  announce('wake', toWake)
  announce('news', toTell)
end
`;
