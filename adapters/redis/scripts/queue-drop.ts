import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Drops batches of a job. Active ones are marked, and removed when they end. Their tickets stay in BullMQ; a worker that
 * receives one finds nothing to do.
 *
 * KEYS[1] <queue>
 * ARGV[1] job   [2] id, and so on for each batch
 */
export const queueDrop: RedisScript = {
  name: 'mailproofQueueDrop',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
for index = 2, #ARGV do
  local id = ARGV[index]
  local job, lane, order, place = unpack(redis.call('HMGET', batchKey(id), 'job', 'lane', 'order', 'place'))
  if job == ARGV[1] then
    if place == 'hand' then
      redis.call('HSET', batchKey(id), 'dropped', '1')
    else
      redis.call('ZREM', queue .. ':lane:' .. lane, id)
      redis.call('ZREM', queue .. ':waiting', delayedMember(order, id))
      remove(id, job)
    end
  end
end
`,
};
