/**
 * Lua that the scripts of the work queue begin with, and what the queue keeps in Redis. Everything is in one slot:
 * a batch is found by its id, its lane and its job.
 *
 * <queue>:batch:<id>     hash of job, lane, body, order, failures, and of where it is: place `lane`, `waiting` (then
 *                        dueAt) or `hand` (then holder); dropped where it is not to be handed out again
 * <queue>:job:<job>      set of the ids of its batches, wherever they are
 * <queue>:lane:<lane>    sorted set of the ids that could be handed out, by order
 * <queue>:waiting        sorted set of the batches that wait for their time, by that; members are order and id
 * <queue>:busy           set of the lanes of which a batch is in hand
 * <queue>:turns:<job>    sorted set of its lanes that could go on, by turn
 * <queue>:turns          sorted set of the jobs that have such lanes, by turn
 * <queue>:hands          hash of batch by ticket
 * <queue>:tickets        sorted set of the tickets that may not have reached BullMQ yet, by when they were made;
 *                        members are id and time
 * <queue>:numbers        hash of counters: orders, turns, tickets
 *
 * A lane that could go on has one ticket among the jobs of BullMQ, and what waits has one for its time. Tickets name
 * no batch: whoever gets one takes the batch whose turn it is, and after that the next, until there is none. A ticket
 * too many does no harm.
 *
 * `now`: milliseconds of the server. `made`: the tickets of this run, to be returned: id, time, delay, and so on.
 * `atHand`: tickets that their holder goes on with, so that for as many lanes none need be made.
 */
export const queueLanes = `
local queue = KEYS[1]
local now = millis('')
local made = {}
local atHand = 0

local function number(name)
  return int(redis.call('HINCRBY', queue .. ':numbers', name, 1))
end
local function batchKey(id)
  return queue .. ':batch:' .. id
end
local function tell(ticket, at)
  made[#made + 1] = ticket
  made[#made + 1] = int(at)
  made[#made + 1] = int(math.max(0, at - now))
end
local function issue(ticket, at)
  redis.call('ZADD', queue .. ':tickets', 'NX', int(now), ticket .. ' ' .. int(at))
  tell(ticket, at)
end
local function offer(job, lane)
  if redis.call('SISMEMBER', queue .. ':busy', lane) == 1 then return end
  if redis.call('EXISTS', queue .. ':lane:' .. lane) == 0 then return end
  local turns = queue .. ':turns:' .. job
  if redis.call('ZADD', turns, 'NX', number('turns'), lane) == 0 then return end
  redis.call('ZADD', queue .. ':turns', 'NX', number('turns'), job)
  if atHand > 0 then atHand = atHand - 1 else issue('turn-' .. number('tickets'), now) end
end
local function enter(id, job, lane, order)
  redis.call('HSET', batchKey(id), 'place', 'lane')
  redis.call('ZADD', queue .. ':lane:' .. lane, order, id)
  offer(job, lane)
end
local function waitingMember(order, id)
  return string.format('%016.0f ', tonumber(order)) .. id
end
local function wait(id, order, dueAt)
  redis.call('HSET', batchKey(id), 'place', 'waiting', 'dueAt', int(dueAt))
  redis.call('ZADD', queue .. ':waiting', int(dueAt), waitingMember(order, id))
  -- Those due at about the same time share a ticket.
  local wakeAt = math.ceil(dueAt / 100) * 100
  issue('due-' .. int(wakeAt), wakeAt)
end
local function forget(id, job)
  redis.call('DEL', batchKey(id))
  redis.call('SREM', queue .. ':job:' .. job, id)
end
local function admitDue()
  local atOnce = 100
  local due = redis.call('ZRANGEBYSCORE', queue .. ':waiting', '-inf', int(now), 'LIMIT', 0, atOnce)
  for _, member in ipairs(due) do
    redis.call('ZREM', queue .. ':waiting', member)
    local id = string.sub(member, 18)
    local job, lane, order = unpack(redis.call('HMGET', batchKey(id), 'job', 'lane', 'order'))
    enter(id, job, lane, order)
  end
  if #due == atOnce then issue('turn-' .. number('tickets'), now) end
end
local function hand(id, holder)
  redis.call('HSET', batchKey(id), 'place', 'hand', 'holder', holder)
  return { redis.call('HGET', batchKey(id), 'body'), unpack(made) }
end
local function handNext(ticket, holder)
  admitDue()
  local turn = redis.call('ZPOPMIN', queue .. ':turns')
  while turn[1] do
    local job = turn[1]
    local turns = queue .. ':turns:' .. job
    local lane = redis.call('ZPOPMIN', turns)[1]
    if redis.call('EXISTS', turns) == 1 then redis.call('ZADD', queue .. ':turns', number('turns'), job) end
    local id = lane and redis.call('ZPOPMIN', queue .. ':lane:' .. lane)[1]
    if id then
      redis.call('SADD', queue .. ':busy', lane)
      redis.call('HSET', queue .. ':hands', ticket, id)
      return hand(id, holder)
    end
    turn = redis.call('ZPOPMIN', queue .. ':turns')
  end
  return { '', unpack(made) }
end
`;
