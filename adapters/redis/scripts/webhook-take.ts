import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { webhookLanes } from './webhook-lanes.ts';

/** How many of those that wait are looked at in one call. */
const perCall = 100;

/**
 * Leases deliveries of an endpoint that are due, in the turns of their accounts. If the clock was set back, nothing waits
 * longer than it was to wait at first.
 *
 * KEYS[1] <webhooks>
 * ARGV[1] now, empty for the server's time   [2] endpoint   [3] most deliveries   [4] length of the lease in ms
 * [5] id of the lease
 *
 * Output: job, account in JSON, and failures of each
 */
export const webhookTake: RedisScript = {
  name: 'mailproofWebhookTake',
  numberOfKeys: 1,
  lua: `${prelude}${webhookLanes}
local endpoint, turns = ARGV[2], webhooks .. ':turns:' .. ARGV[2]
local set = redis.call('ZRANGEBYSCORE', webhooks .. ':set:' .. endpoint, '(' .. int(now), '+inf', 'WITHSCORES',
  'LIMIT', 0, ${perCall})
for index = 1, #set, 2 do
  local job = set[index]
  local account = redis.call('HGET', deliveryKey(endpoint, job), 'account')
  local dueAt = tonumber(redis.call('ZSCORE', dueKey(endpoint, account), job))
  setDue(endpoint, job, account, now + dueAt - tonumber(set[index + 1]))
end
local waiting = webhooks .. ':waiting:' .. endpoint
for _, account in ipairs(redis.call('ZRANGEBYSCORE', waiting, '-inf', int(now), 'LIMIT', 0, ${perCall})) do
  placeAccount(endpoint, account)
end
local taken = {}
while #taken < tonumber(ARGV[3]) do
  local account = redis.call('ZPOPMIN', turns)[1]
  if not account then break end
  local job, dueAt = unpack(redis.call('ZRANGE', dueKey(endpoint, account), 0, 0, 'WITHSCORES'))
  if job and tonumber(dueAt) <= now then
    redis.call('HSET', deliveryKey(endpoint, job), 'lease', ARGV[5])
    taken[#taken + 1] = { job, account, redis.call('HGET', deliveryKey(endpoint, job), 'failures') }
    setDue(endpoint, job, account, now + tonumber(ARGV[4]))
  else
    placeAccount(endpoint, account)
  end
end
return taken
`,
};
