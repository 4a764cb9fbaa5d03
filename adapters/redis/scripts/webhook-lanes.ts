/**
 * Lua functions at the beginning of the scripts of webhook deliveries, and their data. Scripts find a delivery by its
 * endpoint and job, so all keys are in one cluster slot. Accounts are in JSON, so none is called as the lack of one.
 *
 * <webhooks>:endpoints                    set of the endpoints that have deliveries
 * <webhooks>:numbers                      hash of counters: turns
 * <webhooks>:delivery:<endpoint> <job>    hash of account, bytes, failures, and lease while or after somebody had it
 * <webhooks>:room:<endpoint>              hash from account to the bytes of its deliveries; `*` is the sum
 * <webhooks>:set:<endpoint>               sorted set of the jobs, by when their due time was set
 * <webhooks>:due:<endpoint> <account>     sorted set of the jobs of an account, by when they are due
 * <webhooks>:waiting:<endpoint>           sorted set of the accounts that had nothing due, by when they have
 * <webhooks>:turns:<endpoint>             sorted set of the accounts with something due, by turn
 */
export const webhookLanes = `
local webhooks, now = KEYS[1], millis(ARGV[1])
local function deliveryKey(endpoint, job)
  return webhooks .. ':delivery:' .. endpoint .. ' ' .. job
end
local function dueKey(endpoint, account)
  return webhooks .. ':due:' .. endpoint .. ' ' .. account
end
local function nextPlace()
  return int(redis.call('HINCRBY', webhooks .. ':numbers', 'turns', 1))
end
-- An account with something due keeps its turn; others wait for their next delivery.
local function placeAccount(endpoint, account)
  local turns, waiting = webhooks .. ':turns:' .. endpoint, webhooks .. ':waiting:' .. endpoint
  local dueAt = redis.call('ZRANGE', dueKey(endpoint, account), 0, 0, 'WITHSCORES')[2]
  if dueAt and tonumber(dueAt) <= now then
    redis.call('ZREM', waiting, account)
    redis.call('ZADD', turns, 'NX', nextPlace(), account)
  else
    redis.call('ZREM', turns, account)
    if dueAt then redis.call('ZADD', waiting, dueAt, account) else redis.call('ZREM', waiting, account) end
  end
end
local function setDue(endpoint, job, account, dueAt)
  redis.call('ZADD', dueKey(endpoint, account), int(dueAt), job)
  redis.call('ZADD', webhooks .. ':set:' .. endpoint, int(now), job)
  placeAccount(endpoint, account)
end
local function addRoom(endpoint, account, bytes)
  local room = webhooks .. ':room:' .. endpoint
  redis.call('HINCRBY', room, '*', bytes)
  if redis.call('HINCRBY', room, account, bytes) == 0 then redis.call('HDEL', room, account) end
  if redis.call('HGET', room, '*') == '0' then
    redis.call('DEL', room)
    redis.call('SREM', webhooks .. ':endpoints', endpoint)
  end
end
local function removeDelivery(endpoint, job)
  local account, bytes = unpack(redis.call('HMGET', deliveryKey(endpoint, job), 'account', 'bytes'))
  redis.call('DEL', deliveryKey(endpoint, job))
  redis.call('ZREM', dueKey(endpoint, account), job)
  redis.call('ZREM', webhooks .. ':set:' .. endpoint, job)
  placeAccount(endpoint, account)
  addRoom(endpoint, account, '-' .. bytes)
end
`;
