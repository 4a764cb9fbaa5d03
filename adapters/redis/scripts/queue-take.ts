import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * A ticket that is of no use to a worker is given to another one so many times: about as long as until all workers look for
 * batches by themselves. The delay before doubles up to the longest.
 */
const mostPasses = 14;
const firstPassMs = 100;
const longestPassMs = 400;

/**
 * Delivers the next batch of the rotations for a ticket. A ticket that BullMQ delivers again, because a process died, gets
 * the same batch again, unless that is for a worker with another egress, in the slot of another crew, or has freed its
 * lane: then it is queued again.
 *
 * KEYS[1] <queue>
 * ARGV[1] ticket   [2] holder: only this one can finish the batch   [3] due time of the ticket
 * [4] crew of the worker   [5] wait for other egresses in ms   [6] accounts and jobs that it may have no further batch of
 *
 * Output: body of the batch, or empty if there is none; 1 if its lane has another one, or 0; new tickets
 */
export const queueTake: RedisScript = {
  name: 'mailproofQueueTake',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
local ticket, holder, dueAt = ARGV[1], ARGV[2], tonumber(ARGV[3])
serveFor(ARGV[4], ARGV[5], ARGV[6])

local active = redis.call('HGET', queue .. ':hands', ticket)
if active then
  local batch = readBatch(active)
  -- In a lane that it has freed, another one may have begun.
  local occupies = batch.slot ~= ''
  local isOurs = batch.egress or string.match(batch.slot or '', ' %d+ (%S+)$') == crew
  if isOurs and occupies and not batch.dropped and mayServe(batch.egress) then return replyWith(active, holder) end
  requeue(ticket, batch)
end

-- BullMQ delivered the ticket too early: the clock of the process that promoted it is ahead of the server's.
if dueAt > now then createTicket('due-' .. int(dueAt) .. '-' .. nextNumber('tickets'), dueAt) end
local reply = deliverNext(ticket, holder)
if reply[1] == '' and leftToOthers then
  -- BullMQ delivers to any worker: the next one may be of another crew. Workers that are free look for themselves later.
  local times = tonumber(string.match(ticket, '^passed%-(%d+)%-') or '0')
  if times < ${mostPasses} then
    local passMs = math.min(${firstPassMs} * 2 ^ times, ${longestPassMs})
    createTicket('passed-' .. int(times + 1) .. '-' .. nextNumber('tickets'), now + passMs)
    return replyWithNone()
  end
end
return reply
`,
};
