import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Drops batches of a job. Those in hand are marked, and end with their time in hand. The tickets stay: BullMQ gives
 * them out in their turn, and they find nothing to do.
 *
 * KEYS[1] <queue>
 * ARGV[1] job   [2] id, and so on for each batch
 */
export const queueDrop: RedisScript = {
  name: 'mailproofQueueDrop',
  numberOfKeys: 1,
  lua: `${numbers}${queueLanes}
for at = 2, #ARGV do
  local id = ARGV[at]
  local job, lane, order, place = unpack(redis.call('HMGET', batchKey(id), 'job', 'lane', 'order', 'place'))
  if job == ARGV[1] then
    if place == 'hand' then
      redis.call('HSET', batchKey(id), 'dropped', '1')
    else
      redis.call('ZREM', queue .. ':lane:' .. lane, id)
      redis.call('ZREM', queue .. ':waiting', waitingMember(order, id))
      forget(id, job)
    end
  end
end
`,
};
