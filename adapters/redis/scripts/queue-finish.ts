import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Finishes an active batch: it is done, failed (and delayed), or unfinished (and requeued). Then delivers the next
 * batch for the same ticket to the next holder, if any; a repeated call returns that batch again. Does nothing if the
 * batch has been delivered again, because it then belongs to another holder.
 *
 * KEYS[1] <queue>
 * ARGV[1] ticket   [2] holder   [3] done, failed or unfinished   [4] delay after the first failure in ms, which doubles
 * with each   [5] longest delay in ms   [6] next holder, or empty if the ticket ends
 * [7] crew of the worker   [8] wait for other egresses in ms   [9] accounts and jobs that it may have no further batch of
 *
 * Output: body of the next batch, or empty if there is none; 1 if its lane has another one, or 0; new tickets
 */
export const queueFinish: RedisScript = {
  name: 'mailproofQueueFinish',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
local ticket, holder, outcome, nextHolder = ARGV[1], ARGV[2], ARGV[3], ARGV[6]
local continues = nextHolder ~= ''
serveFor(ARGV[7], ARGV[8], ARGV[9])
local id = redis.call('HGET', queue .. ':hands', ticket)
if not id then return replyWithNone() end
local batch = readBatch(id)
local owner = redis.call('HGET', batchKey(id), 'holder')
if continues and owner == nextHolder then return replyWith(id, nextHolder) end
if owner ~= holder then return replyWithNone() end

takeBack(ticket, batch)
if continues then spareTickets = 1 end
if outcome == 'done' or batch.dropped then
  remove(id, batch.job)
elseif outcome == 'unfinished' then
  enqueue(batch)
else
  local failures = redis.call('HINCRBY', batchKey(id), 'failures', 1)
  delay(id, batch.order, now + math.min(tonumber(ARGV[4]) * 2 ^ (failures - 1), tonumber(ARGV[5])))
end
markReady(batch)
local reply = continues and deliverNext(ticket, nextHolder) or replyWithNone()
if reply[1] == '' then redis.call('ZREM', queue .. ':leases', ticket) end
return reply
`,
};
