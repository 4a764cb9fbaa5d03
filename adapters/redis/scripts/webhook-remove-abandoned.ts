import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { webhookLanes } from './webhook-lanes.ts';

/**
 * Removes deliveries whose due time was not set within a time: nobody delivers to their endpoint.
 *
 * KEYS[1] <webhooks>
 * ARGV[1] now, empty for the server's time   [2] time in ms   [3] most deliveries
 *
 * Output: how many
 */
export const webhookRemoveAbandoned: RedisScript = {
  name: 'mailproofWebhookRemoveAbandoned',
  numberOfKeys: 1,
  lua: `${prelude}${webhookLanes}
local untilTime, left = int(now - tonumber(ARGV[2])), tonumber(ARGV[3])
local removed = 0
for _, endpoint in ipairs(redis.call('SMEMBERS', webhooks .. ':endpoints')) do
  local set = webhooks .. ':set:' .. endpoint
  for _, job in ipairs(redis.call('ZRANGEBYSCORE', set, '-inf', untilTime, 'LIMIT', 0, int(left - removed))) do
    removeDelivery(endpoint, job)
    removed = removed + 1
  end
end
return removed
`,
};
