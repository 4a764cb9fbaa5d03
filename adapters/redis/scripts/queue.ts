import type { RedisScript } from '../client.ts';
import { prelude } from './prelude.ts';
import { queueLanes } from './queue-lanes.ts';

/** The heartbeats of workers see what is due later than this. */
const soonMs = 10_000;

/**
 * Queues batches, except those whose id is already present.
 *
 * KEYS[1] <queue>
 * ARGV[1] delay in ms; 0 for none
 * ARGV[2] id   [3] account in JSON   [4] job   [5] lane   [6] egress, or empty   [7] body   [8] 1 for an
 * attempt after the first, otherwise empty; and so on for each batch
 */
export const queuePut: RedisScript = {
  name: 'mailproofQueuePut',
  numberOfKeys: 1,
  lua: `${prelude}${queueLanes}
local delayMs = tonumber(ARGV[1])
for index = 2, #ARGV, 7 do
  local id, account, job, lane, egress, body, retry = unpack(ARGV, index, index + 6)
  if redis.call('EXISTS', batchKey(id)) == 0 then
    local order = nextNumber('orders')
    redis.call('HSET', batchKey(id), 'account', account, 'job', job, 'lane', lane, 'body', body, 'order', order,
      'failures', 0)
    if retry == '1' then redis.call('HSET', batchKey(id), 'retry', 1) end
    if egress ~= '' then
      redis.call('HSET', batchKey(id), 'egress', egress)
      redis.call('ZADD', queue .. ':egresses', 'NX', int(now), egress)
    end
    redis.call('SADD', queue .. ':job:' .. job, id)
    nextNumber('batches')
    if delayMs > 0 then delay(id, order, now + delayMs) else enqueue(readBatch(id)) end
  end
end
if delayMs > 0 and delayMs < ${soonMs} then
  for _, set in ipairs(egressSets()) do toTell[set] = true end
end
wakeWorkers()
`,
};

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

/**
 * Returns how much there is to do.
 *
 * KEYS[1] <queue>
 *
 * Output: numbers of batches that are queued, delayed and active; for how many ms the oldest due retry has been due
 */
export const queueDepth: RedisScript = {
  name: 'mailproofQueueDepth',
  numberOfKeys: 1,
  lua: `${prelude}
local queue, now = KEYS[1], millis('')
local all = tonumber(redis.call('HGET', queue .. ':numbers', 'batches') or 0)
local delayed = redis.call('ZCOUNT', queue .. ':waiting', '(' .. int(now), '+inf')
local active = redis.call('ZCARD', queue .. ':leases')
local oldest = tonumber(redis.call('ZRANGE', queue .. ':retries', 0, 0, 'WITHSCORES')[2] or now)
return { all - delayed - active, delayed, active, math.max(0, now - oldest) }
`,
};
