import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Says which egresses a worker has, and renews the leases on the tickets that it has created for itself. Queues the
 * batches of those that have expired again: their process has died. Then delivers batches that no ticket has led a worker to
 * that may have them, each for a new ticket with a lease.
 *
 * KEYS[1] <queue>
 * ARGV[1] crew of the worker   [2] wait for other egresses in ms   [3] accounts and jobs that it may have no further batch of
 * [4] length of a lease in ms   [5] most batches to deliver   [6] holder of these   [7] and on: tickets of the worker
 *
 * Output: tickets of the worker that are lost; new tickets; then ticket and body of each batch, and 1 if its lane has another one, or 0
 */
export const queueAttend: RedisScript = {
  name: 'mailproofQueueAttend',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
serveFor(ARGV[1], ARGV[2], ARGV[3])
local leases, expiresAt = queue .. ':leases', int(now + tonumber(ARGV[4]))
for egress in pairs(has) do redis.call('ZADD', queue .. ':egresses', int(now), egress) end
redis.call('ZREMRANGEBYSCORE', queue .. ':egresses', '-inf', int(now - 2 * egressWaitMs - 86400000))
-- A crew is there as long as its leases last.
redis.call('ZREMRANGEBYSCORE', queue .. ':crews', '-inf', int(now - tonumber(ARGV[4])))
redis.call('PEXPIRE', queue .. ':crews', ARGV[4])

local lost = {}
for index = 7, #ARGV do
  local ticket = ARGV[index]
  if redis.call('ZSCORE', leases, ticket) then redis.call('ZADD', leases, expiresAt, ticket)
  else lost[#lost + 1] = ticket end
end
for _, ticket in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', int(now), 'LIMIT', 0, 100)) do
  redis.call('ZREM', leases, ticket)
  local id = redis.call('HGET', queue .. ':hands', ticket)
  if id then requeue(ticket, readBatch(id)) end
end
enqueueDue()

local delivered = deliverOwn(tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[4]))
return { lost, newTickets, unpack(delivered) }
`,
};
