import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Ends the time of a batch in hand: it is done, failed (and waits a while), or is put back at once. Then hands out
 * the next one for the same ticket, to the next holder if there is one; a repeated call returns it again. Nothing
 * where the batch was handed out anew in the meantime: it is another's now.
 *
 * KEYS[1] <queue>
 * ARGV[1] ticket   [2] holder   [3] done, failed or unfinished
 * ARGV[4] pause after the first failure in ms   [5] the longest; in between it doubles
 * ARGV[6] next holder, or empty: the ticket is given up
 *
 * Output: body, or empty where nothing more is to be done; tickets
 */
export const queueFinish: RedisScript = {
  name: 'mailproofQueueFinish',
  numberOfKeys: 1,
  lua: `${numbers}${queueLanes}
local ticket, holder, outcome, nextHolder = ARGV[1], ARGV[2], ARGV[3], ARGV[6]
local goesOn = nextHolder ~= ''
local id = redis.call('HGET', queue .. ':hands', ticket)
if not id then return { '' } end
local job, lane, order, owner, dropped =
  unpack(redis.call('HMGET', batchKey(id), 'job', 'lane', 'order', 'holder', 'dropped'))
if goesOn and owner == nextHolder then return hand(id, nextHolder) end
if owner ~= holder then return { '' } end

redis.call('HDEL', queue .. ':hands', ticket)
redis.call('SREM', queue .. ':busy', lane)
if goesOn then atHand = 1 end
if outcome == 'done' or dropped then
  forget(id, job)
elseif outcome == 'unfinished' then
  enter(id, job, lane, order)
else
  local failures = redis.call('HINCRBY', batchKey(id), 'failures', 1)
  wait(id, order, now + math.min(tonumber(ARGV[4]) * 2 ^ (failures - 1), tonumber(ARGV[5])))
end
offer(job, lane)
if goesOn then return handNext(ticket, nextHolder) end
return { '', unpack(made) }
`,
};
