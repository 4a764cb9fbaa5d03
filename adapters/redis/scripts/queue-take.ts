import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Hands out the batch whose turn it is, for a ticket. A ticket that comes a second time, after whoever had it died,
 * gets the batch that it got the first time.
 *
 * KEYS[1] <queue>
 * ARGV[1] ticket   [2] holder: says from now on what becomes of the batch   [3] time of the ticket
 *
 * Output: body, or empty where nothing is to be done; tickets
 */
export const queueTake: RedisScript = {
  name: 'mailproofQueueTake',
  numberOfKeys: 1,
  lua: `${numbers}${queueLanes}
local ticket, holder, time = ARGV[1], ARGV[2], tonumber(ARGV[3])

local again = redis.call('HGET', queue .. ':hands', ticket)
if again then
  local job, lane, dropped = unpack(redis.call('HMGET', batchKey(again), 'job', 'lane', 'dropped'))
  if not dropped then return hand(again, holder) end
  redis.call('HDEL', queue .. ':hands', ticket)
  redis.call('SREM', queue .. ':busy', lane)
  forget(again, job)
  offer(job, lane)
end

-- The clock of whoever promoted it was ahead of the server's.
if time > now then issue('due-' .. int(time) .. '-' .. number('tickets'), time) end
return handNext(ticket, holder)
`,
};
