import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Lets the lane of an active batch go on. Then delivers the next batch of the rotations for a new ticket with a lease, if
 * there is a next holder. Does nothing if the batch has ended, has been delivered again, or has freed its lane before. A
 * batch whose delivery was lost with the reply is delivered again once its lease has expired.
 *
 * KEYS[1] <queue>
 * ARGV[1] ticket   [2] holder   [3] next holder, or empty   [4] crew of the worker   [5] wait for other egresses in ms
 * [6] accounts and jobs that the worker may have no further batch of   [7] length of a lease in ms
 *
 * Output: new tickets; then ticket and body of the batch, if there is one, and 1 if its lane has another one, or 0
 */
export const queueFree: RedisScript = {
  name: 'mailproofQueueFree',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
local ticket, holder, nextHolder = ARGV[1], ARGV[2], ARGV[3]
serveFor(ARGV[4], ARGV[5], ARGV[6])
local id = redis.call('HGET', queue .. ':hands', ticket)
local batch = id and readBatch(id)
local isHeld = batch and redis.call('HGET', batchKey(id), 'holder') == holder
if not isHeld or batch.slot == '' then return { newTickets } end
leaveSlot(batch)
if nextHolder == '' then
  markReady(batch)
  return { newTickets }
end
spareTickets = 1
markReady(batch)
enqueueDue()
local delivered = deliverOwn(1, nextHolder, tonumber(ARGV[7]))
return { newTickets, unpack(delivered) }
`,
};
