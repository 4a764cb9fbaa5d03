import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { webhookLanes } from './webhook-lanes.ts';

/**
 * Postpones, removes or hastens a delivery. The first two only for the holder of its lease, the last only if nobody holds
 * it.
 *
 * KEYS[1] <webhooks>
 * ARGV[1] now, empty for the server's time   [2] endpoint   [3] job   [4] id of the lease   [5] postpone, remove or hasten
 * [6] delay in ms   [7] failures
 *
 * Output: 1: done | 0: there is none, or somebody else has it
 */
export const webhookSet: RedisScript = {
  name: 'mailproofWebhookSet',
  numberOfKeys: 1,
  lua: `${prelude}${webhookLanes}
local endpoint, job, leaseId, change = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local account, lease = unpack(redis.call('HMGET', deliveryKey(endpoint, job), 'account', 'lease'))
if not account then return 0 end
if change == 'hasten' then
  local isHeld = lease and tonumber(redis.call('ZSCORE', dueKey(endpoint, account), job)) > now
  if isHeld then return 0 end
elseif lease ~= leaseId then
  return 0
end
if change == 'remove' then
  removeDelivery(endpoint, job)
  return 1
end
redis.call('HDEL', deliveryKey(endpoint, job), 'lease')
if change == 'postpone' then redis.call('HSET', deliveryKey(endpoint, job), 'failures', ARGV[7]) end
setDue(endpoint, job, account, now + tonumber(ARGV[6]))
return 1
`,
};
