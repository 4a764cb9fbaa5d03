import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Tickets that should have reached BullMQ by now: whoever was to hand them in may have died.
 *
 * KEYS[1] <queue>
 * ARGV[1] how long ago they were made, in ms   [2] how many at most
 *
 * Output: tickets
 */
export const queueTickets: RedisScript = {
  name: 'mailproofQueueTickets',
  numberOfKeys: 1,
  lua: `${numbers}${queueLanes}
local before = int(now - tonumber(ARGV[1]))
for _, member in ipairs(redis.call('ZRANGEBYSCORE', queue .. ':tickets', '-inf', before, 'LIMIT', 0, ARGV[2])) do
  local ticket, at = string.match(member, '^(%S+) (%d+)$')
  tell(ticket, tonumber(at))
end
return made
`,
};
