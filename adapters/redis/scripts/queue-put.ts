import type { RedisScript } from '../client.ts';
import { numbers } from './numbers.ts';
import { queueLanes } from './queue-lanes.ts';

/**
 * Queues batches, but for those whose id is there already.
 *
 * KEYS[1] <queue>
 * ARGV[1] delay in ms, 0 for at once
 * ARGV[2] id   [3] job   [4] lane   [5] body, and so on for each batch
 *
 * Output: tickets
 */
export const queuePut: RedisScript = {
  name: 'mailproofQueuePut',
  numberOfKeys: 1,
  lua: `${numbers}${queueLanes}
local delay = tonumber(ARGV[1])
for at = 2, #ARGV, 4 do
  local id, job, lane = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if redis.call('EXISTS', batchKey(id)) == 0 then
    local order = number('orders')
    redis.call('HSET', batchKey(id), 'job', job, 'lane', lane, 'body', ARGV[at + 3], 'order', order, 'failures', 0)
    redis.call('SADD', queue .. ':job:' .. job, id)
    if delay > 0 then wait(id, order, now + delay) else enter(id, job, lane, order) end
  end
end
return made
`,
};
