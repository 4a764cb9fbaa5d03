import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Drops batches of a job. Active ones are marked, and removed when they end.
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
  local batch = readBatch(id)
  if batch.job == ARGV[1] then
    if redis.call('ZSCORE', queue .. ':leases', id) then
      redis.call('HSET', batchKey(id), 'dropped', 1)
    else
      redis.call('ZREM', queue .. ':lane:' .. batch.lane, id)
      redis.call('ZREM', queue .. ':waiting', delayedMember(batch.order, id))
      remove(id, batch.job)
    end
  end
end
`,
};
