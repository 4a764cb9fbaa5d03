import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { webhookLanes } from './webhook-lanes.ts';

/**
 * Adds a delivery, unless there is one for the job, or no room.
 *
 * KEYS[1] <webhooks>
 * ARGV[1] now, empty for the server's time   [2] endpoint   [3] job   [4] account in JSON   [5] delay in ms   [6] bytes
 * [7] most bytes of the endpoint   [8] most bytes of the account
 *
 * Output: 0: no room | 1: added | 2: there is one
 */
export const webhookAdd: RedisScript = {
  name: 'mailproofWebhookAdd',
  numberOfKeys: 1,
  lua: `${prelude}${webhookLanes}
local endpoint, job, account, bytes = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[6])
if redis.call('EXISTS', deliveryKey(endpoint, job)) == 1 then return 2 end
local taken = redis.call('HMGET', webhooks .. ':room:' .. endpoint, '*', account)
if tonumber(taken[1] or 0) + bytes > tonumber(ARGV[7]) then return 0 end
if tonumber(taken[2] or 0) + bytes > tonumber(ARGV[8]) then return 0 end
redis.call('HSET', deliveryKey(endpoint, job), 'account', account, 'bytes', int(bytes), 'failures', 0)
redis.call('SADD', webhooks .. ':endpoints', endpoint)
addRoom(endpoint, account, int(bytes))
setDue(endpoint, job, account, now + tonumber(ARGV[5]))
return 1
`,
};
