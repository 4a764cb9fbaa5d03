import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Returns tickets that should have reached BullMQ by now: the process that created them may have died. If batches are
 * overdue by that much, creates another ticket for them.
 *
 * KEYS[1] <queue>
 * ARGV[1] least age in ms   [2] most tickets to return
 *
 * Output: tickets
 */
export const queuePendingTickets: RedisScript = {
  name: 'mailproofQueuePendingTickets',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
local before = int(now - tonumber(ARGV[1]))
for _, member in ipairs(redis.call('ZRANGEBYSCORE', queue .. ':tickets', '-inf', before, 'LIMIT', 0, ARGV[2])) do
  local ticket, dueAt = string.match(member, '^(%S+) (%d+)$')
  returnTicket(ticket, tonumber(dueAt))
end
-- BullMQ delays tickets by the clocks of the machines, which may have been set back.
if redis.call('ZCOUNT', queue .. ':waiting', '-inf', before) > 0 then
  createTicket('turn-' .. nextNumber('tickets'), now)
end
return newTickets
`,
};
